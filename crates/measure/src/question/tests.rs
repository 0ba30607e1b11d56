//! Tests of the rule, with numbers chosen by hand.

use super::*;
use crate::record::Record;
use crate::testing::RecordBuilder;

/// A quiet run whose A/A pairs differ by `factor`.
fn noise(factor: f64) -> Noise {
    let record = RecordBuilder::new("demo")
        .row("a", "s", &[1.0; 5])
        .again(&[factor; 5])
        .build();
    Noise::of(&record)
}

fn verdict(question: Question) -> Verdict {
    question.decide(noise(1.0)).verdict
}

fn at_least_two(values: &[f64]) -> Question {
    Rounds::of(values).at_least(2.0)
}

#[test]
fn rounds_that_agree_decide() {
    assert_eq!(verdict(at_least_two(&[2.5, 3.0, 2.6])), Verdict::Holds);
    assert_eq!(verdict(at_least_two(&[1.5, 1.0, 1.9])), Verdict::Fails);
}

#[test]
fn one_round_of_five_may_dissent_but_not_one_of_three() {
    let most = at_least_two(&[2.5, 2.5, 2.5, 2.5, 1.0]);
    assert_eq!(verdict(most), Verdict::Holds);
    let least = at_least_two(&[1.5, 1.5, 1.5, 1.5, 9.0]);
    assert_eq!(verdict(least), Verdict::Fails);
    let decision = at_least_two(&[2.5, 2.5, 1.0]).decide(noise(1.0));
    assert_eq!(decision.verdict, Verdict::Untestable);
    assert_eq!(decision.doubt.unwrap(), "the rounds disagree: 2 of 3");
}

#[test]
fn rounds_on_both_sides_can_not_decide() {
    let rounds = [1.07, 1.23, 1.43, 1.31, 0.98];
    let decision = Rounds::of(&rounds).at_most(1.1).decide(noise(1.0));
    assert_eq!(decision.verdict, Verdict::Untestable);
    assert_eq!(
        decision.evidence,
        "1.23 × (0.980 × … 1.43 ×), at most 1.10 × in 2 of 5 rounds"
    );
}

#[test]
fn one_round_decides_nothing_about_speed_on_either_side() {
    for value in [1.0, 3.0] {
        let decision = at_least_two(&[value]).decide(noise(1.0));
        assert_eq!(decision.verdict, Verdict::Untestable);
        assert!(decision.doubt.unwrap().starts_with("one round"));
    }
    assert_eq!(verdict(at_least_two(&[3.0, 3.0])), Verdict::Untestable);
}

#[test]
fn within_the_noise_nothing_is_decided_on_either_side() {
    let decide =
        |median: f64| at_least_two(&[median; 5]).decide(noise(1.1)).verdict;
    assert_eq!(decide(2.21), Verdict::Holds);
    assert_eq!(decide(2.19), Verdict::Untestable);
    assert_eq!(decide(1.83), Verdict::Untestable);
    assert_eq!(decide(1.81), Verdict::Fails);
}

#[test]
fn an_upper_bound_has_the_same_margin_on_both_sides() {
    let decide = |median: f64| {
        Rounds::of(&[median; 5]).at_most(2.0).decide(noise(1.25)).verdict
    };
    assert_eq!(decide(1.6), Verdict::Holds);
    assert_eq!(decide(1.7), Verdict::Untestable);
    assert_eq!(decide(2.4), Verdict::Untestable);
    assert_eq!(decide(2.5), Verdict::Fails);
}

#[test]
fn a_number_may_have_to_lie_between_two_bounds() {
    let decide =
        |median: f64| verdict(Rounds::of(&[median; 3]).within(7.0, 13.0));
    assert_eq!(decide(10.0), Verdict::Holds);
    assert_eq!(decide(6.0), Verdict::Fails);
    assert_eq!(decide(14.0), Verdict::Fails);
}

#[test]
fn counts_are_not_moved_by_noise_and_need_one_round() {
    let loud = noise(9.0);
    let decide = |value| {
        let question = at_least_two(&[value]).in_unit("").counted();
        question.decide(loud).verdict
    };
    assert_eq!(decide(2.0), Verdict::Holds);
    assert_eq!(decide(1.0), Verdict::Fails);
}

#[test]
fn each_row_of_several_is_decided_by_its_own_rounds() {
    // In each round another row is the best, by chance.
    let rows = [[1.2, 1.0, 1.0], [1.0, 1.2, 1.0], [1.0, 1.0, 1.2]];
    let all =
        |bound| Question::all(rows.map(|row| Rounds::of(&row).at_most(bound)));
    assert_eq!(verdict(all(1.1)), Verdict::Untestable);
    assert_eq!(verdict(all(1.3)), Verdict::Holds);
    let one_is_worse =
        all(1.3).and(Rounds::of(&[1.5, 1.6, 1.4]).at_most(1.3).called("w"));
    let decision = one_is_worse.decide(noise(1.0));
    assert_eq!(decision.verdict, Verdict::Fails);
    assert!(decision.evidence.starts_with("w: 1.50 ×"));
    assert!(decision.evidence.ends_with("the narrowest of 4"));
}

#[test]
fn nothing_to_ask_can_not_be_told() {
    let none: [Question; 0] = [];
    assert_eq!(verdict(Question::all(none)), Verdict::Untestable);
    assert_eq!(
        verdict(Rounds::with_gaps(&[None]).at_least(1.0)),
        Verdict::Untestable
    );
}

#[test]
fn a_quiet_hour_and_a_loud_one_never_contradict_each_other() {
    // Whatever the noise, a verdict only ever becomes "can't be told".
    for median in [0.5, 1.0, 1.5, 1.99, 2.0, 2.5, 4.0, 9.0] {
        let quiet = at_least_two(&[median; 5]).decide(noise(1.0)).verdict;
        for factor in [1.05, 1.5, 3.0] {
            let loud = at_least_two(&[median; 5]).decide(noise(factor)).verdict;
            assert!(loud == quiet || loud == Verdict::Untestable);
        }
    }
}

#[test]
fn the_quietness_casts_doubt_on_a_hold_as_on_a_fail() {
    let record = |values: &[f64]| -> Record {
        RecordBuilder::new("demo").row("a", "s", values).quietness(50.0).build()
    };
    for value in [2.5, 1.5] {
        let record = record(&[value; 5]);
        let question = record.rounds("a").unwrap().at_least(2.0);
        let decision = question.decide(Noise::of(&record));
        assert_eq!(decision.verdict, Verdict::Untestable);
        assert!(decision.doubt.unwrap().contains("50 % of its best speed"));
    }
}
