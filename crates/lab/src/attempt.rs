//! `cargo lab <slug>`: runs a lab's tests on the student's file and shows what
//! they found, each result as soon as it is known.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};

use anyhow::{Context, Result, bail};

use crate::Exit;
use crate::compile::{self, Build, compile};
use crate::ending::Ending;
use crate::grade::{News, Outcome, Report, Until, grade};
use crate::guard::Guard;
use crate::house::{House, Lab, entries};
use crate::keep::keep_given;
use crate::progress::Progress;
use crate::seal;

/// How much of what the tests said is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    FirstFailure,
    /// The message of every failure.
    All,
    /// All that the test programs printed, backtraces too.
    Raw,
}

pub(crate) fn test(house: &House, lab: &Lab, show: Show) -> Result<Exit> {
    let slug = &lab.slug;
    let starter = lab.shown("starter.rs");
    // Says what is wrong with the file before a compiler does.
    lab.read("starter.rs")?;
    if entries(&lab.folder.join("tests"))?.is_empty() {
        let tests = lab.shown("tests");
        bail!("{tests} is empty: `git checkout {tests}` brings the tests back");
    }
    keep_given(house, lab)?;
    let mut progress = Progress::load(house)?;
    let attempted = seal::answer(lab)?;
    let shown = compile::Progress::Shown;
    let build = compile(&house.root, &house.target, slug, shown)?;
    let (programs, warnings) = match build {
        Build::Done { programs, warnings } => (programs, warnings),
        Build::Failed(said) => {
            eprint!("{said}");
            println!(
                "{starter} does not compile yet. Start with the first error, \
                 then `cargo lab {slug}`."
            );
            return Ok(Exit::Bad);
        }
    };
    eprint!("{}", warnings.concat());
    let guard = Guard::start().context("can't start a guard process")?;
    let until = Until::AllHaveEnded;
    let report =
        grade(&lab.folder, &programs, &guard, until, |news| match news {
            News::Ended(outcome) => print_result(outcome),
            News::StillRunning(names) => {
                println!("  ...      no result yet: {}", names.join(", "));
            }
        })?;
    let order = order_in_sources(lab)?;
    show_failures(lab, &report, show, &order);
    let all = report.0.len();
    let failed = report.not_passed().count();
    let untouched = say_what_else_changed(lab)?;
    if let Some(reason) = progress.frozen() {
        eprintln!("warning: {reason}");
    }
    if failed > 0 || all == 0 {
        progress.note_tried(lab, all - failed, all)?;
        println!("\nNot yet: {failed} of {all} tests of {starter} fail.");
        println!("Change it and try again, or ask: `cargo lab hint {slug}`.");
        return Ok(Exit::Bad);
    }
    if !untouched {
        println!("\nAll {all} tests pass, but they are not the book's.");
        return Ok(Exit::Bad);
    }
    // Saved again while the tests ran: what passed is no longer there.
    if seal::answer(lab)? == attempted {
        progress.note_solved(lab)?;
    }
    println!(
        "\nSolved: all {all} tests pass. Compare {starter} with \
         `cargo lab solution {slug}`; then `cargo lab next`."
    );
    Ok(Exit::Good)
}

fn print_result(outcome: &Outcome) {
    let colours = io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let (word, colour) = match outcome.ending {
        Ending::Passed => ("ok      ", "32"),
        Ending::Failed => ("FAILED  ", "31"),
        Ending::BrokeOff(_) => ("NO END  ", "31"),
        Ending::Ignored => ("IGNORED ", "31"),
    };
    let name = outcome.name.replace('_', " ");
    if colours {
        println!("  \u{1b}[{colour}m{word}\u{1b}[0m {name}");
    } else {
        println!("  {word} {name}");
    }
    // A result is of use when it is known, not when the line is full.
    let _ = io::stdout().flush();
}

/// The order in which the tests stand in their files: easy ones come first.
fn order_in_sources(lab: &Lab) -> Result<BTreeMap<String, usize>> {
    let mut order = BTreeMap::new();
    for path in entries(&lab.folder.join("tests"))? {
        let bytes = fs::read(&path).unwrap_or_default();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let line = line.trim_start().trim_start_matches("async ");
            if let Some((name, _)) =
                line.strip_prefix("fn ").and_then(|line| line.split_once('('))
            {
                let place = order.len();
                order.entry(name.to_string()).or_insert(place);
            }
        }
    }
    Ok(order)
}

fn show_failures(
    lab: &Lab,
    report: &Report,
    show: Show,
    order: &BTreeMap<String, usize>,
) {
    let mut failures: Vec<_> = report.not_passed().collect();
    failures.sort_by_key(|outcome| {
        order.get(&outcome.name).copied().unwrap_or(usize::MAX)
    });
    let shown = if show == Show::FirstFailure { 1 } else { failures.len() };
    for outcome in failures.iter().take(shown) {
        println!("\n{}", outcome.name);
        if show == Show::Raw {
            println!("{}", outcome.printed.trim_end());
            continue;
        }
        let said = outcome.said();
        let text = match &outcome.ending {
            Ending::BrokeOff(how) => how.clone(),
            Ending::Ignored => {
                let tests = lab.shown("tests");
                format!(
                    "it is marked #[ignore], and a test that isn't run proves \
                     nothing: `git checkout {tests}`"
                )
            }
            _ => said.message,
        };
        for line in text.lines() {
            println!("    {line}");
        }
        if let (Ending::Failed, Some(place)) = (&outcome.ending, said.place) {
            println!("    ({place})");
        }
    }
    if shown < failures.len() {
        println!(
            "\nOne at a time; `cargo lab {} --all` shows all {} messages.",
            lab.slug,
            failures.len()
        );
    }
}

/// Whether the files that grade are the book's own; says so if not.
fn say_what_else_changed(lab: &Lab) -> Result<bool> {
    let Some(sealed) = &lab.sealed.tests else { return Ok(true) };
    let same = seal::tests(lab)? == *sealed;
    if !same {
        println!(
            "\nTests, library or settings of this lab were changed, emptied \
             or deleted;\n`git status {0}` names them, and `git checkout` \
             with their names brings\nthem back (not {1}, which is yours).",
            lab.shown(""),
            lab.shown("starter.rs")
        );
    }
    Ok(same)
}
