//! The claims of `stall`, on records made by hand.

use measure::record::{ClaimRecord, Record, Verdict};
use measure::testing::RecordBuilder;

use super::common::{BothWays, judge_both_ways};
use super::{conclusions, facts};

const HANDLERS: [&str; 5] = [
    "thread_sleep",
    "async_sleep",
    "spawn_blocking",
    "compute",
    "compute_yield",
];

/// A record as a quiet machine gives it, with `changes` to the values of some
/// rows: `row` or `row name`.
fn with(changes: &[(&str, f64)]) -> Record {
    let value = |path: String, usual: f64| {
        let change = changes.iter().find(|(changed, _)| *changed == path);
        [change.map_or(usual, |(_, value)| *value); 3]
    };
    let mut record = RecordBuilder::new("stall");
    let one_blocker = HANDLERS.iter().filter(|h| !h.contains('_'));
    let ids = HANDLERS
        .iter()
        .map(|handler| format!("one_thread/{handler}"))
        .chain(HANDLERS.iter().map(|handler| format!("two_blockers/{handler}")))
        .chain(one_blocker.map(|handler| format!("one_blocker/{handler}")))
        .chain(
            [
                "one_blocker/thread_sleep",
                "one_blocker/compute_yield",
                "two_blockers/block_in_place",
                "from_driver/thread_sleep",
            ]
            .map(String::from),
        );
    for id in ids {
        let blocks = id.ends_with("thread_sleep") || id.ends_with("/compute");
        let gap = match blocks && !id.starts_with("one_blocker") {
            true => 501.0,
            false => 12.0,
        };
        let extra = |name: &str, usual| value(format!("{id} {name}"), usual);
        let share = if id.starts_with("one_blocker") { 8.0 } else { 0.5 };
        record = record
            .row(&id, "ms", &value(id.clone(), gap))
            .extra("pause_ms", &[500.0; 3])
            .extra("told_ms", &[500.0; 3])
            .extra("handler_ms", &extra("handler_ms", 500.5))
            .extra("gap_median_ms", &extra("gap_median_ms", 11.0))
            .extra("yields", &[4000.0; 3])
            .extra("parks", &value(format!("{id} parks"), 4000.0))
            .extra("yield_share_percent", &extra("yield_share_percent", share))
            .extra("busy_ms", &extra("busy_ms", if blocks { 501. } else { 1. }))
            .extra("slow_polls", &extra("slow_polls", f64::from(blocks)));
    }
    for (id, delay) in [
        ("child/blocked", 500.0),
        ("child/two", 500.0),
        ("child/yield", 5.0),
        ("child/in_place", 5.0),
        ("child/elsewhere", 5.0),
    ] {
        record = record
            .row(id, "ms", &value(id.into(), delay))
            .extra("pause_ms", &[500.0; 3])
            .extra("first_ms", &value(format!("{id} first_ms"), 0.1));
    }
    for (id, wait) in
        [("pool/free", 0.1), ("pool/full", 100.0), ("pool/limited", 5.0)]
    {
        record = record
            .row(id, "ms", &value(id.into(), wait))
            .extra("hold_ms", &[100.0; 3])
            .extra("gap_ms", &value(format!("{id} gap_ms"), 12.0));
    }
    for (id, cost) in
        [("cost/bare", 1.0), ("cost/timed", 51.0), ("cost/clock", 45.0)]
    {
        record = record.row(id, "ns", &value(id.into(), cost));
    }
    record.build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, changes: &[(&str, f64)]| {
        let fails: Vec<_> = changes.iter().map(|c| with(&[*c])).collect();
        BothWays::new(claim, with(&[]), &fails)
    };
    let counted = |claim, changes: &[(&str, f64)]| {
        let fails: Vec<_> = changes.iter().map(|c| with(&[*c])).collect();
        BothWays::counted(claim, with(&[]), &fails)
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case(
                "handler_sees_nothing",
                &[
                    ("two_blockers/compute handler_ms", 610.0),
                    ("one_thread/async_sleep handler_ms", 390.0),
                ],
            ),
            case(
                "one_thread_stalls",
                &[
                    ("one_thread/compute", 390.0),
                    ("one_thread/thread_sleep", 390.0),
                ],
            ),
            case(
                "one_thread_mended",
                &[
                    ("one_thread/compute_yield", 170.0),
                    ("one_thread/async_sleep", 170.0),
                    ("one_thread/spawn_blocking", 170.0),
                ],
            ),
            case(
                "median_sees_nothing",
                &[("one_thread/thread_sleep gap_median_ms", 500.0)],
            ),
            case(
                "one_blocker_hides",
                &[
                    ("one_blocker/thread_sleep", 500.0),
                    ("one_blocker/compute", 500.0),
                ],
            ),
            case(
                "two_blockers_stall",
                &[
                    ("two_blockers/thread_sleep", 15.0),
                    ("two_blockers/compute", 15.0),
                ],
            ),
            case(
                "two_blockers_mended",
                &[
                    ("two_blockers/block_in_place", 500.0),
                    ("two_blockers/async_sleep", 170.0),
                    ("two_blockers/spawn_blocking", 170.0),
                    ("two_blockers/compute_yield", 170.0),
                ],
            ),
            case("driver_stalls_alone", &[("from_driver/thread_sleep", 15.0)]),
            case("child_waits", &[("child/blocked", 100.0)]),
            case(
                "only_the_last_child_waits",
                &[("child/two first_ms", 500.0), ("child/two", 100.0)],
            ),
            case(
                "child_cured",
                &[
                    ("child/yield", 500.0),
                    ("child/in_place", 500.0),
                    ("child/elsewhere", 500.0),
                ],
            ),
            case("pool_runs_out", &[("pool/full", 20.0)]),
            case("pool_is_silent", &[("pool/full gap_ms", 100.0)]),
            case("pool_limited", &[("pool/limited", 100.0)]),
            case(
                "yields_are_cheap",
                &[("one_thread/compute_yield yield_share_percent", 30.0)],
            ),
            case(
                "yields_wake_the_idle",
                &[("one_blocker/compute_yield yield_share_percent", 1.0)],
            ),
            counted(
                "poll_timer_finds_it",
                &[
                    ("one_thread/spawn_blocking slow_polls", 1.0),
                    ("one_thread/thread_sleep slow_polls", 0.0),
                    ("one_thread/compute slow_polls", 2.0),
                ],
            ),
            case("poll_timer_is_cheap", &[("cost/timed", 140.0)]),
            case(
                "asleep_counts_as_busy",
                &[
                    ("one_thread/thread_sleep busy_ms", 100.0),
                    ("one_thread/async_sleep busy_ms", 170.0),
                ],
            ),
        ],
    );
}

fn judged(id: &str, record: &Record) -> ClaimRecord {
    let claim = conclusions::CLAIMS.iter().find(|claim| claim.id == id);
    claim.unwrap().of(record)
}

#[test]
fn the_price_of_the_timer_is_paired_by_rounds() {
    // 50 ns more in each round but the last; the medians alone say 148.
    let record = RecordBuilder::new("stall")
        .row("cost/bare", "ns", &[1.0, 102.0, 2.0])
        .row("cost/timed", "ns", &[51.0, 152.0, 150.0])
        .row("cost/clock", "ns", &[45.0; 3])
        .build();
    let fact = facts::FACTS.iter().find(|fact| fact.name == "poll_timer_ns");
    assert_eq!(fact.unwrap().of(&record).value, Some(50.0));
}

#[test]
fn two_rounds_of_three_decide_nothing() {
    for (id, row, other) in [
        ("driver_stalls_alone", "from_driver/thread_sleep", 12.0),
        ("child_waits", "child/blocked", 0.1),
        ("one_blocker_hides", "one_blocker/thread_sleep", 500.0),
    ] {
        let mut record = with(&[]);
        let row = record.rows.iter_mut().find(|r| r.id == row).unwrap();
        row.samples[1] = other;
        let judged = judged(id, &record);
        assert_eq!(judged.verdict, Verdict::Untestable, "{judged:?}");
        let reason = judged.reason.unwrap();
        assert!(reason.contains("2 of 3"), "{id}: {reason}");
    }
}

#[test]
fn a_worker_that_never_slept_was_never_woken() {
    let record = with(&[
        ("one_blocker/compute_yield yield_share_percent", 1.0),
        ("one_blocker/compute_yield parks", 40.0),
    ]);
    let judged = judged("yields_wake_the_idle", &record);
    assert_eq!(judged.verdict, Verdict::Untestable, "{judged:?}");
}
