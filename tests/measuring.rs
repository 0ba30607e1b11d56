//! The `measuring` example: its command line, its answer, its claims.

mod common;
#[path = "../examples/measuring/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/measuring/ids.rs"]
mod ids;
#[path = "../examples/measuring/variants.rs"]
mod variants;

use std::time::Duration;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::testing::RecordBuilder;

#[test]
fn every_row_is_run_and_every_fact_has_a_value() {
    let record = record("measuring", &["--quick"]);
    assert!(record.rows.iter().all(|row| row.samples.len() == 1));
    common::has_facts(conclusions::FACTS, &record, &["clock_step_ns"]);
}

#[test]
fn the_text_fits_a_terminal() {
    let text = fitting_text("measuring", &["--quick"]);
    assert!(text.contains("smallest step"), "{text}");
}

#[test]
fn no_round_at_all_is_refused() {
    refuses("measuring", &["--runs", "0"], "--runs");
    refuses("measuring", &["--quick", "--full"], "--full");
}

#[test]
fn memory_is_written_twice() {
    let (first, second) = variants::write_twice(1 << 20);
    assert!(first > Duration::ZERO && second > Duration::ZERO);
}

#[test]
fn a_sleep_is_never_early() {
    assert!(variants::oversleep(Duration::from_millis(1)).is_some());
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds: RecordBuilder, fails: RecordBuilder| {
        BothWays::new(claim, holds.build(), &[fails.build()])
    };
    let new = || RecordBuilder::new("measuring");
    let clock = |step| {
        new().row("clock/step", "ns", &[step; 3]).row(
            "clock/reading",
            "ns",
            &[25.0; 3],
        )
    };
    let sleep = |late, early: [f64; 3]| {
        new().row("oversleep", "µs", &[late; 3]).extra("early", &early)
    };
    let cold = |ratio| new().row("cold", "×", &[ratio; 3]);
    let loops = |all| {
        new().row("loop/one", "s", &[1e-3; 3]).row("loop/all", "s", &[all; 3])
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case("clock_is_fine_enough", clock(30.0), clock(15_600.0)),
            case(
                "sleep_is_late_never_early",
                sleep(55.0, [0.0; 3]),
                sleep(0.1, [0.0; 3]),
            )
            .surely(&[sleep(55.0, [0.0, 1.0, 0.0]).build()]),
            case("first_run_is_slower", cold(4.0), cold(1.1)),
            case("cores_are_whole", loops(1.05e-3), loops(1.9e-3)),
        ],
    );
}
