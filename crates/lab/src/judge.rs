//! The rules: what each attempt's tests have to show.

use std::collections::BTreeSet;

use crate::compile::{Build, command};
use crate::house::{Attempt, Lab};
use crate::run::Report;

/// What became of one attempt.
#[derive(Debug)]
pub(crate) enum Trial {
    Ran { report: Report, warnings: Vec<String> },
    DoesNotCompile(String),
}

impl Trial {
    pub(crate) fn new(build: Build, report: Report) -> Trial {
        match build {
            Build::Done { warnings, .. } => Trial::Ran { report, warnings },
            Build::Failed(said) => Trial::DoesNotCompile(said),
        }
    }

    /// What is printed beside the attempt's name.
    pub(crate) fn summary(&self) -> String {
        let Trial::Ran { report, .. } = self else {
            return "does not compile".to_string();
        };
        let failed = report.failed.len();
        let all = report.passed.len() + failed;
        match &report.broke_off {
            Some(how) => format!("{failed} of {all} tests fail; {how}"),
            None if failed == 0 => format!("passes {all} tests"),
            None => format!("fails {failed} of {all} tests"),
        }
    }
}

/// What is wrong with one attempt, and what mends it.
pub(crate) fn fault(
    lab: &Lab,
    attempt: &Attempt,
    trial: &Trial,
) -> Option<String> {
    let file = lab.shown(&attempt.file());
    let see = command(lab, attempt);
    let (report, warnings) = match trial {
        Trial::DoesNotCompile(said) => {
            let said = said.trim_end();
            return Some(format!(
                "{file} does not compile: `{see}` shows it again\n{said}"
            ));
        }
        Trial::Ran { report, warnings } => (report, warnings),
    };
    match (attempt, report.all_passed()) {
        (Attempt::Solution, false) => {
            let failed: Vec<_> =
                report.failed.iter().map(String::as_str).collect();
            Some(format!(
                "{file} fails ({}): `{see}` shows why",
                failed.join(", ")
            ))
        }
        (Attempt::Starter, true) => Some(format!(
            "{file} passes, so there is nothing left to solve: \
             `git checkout {file}` puts the exercise back"
        )),
        (Attempt::Mutant(_), true) => Some(format!(
            "{file} is wrong and no test notices: add one to {} that fails \
             under `{see}`",
            lab.shown("tests/")
        )),
        _ if !warnings.is_empty() => Some(format!(
            "{file} compiles with warnings: `{see}` shows them again\n{}",
            warnings.concat().trim_end()
        )),
        _ => None,
    }
}

/// A test that no wrong attempt fails has never shown that it can fail.
pub(crate) fn idle_tests(
    lab: &Lab,
    trials: &[(Attempt, Trial)],
) -> Vec<String> {
    let mut passed_by_solution = BTreeSet::new();
    let mut failed = BTreeSet::new();
    for (attempt, trial) in trials {
        let Trial::Ran { report, .. } = trial else { continue };
        if *attempt == Attempt::Solution {
            passed_by_solution.extend(&report.passed);
        }
        failed.extend(&report.failed);
    }
    passed_by_solution
        .difference(&failed)
        .map(|test| {
            format!(
                "the test `{test}` never fails: `cp {} {}`, break in the copy \
                 what the test is there for, or remove the test",
                lab.shown("solution.rs"),
                lab.shown(&format!("mutants/not_{test}.rs")),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests;
