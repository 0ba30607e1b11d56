//! The `taskgroup` example: who is cancelled, who leaks, what is cleaned up.

mod common;
#[path = "../examples/taskgroup/conclusions.rs"]
mod conclusions;
#[path = "../examples/taskgroup/facts.rs"]
mod facts;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/taskgroup/ids.rs"]
mod ids;

use std::sync::LazyLock;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::record::Record;
use measure::testing::RecordBuilder;

/// One run for all tests that read it: it waits for real time to pass.
static QUICK: LazyLock<Record> =
    LazyLock::new(|| record("taskgroup", &["--quick"]));

const DONE: f64 = 0.0;
const FAILED: f64 = 1.0;
const CANCELLED: f64 = 2.0;

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    assert!(QUICK.rows.iter().all(|row| row.samples.len() == 1));
    common::has_facts(
        facts::FACTS,
        &QUICK,
        &[
            "leaked_work_after_error_s",
            "structured_stop_after_error_ms",
            "cancelled_cleaned_up",
        ],
    );
    let without_value: Vec<_> =
        QUICK.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty(), "{without_value:?}");
}

#[test]
fn a_structured_group_cancels_what_still_works() {
    let structured = [
        "try_join/futures",
        "join_set/shutdown",
        "join_set/dropped",
        "token",
        "tracker",
        "panic",
        "scope/flag",
    ];
    for id in structured {
        for (name, how) in [("a", DONE), ("b", FAILED), ("c", CANCELLED)] {
            let ended = QUICK.extra(id, &format!("{name}_how")).unwrap();
            assert_eq!(ended, how, "{id}: {name}");
        }
    }
}

#[test]
fn what_is_detached_runs_to_its_end() {
    for id in ["joined/in_order", "joined/slowest_first", "try_join/spawned"] {
        assert_eq!(QUICK.extra(id, "c_how"), Ok(DONE), "{id}");
        assert_eq!(QUICK.extra(id, "cancelled"), Ok(0.0), "{id}");
    }
}

#[test]
fn only_a_token_lets_the_tasks_clean_up() {
    assert_eq!(QUICK.extra("crowd/token", "cancelled"), Ok(100.0));
    assert_eq!(QUICK.median("crowd/token"), Ok(100.0));
    assert_eq!(QUICK.extra("crowd/abort", "cancelled"), Ok(100.0));
    assert_eq!(QUICK.median("crowd/abort"), Ok(0.0));
}

#[test]
fn the_mended_loop_receives_every_message() {
    assert_eq!(QUICK.median("select/mended"), Ok(20.0));
    assert_eq!(QUICK.median("select/lossy"), Ok(10.0));
}

#[test]
fn the_text_fits_a_terminal() {
    let text = fitting_text("taskgroup", &["--quick"]);
    assert!(text.contains("joined one by one"), "{text}");
}

#[test]
fn absurd_values_are_refused() {
    refuses("taskgroup", &["--tasks", "3"], "--tasks");
    refuses("taskgroup", &["--runs", "0"], "--runs");
}

/// A row's id, its value and its further values.
type Given<'a> = (&'a str, f64, &'a [(&'a str, f64)]);

/// A record of these rows, three equal rounds each.
fn rows(rows: &[Given<'_>]) -> Record {
    let start = RecordBuilder::new("taskgroup");
    rows.iter()
        .fold(start, |record, (id, value, extras)| {
            let record = record.row(id, "s", &[*value; 3]);
            extras.iter().fold(record, |record, (name, value)| {
                record.extra(name, &[*value; 3])
            })
        })
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = BothWays::counted;
    let speed = BothWays::new;
    let joined = |after, steps, how| {
        rows(&[(
            "joined/in_order",
            1.0,
            &[
                ("after_told_s", after),
                ("steps_after_told", steps),
                ("c_how", how),
            ],
        )])
    };
    let late = |told, c_end| {
        rows(&[(
            "joined/slowest_first",
            1.0,
            &[("told_s", told), ("failed_s", 0.2), ("c_end_s", c_end)],
        )])
    };
    let tried = |future, task| {
        rows(&[
            ("try_join/futures", 0.2, &[("c_how", future)]),
            ("try_join/spawned", 1.0, &[("c_how", task)]),
        ])
    };
    let repeat = |worst, runs| rows(&[("repeat", worst, &[("runs", runs)])]);
    let crowd = |told, aborted, [told_dropped, dropped]: [f64; 2]| {
        rows(&[
            (
                "crowd/token",
                told,
                &[("cancelled", told_dropped), ("tasks", 100.0)],
            ),
            (
                "crowd/abort",
                aborted,
                &[("cancelled", dropped), ("tasks", 100.0)],
            ),
        ])
    };
    let panic =
        |how| rows(&[("panic", 0.2, &[("c_how", how), ("told_s", 0.2)])]);
    let timeout = |b, c| {
        rows(&[(
            "timeout",
            0.15,
            &[("b_how", b), ("c_how", c), ("cancelled", 2.0), ("told_s", 0.15)],
        )])
    };
    let errors = |first, all| {
        rows(&[("errors/first", first, &[]), ("errors/all", all, &[])])
    };
    let select = |lossy, mended| {
        rows(&[
            ("select/lossy", lossy, &[("sent", 20.0), ("interrupted", 10.0)]),
            ("select/mended", mended, &[("sent", 20.0)]),
        ])
    };
    let blocking = |done, after| {
        rows(&[
            ("blocking/abort", 0.2, &[("done", done)]),
            ("blocking/timeout", 0.2, &[("after_call_s", after)]),
        ])
    };
    let scope = |waits, flag| {
        rows(&[
            ("scope/waits", 1.0, &[("told_s", waits), ("failed_s", 0.2)]),
            ("scope/flag", 0.2, &[("told_s", flag), ("failed_s", 0.2)]),
        ])
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            speed(
                "detached_outlive",
                joined(0.8, 160.0, DONE),
                &[joined(0.04, 160.0, DONE)],
            )
            .surely(&[joined(0.8, 160.0, CANCELLED), joined(0.8, 0.0, DONE)]),
            speed("order_decides", late(1.01, 1.0), &[late(0.21, 0.2)])
                .surely(&[late(0.9, 1.0)]),
            case(
                "spawned_is_detached",
                tried(CANCELLED, DONE),
                &[tried(CANCELLED, CANCELLED), tried(DONE, DONE)],
            ),
            speed("structured_stops", repeat(1.0, 20.0), &[repeat(51.0, 20.0)])
                .surely(&[repeat(1.0, 19.0)]),
            case(
                "cleaned_up",
                crowd(100.0, 0.0, [100.0; 2]),
                &[
                    crowd(99.0, 0.0, [100.0; 2]),
                    crowd(100.0, 1.0, [100.0; 2]),
                    crowd(100.0, 0.0, [100.0, 99.0]),
                    crowd(99.0, 0.0, [99.0, 100.0]),
                ],
            ),
            case("panic_cancels", panic(CANCELLED), &[panic(DONE)]),
            case(
                "timeout_cancels",
                timeout(CANCELLED, CANCELLED),
                &[timeout(FAILED, CANCELLED), timeout(CANCELLED, DONE)],
            ),
            case(
                "all_errors",
                errors(1.0, 2.0),
                &[errors(1.0, 1.0), errors(0.0, 2.0)],
            ),
            case(
                "select_loses",
                select(10.0, 20.0),
                &[select(10.0, 19.0), select(20.0, 20.0)],
            ),
            case(
                "blocking_runs_on",
                blocking(1.0, 0.1),
                &[blocking(1.0, 0.0), blocking(0.0, 0.1)],
            ),
            speed(
                "scope_waits",
                scope(1.0, 0.205),
                &[scope(1.0, 0.3), scope(0.21, 0.205)],
            ),
        ],
    );
}
