//! Finds what is missing in a lab's folder, or doesn't belong there.

use std::path::Path;

use anyhow::Result;

use crate::hints;
use crate::house::{Attempt, House, Lab, entries, name_of};

const FILES: [&str; 6] = [
    "Cargo.toml",
    "README.md",
    "hints.md",
    "lib.rs",
    "solution.rs",
    "starter.rs",
];
const FOLDERS: [&str; 2] = ["mutants", "tests"];

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
    if attempts.len() == 2 {
        faults.push(format!(
            "{} holds no wrong solution: `cp {} {}` and break the copy",
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
    if hints::split(&lab.read("hints.md")?).is_empty() {
        faults.push(format!(
            "{} has no hint: write one under a `## ` heading, then look at \
             it with `cargo lab hint {}`",
            lab.shown("hints.md"),
            lab.slug
        ));
    }
    faults.extend(markers(lab, &attempts)?);
    faults.extend(features(lab, &attempts)?);
    Ok(faults)
}

fn stray(path: &str) -> String {
    format!("{path} belongs to no lab: `rm -r {path}`, or move it elsewhere")
}

fn stray_files(lab: &Lab) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in entries(&lab.folder)? {
        let name = name_of(&path);
        if !path.is_dir() && !FILES.contains(&name.as_str()) {
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

/// A mutant that no feature reaches would be taken for the starter.
fn features(lab: &Lab, attempts: &[Attempt]) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let library: String = lab.read("lib.rs")?.split_whitespace().collect();
    for attempt in attempts {
        let (feature, file) = (attempt.feature(), attempt.file());
        if !lab.features.contains(&feature) {
            faults.push(format!(
                "{} can't be chosen: add `{feature} = []` to {}",
                lab.shown(&file),
                lab.shown("Cargo.toml"),
            ));
        }
        let choice = format!("feature=\"{feature}\",path=\"{file}\"");
        if !library.contains(&choice) {
            faults.push(format!(
                "{} can't be chosen: add `#[cfg_attr(feature = \"{feature}\", \
                 path = \"{file}\")]` to {}",
                lab.shown(&file),
                lab.shown("lib.rs"),
            ));
        }
    }
    let known: Vec<_> = attempts.iter().map(Attempt::feature).collect();
    for feature in &lab.features {
        if feature != "default" && !known.contains(feature) {
            faults.push(format!(
                "the feature `{feature}` in {} has no file: remove it there \
                 and in {}",
                lab.shown("Cargo.toml"),
                lab.shown("lib.rs"),
            ));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests;
