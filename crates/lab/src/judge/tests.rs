//! Holds the rules against made-up reports.

use std::path::PathBuf;

use super::{Trial, fault, idle_tests};
use crate::ending::Ending;
use crate::grade::{Outcome, Report};
use crate::house::{Attempt, Lab, Sealed};
use crate::mutant::Fate;

fn lab() -> Lab {
    let sealed = Sealed::default();
    Lab { slug: "sums".into(), folder: PathBuf::new(), sealed }
}

fn mutant() -> Attempt {
    Attempt::Mutant("minus".to_string())
}

fn ran(outcomes: &[(&str, Ending)]) -> Trial {
    let outcome = |(name, ending): &(&str, Ending)| Outcome {
        name: name.to_string(),
        ending: ending.clone(),
        printed: "it was 5, it must be 6".to_string(),
    };
    let report = Report(outcomes.iter().map(outcome).collect());
    Trial::Ran { report, warnings: vec![] }
}

fn broke_off() -> Ending {
    Ending::BrokeOff("no end after 60 s".to_string())
}

fn fails(name: &str) -> Fate {
    Fate { fails: vec![name.to_string()], ..Fate::default() }
}

/// The fault of the mutant with this fate.
fn of_mutant(fate: &Fate, outcomes: &[(&str, Ending)]) -> Option<String> {
    fault(&lab(), &mutant(), fate, &ran(outcomes))
}

#[test]
fn a_lab_in_order_has_no_faults() {
    let bad = [("a", Ending::Failed), ("b", Ending::Passed)];
    let good = [("a", Ending::Passed), ("b", Ending::Passed)];
    let none = Fate::default();
    assert_eq!(fault(&lab(), &Attempt::Starter, &none, &ran(&bad)), None);
    assert_eq!(fault(&lab(), &Attempt::Solution, &none, &ran(&good)), None);
    assert_eq!(of_mutant(&fails("a"), &bad), None);
}

#[test]
fn a_starter_that_passes_is_a_fault() {
    let trial = ran(&[("a", Ending::Passed)]);
    let fault = fault(&lab(), &Attempt::Starter, &Fate::default(), &trial);
    assert!(fault.unwrap().contains("`cargo lab reset sums`"));
}

#[test]
fn a_mutant_that_passes_is_a_fault() {
    let fault = of_mutant(&fails("a"), &[("a", Ending::Passed)]).unwrap();
    assert!(fault.starts_with("labs/sums/mutants/minus.rs is wrong"));
}

#[test]
fn a_mutant_has_to_fail_where_it_says() {
    let outcomes = [("a", Ending::Failed), ("b", Ending::Passed)];
    let fault = of_mutant(&fails("b"), &outcomes).unwrap();
    assert!(fault.contains("should fail in `b`"), "{fault}");
    let fault = of_mutant(&fails("c"), &outcomes).unwrap();
    assert!(fault.contains("`c`, which is no test"), "{fault}");
    let fault = of_mutant(&Fate::default(), &outcomes).unwrap();
    assert!(fault.contains("it fails `a`"), "{fault}");
}

#[test]
fn a_crash_is_no_catch() {
    let fault = of_mutant(&fails("a"), &[("a", broke_off())]).unwrap();
    assert!(fault.contains("no end after 60 s"), "{fault}");
    let breaks_off =
        Fate { breaks_off: vec!["a".to_string()], ..Fate::default() };
    assert_eq!(of_mutant(&breaks_off, &[("a", broke_off())]), None);
    assert!(of_mutant(&breaks_off, &[("a", Ending::Failed)]).is_some());
}

#[test]
fn a_message_has_to_have_the_words() {
    let mut fate = fails("a");
    fate.says = vec!["it was 5".to_string()];
    assert_eq!(of_mutant(&fate, &[("a", Ending::Failed)]), None);
    fate.says = vec!["it was 7".to_string()];
    let fault = of_mutant(&fate, &[("a", Ending::Failed)]).unwrap();
    assert!(fault.contains("should be told `it was 7`"), "{fault}");
}

#[test]
fn a_solution_that_fails_or_leaves_out_a_test_is_a_fault() {
    for ending in [Ending::Failed, broke_off(), Ending::Ignored] {
        let trial = ran(&[("a", ending), ("b", Ending::Passed)]);
        let fault = fault(&lab(), &Attempt::Solution, &Fate::default(), &trial);
        assert!(fault.unwrap().contains("fails:\na: "));
    }
    let none = fault(&lab(), &Attempt::Solution, &Fate::default(), &ran(&[]));
    assert!(none.is_some(), "no tests are not a pass");
}

#[test]
fn whatever_does_not_compile_proves_nothing() {
    for attempt in [Attempt::Starter, Attempt::Solution, mutant()] {
        let trial = Trial::DoesNotCompile("error[E0308]".to_string());
        let fault = fault(&lab(), &attempt, &fails("a"), &trial).unwrap();
        assert!(fault.ends_with("error[E0308]"), "{fault}");
    }
}

#[test]
fn a_mutant_can_be_one_that_the_compiler_refuses() {
    let refused = |code: &str| Fate {
        refused: Some(code.to_string()),
        ..Fate::default()
    };
    let trial = Trial::DoesNotCompile("error[E0453]".to_string());
    assert_eq!(fault(&lab(), &mutant(), &refused("E0453"), &trial), None);
    assert!(fault(&lab(), &mutant(), &refused("E0308"), &trial).is_some());
    assert!(of_mutant(&refused("E0453"), &[("a", Ending::Failed)]).is_some());
}

#[test]
fn warnings_are_a_fault_of_starter_and_solution() {
    let mut trial = ran(&[("a", Ending::Failed)]);
    if let Trial::Ran { warnings, .. } = &mut trial {
        warnings.push("warning: unused variable".to_string());
    }
    let none = Fate::default();
    let found = fault(&lab(), &Attempt::Starter, &none, &trial).unwrap();
    assert!(found.contains("unused variable"), "{found}");
    assert_eq!(fault(&lab(), &mutant(), &fails("a"), &trial), None);
}

#[test]
fn a_test_that_no_attempt_fails_is_a_fault() {
    let all = [("a", Ending::Passed), ("b", Ending::Passed)];
    let trials = [
        (Attempt::Starter, ran(&[("a", Ending::Failed)])),
        (Attempt::Solution, ran(&all)),
        (mutant(), ran(&[("b", broke_off())])),
    ];
    let faults = idle_tests(&lab(), &trials);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("the test `b` never fails"));
}
