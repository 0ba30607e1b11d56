//! The claims of `handoff` and its worked sum, on records made by hand.

use measure::record::Record;
use measure::testing::RecordBuilder;

use super::common::{BothWays, judge_both_ways};
use super::{conclusions, facts};

#[test]
fn a_hop_is_one_handoff_and_a_round_trip_two() {
    let record = rows(&[
        ("pinned/park", 4e-6),
        ("ring_tasks/2", 1e-7),
        ("yield/10", 5e-8),
        ("yield_pinned/10", 5e-8),
    ]);
    let handoff = |id| facts::handoff(&record, id).unwrap().values();
    assert_eq!(handoff("pinned/park"), [2e-6; 3]);
    assert_eq!(handoff("ring_tasks/2"), [1e-7; 3]);
    for id in ["yield/10", "yield_pinned/10"] {
        assert_eq!(handoff(id), [5e-8; 3]);
    }
    let busy = with_extras(
        &[("unpinned/park", 4e-5)],
        &[("unpinned/park", "cpu", 3e-5)],
    );
    let time = facts::processor_time(&busy, "unpinned/park");
    assert_eq!(time, Ok(1.5e-5));
    for id in ["busy_threads/one", "pinned/pipe"] {
        assert!(facts::processor_time(&busy, id).is_err(), "{id}");
    }
}

#[test]
fn the_worked_sum_takes_both_inputs() {
    let mut record = rows(&[("ring_tasks/2", 1e-7)]);
    record.options.insert("handoffs-per-second".into(), "500000".into());
    record.options.insert("cost-from".into(), "ring_tasks/2".into());
    let share = facts::FACTS.iter().find(|f| f.name == "share_percent");
    let share = share.unwrap();
    let percent = share.of(&record).value.unwrap();
    assert!((percent - 5.0).abs() < 1e-9, "{percent}");
}

/// A record of rows with one value each.
pub(super) fn rows(rows: &[(&str, f64)]) -> Record {
    with_extras(rows, &[])
}

/// As [`rows`], and rows of which only further values count.
pub(super) fn with_extras(
    rows: &[(&str, f64)],
    extras: &[(&str, &str, f64)],
) -> Record {
    let mut record = RecordBuilder::new("handoff");
    for (id, value) in rows {
        record = record.row(id, "s", &[*value; 3]);
        for (_, name, value) in extras.iter().filter(|(row, ..)| row == id) {
            record = record.extra(name, &[*value; 3]);
        }
    }
    record.build()
}

fn switches(each: &[(&str, f64)]) -> Record {
    let all: Vec<_> = each.iter().map(|(id, _)| (*id, 1e-6)).collect();
    let extras: Vec<_> =
        each.iter().map(|(id, n)| (*id, "switches", *n)).collect();
    with_extras(&all, &extras)
}

/// The slowest of a thousand beside busy threads, and the median there.
pub(super) fn tail(slowest: f64, median: f64) -> Record {
    with_extras(
        &[("busy_threads/none", 7e-6), ("busy_threads/twice", median)],
        &[
            ("busy_threads/none", "p999", 2e-5),
            ("busy_threads/twice", "trips", 5_000.0),
            ("busy_threads/twice", "p999", slowest),
        ],
    )
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = BothWays::new;
    let two = |under: &'static str, over: &'static str, ratio: f64| {
        rows(&[(under, 1e-6), (over, ratio * 1e-6)])
    };
    let task_switches = |mpsc, oneshot, notify| {
        switches(&[
            ("unpinned/mpsc_one", mpsc),
            ("unpinned/oneshot_one", oneshot),
            ("unpinned/notify_one", notify),
        ])
    };
    let thread_switches = |park, condvar, channel| {
        switches(&[
            ("pinned/park", park),
            ("pinned/condvar", condvar),
            ("pinned/std_mpsc", channel),
        ])
    };
    let floor = |park, condvar| {
        rows(&[
            ("pinned/futex", 4e-6),
            ("pinned/park", park),
            ("pinned/condvar", condvar),
            ("pinned/std_mpsc", 7e-6),
            ("pinned/crossbeam_1", 9e-6),
        ])
    };
    let rings = |threads, tasks| {
        rows(&[
            ("ring_threads_pinned/2", 3e-6),
            ("ring_threads_pinned/1000", threads),
            ("ring_tasks_pinned/2", 1e-7),
            ("ring_tasks_pinned/1000", tasks),
        ])
    };
    let locked_tasks = |median, longest| {
        with_extras(
            &[
                ("busy_locked_tasks/none", 3e-7),
                ("busy_locked_tasks/one", median),
            ],
            &[
                ("busy_locked_tasks/none", "max", 4e-5),
                ("busy_locked_tasks/one", "max", longest),
            ],
        )
    };
    let channel = |ratio| {
        rows(&[("pinned/park", 4e-6), ("pinned/std_mpsc", ratio * 4e-6)])
    };
    let awake = |ratio: f64| {
        rows(&[
            ("busy_threads/none", 4e-5),
            ("busy_threads_pinned/none", 7e-6),
            ("busy_threads/spare", ratio * 4e-5),
        ])
    };
    let lock = |locked, free| {
        rows(&[("busy_locked/one", locked), ("busy_threads/one", free)])
    };
    let cheaper = |ratio| two("pinned/mpsc_one", "pinned/std_mpsc", ratio);
    let pinning = |ratio| two("pinned/mpsc_one", "unpinned/mpsc_one", ratio);
    let first = |ratio| {
        two("busy_threads_pinned/none", "busy_threads_pinned/twice", ratio)
    };
    let looking = |ratio| two("pinned/park", "pinned/crossbeam_1", ratio);
    let waking = |ratio| two("pinned/futex", "apart/futex", ratio);
    let spinning = |ratio| two("pinned/park", "pinned/spin", ratio);
    let block_on = |ratio| two("unpinned/mpsc_two", "unpinned/block_on", ratio);
    let lone = |ratio| two("yield/100", "yield/1", ratio);
    let calm = |ratio: f64| {
        with_extras(
            &[("busy_tasks/none", 3e-7), ("busy_tasks/twice", ratio * 3e-7)],
            &[
                ("busy_tasks/none", "max", 4e-5),
                ("busy_tasks/twice", "max", 8e-3),
            ],
        )
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case(
                "tasks_make_no_switch",
                task_switches(0.0, 0.001, 0.009),
                &[
                    task_switches(0.0, 0.001, 0.011),
                    task_switches(0.0, 0.011, 0.0),
                    task_switches(0.011, 0.0, 0.0),
                ],
            ),
            case(
                "threads_make_two",
                thread_switches(2.0, 2.1, 2.0),
                &[
                    thread_switches(2.0, 3.0, 2.0),
                    thread_switches(3.0, 2.0, 2.0),
                    thread_switches(1.0, 2.0, 2.0),
                    thread_switches(2.0, 2.0, 4.0),
                ],
            ),
            case(
                "pinning_is_nothing_to_tasks",
                pinning(1.1),
                &[pinning(0.7), pinning(1.4)],
            ),
            case("waking_up_goes_first", first(1.9), &[first(2.1)]),
            case("tasks_are_cheaper", cheaper(5.1), &[cheaper(4.9)]),
            case(
                "near_floor",
                floor(5.9e-6, 5e-6),
                &[floor(6.1e-6, 5e-6), floor(5e-6, 6.1e-6)],
            ),
            case("a_channel_costs_more", channel(1.3), &[channel(1.2)]),
            case("looking_first_costs", looking(1.3), &[looking(1.1)]),
            case("waking_a_core_costs_most", waking(2.1), &[waking(1.9)]),
            case("a_busy_core_is_awake", awake(0.4), &[awake(0.6)]),
            case("spinning_needs_a_core", spinning(101.0), &[spinning(99.0)]),
            case("block_on_is_no_worker", block_on(5.1), &[block_on(4.9)]),
            case(
                "rings_of_threads_grow",
                rings(9e-6, 1e-7),
                // By as much, which is no larger factor.
                &[rings(3e-6, 1.5e-7), rings(9e-6, 3e-7)],
            ),
            case("a_lone_yield_asks_the_driver", lone(3.1), &[lone(2.9)]),
            case(
                "the_tail_is_a_slice",
                tail(1.1e-3, 8e-6),
                &[tail(0.9e-3, 8e-6), tail(9e-3, 1e-3)],
            ),
            case(
                "the_lock_moves_the_median",
                lock(10.1e-3, 7e-6),
                &[lock(5.1e-3, 7e-6), lock(10.1e-3, 2e-3)],
            ),
            case(
                "the_lock_spares_the_median_task",
                locked_tasks(3e-7, 5.1e-3),
                &[locked_tasks(3e-7, 2.4e-3), locked_tasks(7e-7, 5.1e-3)],
            ),
            case("tasks_stay_calm", calm(1.9), &[calm(2.1)]),
        ],
    );
}
