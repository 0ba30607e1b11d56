//! Finds what is missing in a lab's folder, or doesn't belong there.

use std::path::Path;

use anyhow::Result;

use crate::house::{Attempt, House, Lab, entries, name_of};
use crate::{hints, seal, survivors};

const FILES: [&str; 6] = [
    "Cargo.toml",
    "README.md",
    "hints.md",
    "lib.rs",
    "solution.rs",
    "starter.rs",
];
const FOLDERS: [&str; 2] = ["mutants", "tests"];

/// Fewer say little about the tests.
const MUTANTS: usize = 3;
const HINTS: usize = 3;

/// What lies beside the labs' folders.
pub(crate) fn faults_beside_labs(house: &House) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in entries(&house.root.join("labs"))? {
        if !path.is_dir() {
            faults.push(stray(&format!("labs/{}", name_of(&path))));
        }
    }
    Ok(faults)
}

/// One sentence for each fault, with what mends it.
pub(crate) fn faults(lab: &Lab) -> Result<Vec<String>> {
    let mut faults = stray_files(lab)?;
    for file in FILES {
        if !lab.folder.join(file).is_file() {
            let file = lab.shown(file);
            faults.push(format!(
                "{file} is missing: `git checkout {file}` brings it back"
            ));
        }
    }
    // What follows reads these files.
    if !faults.is_empty() {
        return Ok(faults);
    }
    let attempts = lab.attempts()?;
    if attempts.len() < 2 + MUTANTS {
        faults.push(format!(
            "{} holds fewer than {MUTANTS} wrong solutions: `cp {} {}` and \
             break the copy",
            lab.shown("mutants/"),
            lab.shown("solution.rs"),
            lab.shown("mutants/what_is_wrong.rs"),
        ));
    }
    if entries(&lab.folder.join("tests"))?.is_empty() {
        faults.push(format!(
            "{} holds no test: write one that the starter fails, then \
             `cargo lab check {}`",
            lab.shown("tests/"),
            lab.slug
        ));
    }
    if hints::split(&lab.read("hints.md")?).len() < HINTS {
        faults.push(format!(
            "{} has fewer than {HINTS} hints: write one under a `## ` heading, \
             then look at it with `cargo lab hint {}`",
            lab.shown("hints.md"),
            lab.slug
        ));
    }
    faults.extend(markers(lab, &attempts)?);
    faults.extend(seals(lab)?);
    Ok(faults)
}

fn stray(path: &str) -> String {
    format!("{path} belongs to no lab: `rm -r {path}`, or move it elsewhere")
}

fn stray_files(lab: &Lab) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in entries(&lab.folder)? {
        let name = name_of(&path);
        let known = FILES.contains(&name.as_str())
            || name == survivors::FILE
            // A library's parts beside the student's file.
            || lab.parts().contains(&name)
            // Without the library nobody knows its parts; see below.
            || is_rust(&path) && !lab.folder.join("lib.rs").is_file();
        if !path.is_dir() && !known {
            faults.push(stray(&lab.shown(&name)));
        }
        if !path.is_dir() {
            continue;
        }
        if !FOLDERS.contains(&name.as_str()) {
            faults.push(stray(&lab.shown(&name)));
            continue;
        }
        for path in entries(&path)? {
            if path.is_dir() || !is_rust(&path) {
                let inner = name_of(&path);
                faults.push(stray(&lab.shown(&format!("{name}/{inner}"))));
            }
        }
    }
    Ok(faults)
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// A student finds the work by its TODO, so nothing else may carry one.
fn markers(lab: &Lab, attempts: &[Attempt]) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for attempt in attempts {
        let file = attempt.file();
        let marked = lab.read(&file)?.contains("TODO");
        let shown = lab.shown(&file);
        match attempt {
            Attempt::Starter if !marked => faults.push(format!(
                "{shown} has no TODO that shows where to work: add one, or \
                 `git checkout {shown}`"
            )),
            Attempt::Solution | Attempt::Mutant(_) if marked => {
                faults.push(format!(
                    "{shown} has a TODO, which belongs into {} alone: \
                     `grep -n TODO {shown}` finds it",
                    lab.shown("starter.rs")
                ));
            }
            _ => (),
        }
    }
    Ok(faults)
}

/// What is changed by accident is noticed by its digest.
fn seals(lab: &Lab) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for (key, sealed, is) in [
        ("starter", &lab.sealed.starter, seal::answer(lab)?),
        ("tests", &lab.sealed.tests, seal::tests(lab)?),
    ] {
        if sealed.as_ref() != Some(&is) {
            faults.push(format!(
                "the digest of the {key} of {0} is `{is}` and not what {1} \
                 says: `cargo lab seal {0}` if the change is meant",
                lab.slug,
                lab.shown("Cargo.toml"),
            ));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests;
