//! The rules: what each attempt's tests have to show.

use std::collections::BTreeSet;

use crate::ending::Ending;
use crate::grade::Report;
use crate::house::{Attempt, Lab};
use crate::mutant::Fate;

/// What became of one attempt.
#[derive(Debug)]
pub(crate) enum Trial {
    Ran { report: Report, warnings: Vec<String> },
    DoesNotCompile(String),
}

impl Trial {
    /// What is printed beside the attempt's name.
    pub(crate) fn summary(&self) -> String {
        let Trial::Ran { report, .. } = self else {
            return "does not compile".to_string();
        };
        let all = report.0.len();
        match report.not_passed().count() {
            0 => format!("passes {all} tests"),
            failed => format!("fails {failed} of {all} tests"),
        }
    }
}

/// What is wrong with one attempt, and what mends it.
pub(crate) fn fault(
    lab: &Lab,
    attempt: &Attempt,
    fate: &Fate,
    trial: &Trial,
) -> Option<String> {
    let file = lab.shown(&attempt.file());
    let (report, warnings) = match (trial, &fate.refused) {
        (Trial::DoesNotCompile(said), Some(code)) => {
            let wanted = said.contains(&format!("error[{code}]"));
            return (!wanted).then(|| {
                format!("{file} is refused, but not by {code}:\n{said}")
            });
        }
        (Trial::DoesNotCompile(said), None) => {
            return Some(format!(
                "{file} does not compile: change it until `cargo lab check {}` \
                 is content\n{}",
                lab.slug,
                said.trim_end()
            ));
        }
        (Trial::Ran { .. }, Some(code)) => {
            return Some(format!("{file} compiles, {code} was expected"));
        }
        (Trial::Ran { report, warnings }, None) => (report, warnings),
    };
    let fault = match attempt {
        Attempt::Solution => of_solution(&file, report),
        Attempt::Starter => report.all_passed().then(|| {
            format!(
                "{file} passes, so there is nothing left to solve: \
                 `cargo lab reset {}` puts the exercise back",
                lab.slug
            )
        }),
        Attempt::Mutant(_) => of_mutant(lab, &file, fate, report),
    };
    fault.or_else(|| {
        // A mutant may be as untidy as a student.
        let tidy = !matches!(attempt, Attempt::Mutant(_));
        (tidy && !warnings.is_empty()).then(|| {
            let warnings = warnings.concat();
            format!("{file} has warnings:\n{}", warnings.trim_end())
        })
    })
}

fn of_solution(file: &str, report: &Report) -> Option<String> {
    if report.all_passed() {
        return None;
    }
    let failed: Vec<_> = report
        .not_passed()
        .map(|outcome| format!("{}: {}", outcome.name, how(outcome)))
        .collect();
    Some(format!("{file} fails:\n{}", failed.join("\n")))
}

fn of_mutant(
    lab: &Lab,
    file: &str,
    fate: &Fate,
    report: &Report,
) -> Option<String> {
    if report.all_passed() {
        return Some(format!(
            "{file} is wrong and no test notices: add one to {}",
            lab.shown("tests/")
        ));
    }
    if fate.is_open() {
        let failed: Vec<_> = report
            .not_passed()
            .map(|outcome| format!("`{}`", outcome.name))
            .collect();
        return Some(format!(
            "{file} doesn't name the test that has to fail: write `Fails: …` \
             into its first lines; it fails {}",
            failed.join(", ")
        ));
    }
    let named = fate.fails.iter().map(|name| (name, true));
    let named = named.chain(fate.breaks_off.iter().map(|name| (name, false)));
    let mut said = String::new();
    for (name, by_itself) in named {
        let outcome = report.0.iter().find(|outcome| outcome.name == *name);
        let Some(outcome) = outcome else {
            return Some(format!("{file} names `{name}`, which is no test"));
        };
        let as_named = match outcome.ending {
            Ending::Failed => by_itself,
            Ending::BrokeOff(_) => !by_itself,
            Ending::Passed | Ending::Ignored => false,
        };
        if !as_named {
            let wanted = if by_itself { "fail" } else { "break off" };
            return Some(format!(
                "{file} should {wanted} in `{name}`, but that: {}",
                how(outcome)
            ));
        }
        said.push_str(&how(outcome));
    }
    let missing = fate.says.iter().find(|words| !said.contains(*words))?;
    Some(format!("{file} should be told `{missing}`, but was told:\n{said}"))
}

fn how(outcome: &crate::grade::Outcome) -> String {
    match &outcome.ending {
        Ending::Passed => "passed".to_string(),
        Ending::Failed => outcome.said().message,
        Ending::BrokeOff(how) => how.clone(),
        Ending::Ignored => "is marked #[ignore]".to_string(),
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
        for outcome in &report.0 {
            let name = outcome.name.as_str();
            match (attempt, &outcome.ending) {
                (Attempt::Solution, Ending::Passed) => {
                    passed_by_solution.insert(name);
                }
                // A crash is no catch.
                (_, Ending::Failed) => _ = failed.insert(name),
                _ => (),
            }
        }
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
