//! What a student types beside running a lab: `list`, `hint`, `reset`,
//! `solution` and `next`.

use std::io::{self, IsTerminal};

use anyhow::{Result, bail};

use crate::Exit;
use crate::hints;
use crate::house::{House, Lab, WrongUse};
use crate::keep;
use crate::progress::{Progress, State};

pub(crate) fn list(house: &House) -> Result<Exit> {
    let progress = Progress::load(house)?;
    let mut solved = 0;
    for lab in &house.labs {
        // What can't be read is said in its own line: the others go on.
        let told = keep::keep_given(house, lab)
            .and_then(|()| progress.state(lab))
            .and_then(|state| Ok((state, title(lab)?)));
        match told {
            Ok((state, title)) => {
                solved += usize::from(state == State::Solved);
                println!("{:<12} {:<14} {title}", lab.slug, word(&state));
            }
            Err(error) => {
                println!("{:<12} {:<14} {error:#}", lab.slug, "unreadable");
            }
        }
    }
    if let Some(reason) = progress.frozen() {
        eprintln!("warning: {reason}");
    }
    println!(
        "\n{solved} of {} solved. Read labs/<slug>/README.md, then \
         `cargo lab <slug>`; `cargo lab next` names one.",
        house.labs.len()
    );
    Ok(Exit::Good)
}

fn word(state: &State) -> String {
    match state {
        State::NotYet => "not yet".to_string(),
        State::Tried(passed, all) => format!("{passed} of {all}"),
        State::Solved => "solved".to_string(),
        State::Changed => "changed".to_string(),
        State::NewTests => "run again".to_string(),
    }
}

fn title(lab: &Lab) -> Result<String> {
    let readme = lab.read("README.md")?;
    let line = readme.lines().next().unwrap_or_default();
    Ok(line.trim_start_matches("# Lab: ").to_string())
}

pub(crate) fn next(house: &House) -> Result<Exit> {
    let progress = Progress::load(house)?;
    for lab in &house.labs {
        if !matches!(progress.state(lab), Ok(State::Solved)) {
            println!(
                "{}: {}\n\nRead {}, edit {}, then `cargo lab {0}`\n(or `cargo \
                 lab watch {0}`, which runs it at each save).",
                lab.slug,
                title(lab)?,
                lab.shown("README.md"),
                lab.shown("starter.rs"),
            );
            return Ok(Exit::Good);
        }
    }
    println!("All {} labs are solved.", house.labs.len());
    Ok(Exit::Good)
}

pub(crate) fn hint(lab: &Lab, number: usize) -> Result<Exit> {
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
        println!("Hint {number} of {all}; try it: `cargo lab {slug}`");
    }
    Ok(Exit::Good)
}

pub(crate) fn reset(house: &House, lab: &Lab) -> Result<Exit> {
    let shown = lab.shown("starter.rs");
    match keep::reset(house, lab)? {
        None => println!("{shown} is as it was given out."),
        Some(copy) => {
            let copy = copy.strip_prefix(&house.root).unwrap_or(&copy);
            println!(
                "{shown} is as it was given out; your text is in {}.",
                copy.display()
            );
        }
    }
    Ok(Exit::Good)
}

pub(crate) fn solution(
    house: &House,
    lab: &Lab,
    give_up: bool,
) -> Result<Exit> {
    let slug = &lab.slug;
    let state = Progress::load(house)?.state(lab)?;
    let solved = !matches!(state, State::NotYet | State::Tried(..));
    if !solved && !give_up {
        println!(
            "Not solved yet: `cargo lab hint {slug}` says a little, and \
             `cargo lab solution {slug} --give-up` says all."
        );
        return Ok(Exit::Bad);
    }
    print!("{}", lab.read("solution.rs")?);
    if io::stdout().is_terminal() {
        println!("\n({})", lab.shown("solution.rs"));
    }
    Ok(Exit::Good)
}
