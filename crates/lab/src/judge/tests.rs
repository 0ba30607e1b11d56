//! Holds the rules against made-up reports.

use std::path::PathBuf;

use super::{Trial, fault, idle_tests};
use crate::house::{Attempt, Lab};
use crate::run::Report;

fn lab() -> Lab {
    Lab { slug: "sums".into(), folder: PathBuf::new(), features: vec![] }
}

fn mutant() -> Attempt {
    Attempt::Mutant("minus".to_string())
}

fn ran(passed: &[&str], failed: &[&str]) -> Trial {
    let names = |names: &[&str]| names.iter().map(|&n| n.into()).collect();
    let (passed, failed) = (names(passed), names(failed));
    let report = Report { passed, failed, ..Report::default() };
    Trial::Ran { report, warnings: vec![] }
}

fn hung() -> Trial {
    let mut trial = ran(&["quick"], &[]);
    if let Trial::Ran { report, .. } = &mut trial {
        report.broke_off = Some("no end after 60 s".to_string());
    }
    trial
}

#[test]
fn a_lab_in_order_has_no_faults() {
    let (bad, good) = (ran(&["b"], &["a"]), ran(&["a", "b"], &[]));
    assert_eq!(fault(&lab(), &Attempt::Starter, &bad), None);
    assert_eq!(fault(&lab(), &Attempt::Solution, &good), None);
    assert_eq!(fault(&lab(), &mutant(), &bad), None);
}

#[test]
fn a_starter_that_passes_is_a_fault() {
    let fault = fault(&lab(), &Attempt::Starter, &ran(&["a"], &[])).unwrap();
    assert!(fault.contains("`git checkout labs/sums/starter.rs`"), "{fault}");
}

#[test]
fn a_mutant_that_passes_is_a_fault() {
    let fault = fault(&lab(), &mutant(), &ran(&["a"], &[])).unwrap();
    assert!(fault.starts_with("labs/sums/mutants/minus.rs is wrong"));
    assert!(fault.contains("--features mutant_minus`"), "{fault}");
}

#[test]
fn a_solution_that_fails_is_a_fault() {
    let trial = ran(&["b"], &["a", "c"]);
    let fault = fault(&lab(), &Attempt::Solution, &trial).unwrap();
    assert!(fault.contains("fails (a, c)"), "{fault}");
}

#[test]
fn an_attempt_that_never_ends_has_failed() {
    assert_eq!(fault(&lab(), &mutant(), &hung()), None);
    assert!(fault(&lab(), &Attempt::Solution, &hung()).is_some());
}

#[test]
fn whatever_does_not_compile_proves_nothing() {
    for attempt in [Attempt::Starter, Attempt::Solution, mutant()] {
        let trial = Trial::DoesNotCompile("error[E0308]".to_string());
        let fault = fault(&lab(), &attempt, &trial).unwrap();
        assert!(fault.ends_with("error[E0308]"), "{fault}");
    }
}

#[test]
fn warnings_are_a_fault() {
    let mut trial = ran(&[], &["a"]);
    if let Trial::Ran { warnings, .. } = &mut trial {
        warnings.push("warning: unused variable".to_string());
    }
    let fault = fault(&lab(), &Attempt::Starter, &trial).unwrap();
    assert!(fault.contains("unused variable"), "{fault}");
}

#[test]
fn a_test_that_no_attempt_fails_is_a_fault() {
    let trials = [
        (Attempt::Starter, ran(&["b", "c"], &["a"])),
        (Attempt::Solution, ran(&["a", "b", "c"], &[])),
        (mutant(), ran(&["a", "c"], &["b"])),
    ];
    let faults = idle_tests(&lab(), &trials);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("the test `c` never fails"));
}
