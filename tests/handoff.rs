//! The `handoff` example: its command line, its counts, its claims.

mod common;
#[path = "../examples/handoff/conclusions.rs"]
mod conclusions;
#[path = "../examples/handoff/pin.rs"]
mod pin;
#[path = "../examples/handoff/place.rs"]
mod place;
#[path = "../examples/handoff/ring.rs"]
mod ring;
#[path = "../examples/handoff/tasks.rs"]
mod tasks;
#[path = "../examples/handoff/variants.rs"]
#[expect(dead_code, reason = "the pipe's far end is another program")]
mod variants;

use std::time::Duration;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::record::{ClaimRecord, Record, Verdict};
use measure::testing::RecordBuilder;
use measure::{Row, Sample, run};
use workers::giant_lock::GiantLock;

const TRIPS: u64 = 100;

/// Says yes `TRIPS` times.
fn trips() -> impl FnMut() -> bool + Send + 'static {
    let mut left = TRIPS;
    move || {
        let more = left > 0;
        left = left.saturating_sub(1);
        more
    }
}

#[test]
fn a_ball_between_threads_comes_back_each_time() {
    assert_eq!(variants::std_mpsc(trips()).unwrap(), TRIPS);
    assert_eq!(variants::crossbeam(0, trips()).unwrap(), TRIPS);
    assert_eq!(variants::crossbeam(1, trips()).unwrap(), TRIPS);
    assert_eq!(variants::park(trips()).unwrap(), TRIPS);
    assert_eq!(variants::condvar(trips()).unwrap(), TRIPS);
    assert_eq!(tasks::thread_and_task(trips()).unwrap(), TRIPS);
    let lock = GiantLock::new(Duration::from_millis(5));
    assert_eq!(variants::under_lock(&lock, trips()).unwrap(), TRIPS);
    let lock = Box::leak(Box::new(lock));
    assert_eq!(tasks::under_lock(lock, trips()).unwrap(), TRIPS);
    assert_eq!(lock.waiters(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn the_systems_own_ways_bring_each_ball_back() {
    assert_eq!(variants::eventfd(trips()).unwrap(), TRIPS);
    assert_eq!(variants::futex(|| (), trips()).unwrap(), TRIPS);
}

#[test]
fn spinning_threads_pass_the_ball_also_on_one_core() {
    let mut left = 3;
    let few = move || {
        left -= 1;
        left >= 0
    };
    assert_eq!(variants::spin(few).unwrap(), 3);
}

#[test]
fn a_game_of_no_throws_ends() {
    assert_eq!(variants::std_mpsc(|| false).unwrap(), 0);
    assert_eq!(variants::park(|| false).unwrap(), 0);
    assert_eq!(variants::condvar(|| false).unwrap(), 0);
    assert_eq!(variants::spin(|| false).unwrap(), 0);
    assert_eq!(ring::of_threads(5, || false).unwrap(), 0);
}

#[test]
fn a_ball_between_tasks_comes_back_each_time() {
    for runtime in [tasks::one_thread(), tasks::two_workers()] {
        let runtime = runtime.unwrap();
        let games = [
            tasks::as_tasks(&runtime, tasks::over_mpsc(trips())),
            tasks::as_tasks(&runtime, tasks::over_oneshot(trips())),
            tasks::as_tasks(&runtime, tasks::over_notify(trips())),
            tasks::in_block_on(&runtime, tasks::over_mpsc(trips())),
        ];
        for ball in games {
            assert_eq!(ball.unwrap(), TRIPS);
        }
    }
}

#[test]
fn a_lap_has_as_many_hops_as_workers() {
    let runtime = tasks::one_thread().unwrap();
    for workers in [1, 2, 7] {
        let hops = TRIPS * workers as u64;
        assert_eq!(ring::of_threads(workers, trips()).unwrap(), hops);
        let ring = ring::of_tasks(workers, trips());
        assert_eq!(tasks::as_tasks(&runtime, ring).unwrap(), hops);
    }
}

#[test]
fn yields_and_polls_are_counted() {
    let runtime = tasks::one_thread().unwrap();
    let _entered = runtime.enter();
    let done = runtime.block_on(tasks::yielding(3, 20).join_all());
    assert_eq!(done, [20, 20, 20]);
    assert_eq!(tasks::empty_polls(7), 7);
}

#[cfg(target_os = "linux")]
#[test]
fn pinning_restores_the_cores_it_found() {
    // Affinity is a thread's own, so that other tests are not concerned.
    let found = pin::allowed().unwrap();
    for core in &found {
        let pinned = pin::to_core(*core).unwrap();
        assert_eq!(pin::allowed().unwrap(), [*core]);
        drop(pinned);
        assert_eq!(pin::allowed().unwrap(), found);
    }
    let pinned = pin::to_one_core().unwrap();
    let inherited = std::thread::spawn(|| pin::allowed().unwrap());
    assert_eq!(inherited.join().unwrap(), found[..1]);
    drop(pinned);
    // No machine has this core.
    assert!(pin::to_core(1_023).is_err());
    assert_eq!(pin::allowed().unwrap(), found);
}

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("handoff", &["--quick"]);
    for row in &record.rows {
        assert_eq!(row.samples.len(), 1, "{}: {:?}", row.id, row.not_run);
    }
    let bare = record.rows.iter().filter(|row| row.floor.is_none());
    let bare: Vec<_> = bare.map(|row| row.id.as_str()).collect();
    assert_eq!(bare, ["floor/poll"], "the others have floors");
    common::has_facts(
        &conclusions::facts(),
        &record,
        &[
            "thread_pinned_us",
            "thread_unpinned_us",
            "floor_pinned_us",
            "task_one_thread_ns",
            "task_two_workers_ns",
            "task_block_on_us",
            "switches_per_thread_round_trip",
            "switches_per_task_round_trip",
            "ring_threads_1000_us",
            "ring_tasks_1000_ns",
            "busy_p99_us",
            "idle_p99_us",
        ],
    );
    let without_value: Vec<_> =
        record.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty(), "{without_value:?}");
    let sum = record.facts["share_percent"].value.unwrap();
    let cost = record.median("pinned/std_mpsc").unwrap() / 2.0;
    assert!((sum - 1_000_000.0 * cost).abs() < 1e-9 * sum);
}

#[test]
fn the_text_fits_a_terminal() {
    let args = ["--quick", "--handoffs-per-second", "1000000"];
    let text = fitting_text("handoff", &args);
    assert!(text.contains("1,000,000 hand-offs a second"), "{text}");
}

#[test]
fn absurd_values_are_refused() {
    refuses(
        "handoff",
        &["--handoffs-per-second", "0"],
        "--handoffs-per-second",
    );
    refuses("handoff", &["--handoffs-per-second", "-1"], "-1");
    refuses("handoff", &["--cost-from", "nowhere"], "nowhere");
    refuses("handoff", &["--cost-from", "floor/poll"], "floor/poll");
    refuses("handoff", &["--cost", "1"], "--cost");
}

#[test]
fn a_hop_is_one_handoff_and_a_round_trip_two() {
    let record = rows(&[
        ("pinned/park", 4e-6),
        ("ring_tasks/2", 1e-7),
        ("yield/10", 5e-8),
        ("yield_pinned/10", 5e-8),
    ]);
    assert_eq!(conclusions::handoff(&record, "pinned/park"), Ok(2e-6));
    assert_eq!(conclusions::handoff(&record, "ring_tasks/2"), Ok(1e-7));
    for id in ["yield/10", "yield_pinned/10"] {
        assert_eq!(conclusions::handoff(&record, id), Ok(5e-8));
    }
    let busy = with_extras(
        &[("unpinned/park", 4e-5)],
        &[("unpinned/park", "cpu", 3e-5)],
    );
    let time = conclusions::processor_time(&busy, "unpinned/park");
    assert_eq!(time, Ok(1.5e-5));
}

#[test]
fn the_worked_sum_takes_both_inputs() {
    let mut record = rows(&[("ring_tasks/2", 1e-7)]);
    record.args.insert("handoffs-per-second".into(), "500000".into());
    record.args.insert("cost-from".into(), "ring_tasks/2".into());
    let facts = conclusions::facts();
    let share = facts.iter().find(|f| f.name == "share_percent").unwrap();
    let percent = share.of(&record).value.unwrap();
    assert!((percent - 5.0).abs() < 1e-9, "{percent}");
}

fn judged(claim: &str, record: &Record) -> ClaimRecord {
    let claims = conclusions::claims();
    claims.iter().find(|c| c.id == claim).unwrap().of(record)
}

#[test]
fn on_one_core_no_other_core_is_woken() {
    let record = RecordBuilder::new("handoff").cores(1).build();
    for claim in ["waking_a_core_costs_most", "a_busy_core_is_awake"] {
        assert_eq!(judged(claim, &record).verdict, Verdict::Untestable);
    }
}

#[test]
fn rows_are_named_after_their_place() {
    assert_eq!((place::name(true), place::name(false)), ("pinned", "unpinned"));
    assert_eq!((place::suffix(true), place::suffix(false)), ("_pinned", ""));
}

#[test]
fn where_pinning_is_refused_the_pinned_rows_say_so_and_the_rest_runs() {
    let places = place::Places::new(Err("not permitted".into()));
    assert_eq!(places.refused(), Some("not permitted"));
    let sample = || Ok(Sample::of(1.0));
    let rows = vec![
        places.row(true, "pinned/park".into(), "park", sample),
        Row::sampled("unpinned/park", "park", "s", sample),
    ];
    let measured = run::run(rows, 1, &[], &mut run::Unobserved).unwrap();
    let reason = measured.rows[0].not_run.as_deref();
    assert_eq!(reason, Some("not permitted"));
    assert_eq!(measured.rows[1].samples, [1.0]);

    let record = RecordBuilder::new("handoff")
        .not_run("pinned/park", "s", "not permitted")
        .row("pinned/spin", "s", &[1.0])
        .build();
    let judged = judged("spinning_needs_a_core", &record);
    assert_eq!(judged.verdict, Verdict::Untestable);
    assert!(judged.reason.unwrap().contains("not permitted"));
}

/// A record of rows with one value each.
fn rows(rows: &[(&str, f64)]) -> Record {
    with_extras(rows, &[])
}

/// As [`rows`], and rows of which only further values count.
fn with_extras(rows: &[(&str, f64)], extras: &[(&str, &str, f64)]) -> Record {
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

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds, fails: &[Record]| BothWays {
        claim,
        holds,
        fails: fails.to_vec(),
    };
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
    let thread_switches = |park, condvar| {
        switches(&[
            ("pinned/park", park),
            ("pinned/condvar", condvar),
            ("pinned/std_mpsc", 2.3),
        ])
    };
    let floor = |park, condvar| {
        rows(&[
            ("pinned/futex", 4e-6),
            ("pinned/park", park),
            ("pinned/condvar", condvar),
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
    let tail = |cores, twice, median| {
        with_extras(
            &[
                ("busy_threads/none", 7e-6),
                ("busy_threads/cores", 7e-6),
                ("busy_threads/twice", median),
            ],
            &[
                ("busy_threads/none", "p999", 2e-5),
                ("busy_threads/cores", "p999", cores),
                ("busy_threads/twice", "p999", twice),
            ],
        )
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
        rows(&[
            ("pinned/park", 4e-6),
            ("pinned/futex", 4e-6),
            ("pinned/std_mpsc", ratio * 4e-6),
        ])
    };
    let awake = |ratio| two("busy_threads/none", "busy_threads/one", ratio);
    let lock = |locked, free| {
        rows(&[("busy_locked/one", locked), ("busy_threads/one", free)])
    };
    let cheaper = |ratio| two("pinned/mpsc_one", "pinned/std_mpsc", ratio);
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
        &conclusions::claims(),
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
                thread_switches(2.0, 2.1),
                &[
                    thread_switches(2.0, 2.3),
                    thread_switches(2.3, 2.0),
                    thread_switches(1.7, 2.0),
                ],
            ),
            case("tasks_are_cheaper", cheaper(15.1), &[cheaper(14.9)]),
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
                &[rings(3e-6, 1.5e-7)],
            ),
            case("a_lone_yield_asks_the_driver", lone(3.1), &[lone(2.9)]),
            case(
                "the_tail_is_a_slice",
                tail(1.1e-3, 9e-3, 8e-6),
                &[
                    tail(0.9e-3, 9e-3, 8e-6),
                    tail(1.1e-3, 0.9e-3, 8e-6),
                    tail(1.1e-3, 9e-3, 1e-3),
                ],
            ),
            case(
                "the_lock_moves_the_median",
                lock(10.1e-3, 7e-6),
                &[lock(9.9e-3, 7e-6), lock(10.1e-3, 2e-3)],
            ),
            case(
                "the_lock_spares_the_median_task",
                locked_tasks(3e-7, 5.1e-3),
                &[locked_tasks(3e-7, 4.9e-3), locked_tasks(7e-7, 5.1e-3)],
            ),
            case("tasks_stay_calm", calm(1.9), &[calm(2.1)]),
        ],
    );
}
