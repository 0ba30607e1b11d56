//! What a student types: `list`, `test` and `hint`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::Ending;
use crate::compile::{Build, Progress, compile};
use crate::hints;
use crate::house::{Attempt, House, Lab, WrongUse, entries};
use crate::run::run;

pub(crate) fn list(house: &House) -> Result<Ending> {
    for lab in &house.labs {
        let state = match fs::read_to_string(memory(house, lab)) {
            Err(_) => "not yet",
            Ok(solved) if solved == exercise(lab)? => "solved",
            Ok(_) => "changed",
        };
        println!("{:<10} {state:<8} {}", lab.slug, title(lab)?);
    }
    println!("\nRead labs/<slug>/README.md, then `cargo lab test <slug>`.");
    Ok(Ending::Good)
}

fn title(lab: &Lab) -> Result<String> {
    let readme = lab.read("README.md")?;
    let line = readme.lines().next().unwrap_or_default();
    Ok(line.trim_start_matches("# Lab: ").to_string())
}

pub(crate) fn test(house: &House, lab: &Lab) -> Result<Ending> {
    let slug = &lab.slug;
    let starter = lab.shown("starter.rs");
    let attempted = exercise(lab)?;
    let build = compile(house, lab, &Attempt::Starter, Progress::Shown)?;
    let (programs, warnings) = match build {
        Build::Done { programs, warnings } => (programs, warnings),
        Build::Failed(said) => {
            eprint!("{said}");
            println!(
                "{starter} does not compile yet. Mend the first error, then \
                 `cargo lab test {slug}`."
            );
            return Ok(Ending::Bad);
        }
    };
    eprint!("{}", warnings.concat());
    let report = run(lab, &programs)?;
    print!("{}", report.text);
    let tests = report.passed.len() + report.failed.len();
    if report.all_passed() {
        remember(house, lab, &attempted)?;
        println!(
            "Solved: all {tests} tests pass. Compare {starter} with {}.",
            lab.shown("solution.rs")
        );
        return Ok(Ending::Good);
    }
    match &report.broke_off {
        Some(how) => println!("Not yet: the tests of {starter}: {how}."),
        None => {
            let failed = report.failed.len();
            println!("Not yet: {failed} of {tests} tests of {starter} fail.");
        }
    }
    println!("Change it and try again, or ask: `cargo lab hint {slug}`.");
    Ok(Ending::Bad)
}

pub(crate) fn hint(lab: &Lab, number: usize) -> Result<Ending> {
    let slug = &lab.slug;
    let text = lab.read("hints.md")?;
    let hints = hints::split(&text);
    let all = hints.len();
    let Some(hint) = number.checked_sub(1).and_then(|at| hints.get(at)) else {
        bail!(WrongUse(format!(
            "there is no hint {number} for `{slug}`, only 1 to {all}: try \
             `cargo lab hint {slug}`"
        )));
    };
    println!("{}\n", hint.trim_start_matches("## "));
    if number < all {
        let next = number + 1;
        println!(
            "Hint {number} of {all}; next: `cargo lab hint {slug} {next}`"
        );
    } else {
        println!("Hint {number} of {all}; try it: `cargo lab test {slug}`");
    }
    Ok(Ending::Good)
}

/// Where the text of a solved exercise is kept: solved is what passed just
/// so, and `cargo clean` forgets it.
fn memory(house: &House, lab: &Lab) -> PathBuf {
    house.target.join("labs").join(format!("{}.solved", lab.slug))
}

/// All that a result depends on: the student's file and the tests.
fn exercise(lab: &Lab) -> Result<String> {
    let mut text = lab.read("starter.rs")?;
    for path in entries(&lab.folder.join("tests"))? {
        let test = fs::read_to_string(&path).with_context(|| {
            let path = path.display();
            format!("can't read {path}: `git checkout {path}` restores it")
        })?;
        text.push_str(&test);
    }
    Ok(text)
}

fn remember(house: &House, lab: &Lab, exercise: &str) -> Result<()> {
    let path = memory(house, lab);
    let folder = house.target.join("labs");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, exercise))
        .with_context(|| {
            format!(
                "solved, but can't note it in {}: look at its permissions, \
                 `ls -ld {}`",
                path.display(),
                folder.display()
            )
        })
}
