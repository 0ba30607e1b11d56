//! The `stall` example: its command line, its rows, its claims.

mod common;
#[path = "../examples/stall/conclusions.rs"]
mod conclusions;
#[path = "../examples/stall/facts.rs"]
mod facts;
#[path = "../examples/stall/judges.rs"]
mod judges;
#[path = "../examples/stall/variants.rs"]
mod variants;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::record::Record;
use measure::testing::RecordBuilder;
use tokio::runtime::Builder;

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("stall", &["--quick"]);
    let row = record.row("one_thread/block_in_place").unwrap();
    assert!(row.samples.is_empty() && row.not_run.is_some());
    let others =
        record.rows.iter().filter(|r| r.id != "one_thread/block_in_place");
    for row in others {
        assert_eq!(row.samples.len(), 1, "{}", row.id);
    }
    common::has_facts(
        &facts::facts(),
        &record,
        &[
            "gap_blocking_one_thread_ms",
            "gap_async_ms",
            "gap_spawn_blocking_ms",
            "gap_two_blockers_two_workers_ms",
            "gap_lifo_ms",
            "poll_timer_ns",
        ],
    );
    let without_value: Vec<_> =
        record.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty(), "{without_value:?}");
    let reports = |id| record.extra(id, "slow_polls").unwrap();
    assert_eq!(reports("one_thread/thread_sleep"), 1.0);
    assert_eq!(reports("two_blockers/thread_sleep"), 2.0);
    let told = |id| record.extra(id, "told_ms").unwrap();
    assert_eq!(told("one_blocker/compute"), 200.0);
    assert_eq!(told("one_blocker/async_sleep"), 100.0);
}

#[test]
fn every_table_fits_a_terminal() {
    // The shortest pause: the form is what is looked at.
    for table in
        ["main", "workers", "yields", "child", "pool", "metrics", "cost"]
    {
        let args = ["--quick", "--pause", "100", "--table", table];
        fitting_text("stall", &args);
    }
}

#[test]
fn absurd_values_are_refused() {
    refuses("stall", &["--pause", "99"], "--pause");
    refuses("stall", &["--pause", "5001"], "--pause");
    refuses("stall", &["--pause", "half a second"], "--pause");
    refuses("stall", &["--period", "0"], "--period");
    refuses("stall", &["--period", "21"], "--period");
    refuses("stall", &["--periods", "10"], "--periods");
}

/// What rustc says about `refused/<name>.rs`, and whether it accepts it.
fn rustc(name: &str) -> (bool, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("rustc")
        .args(["--edition", "2024", "--emit=metadata", "-o"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
        .arg(root.join(format!("examples/stall/refused/{name}.rs")))
        .output()
        .expect("rustc is there: it built this test");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), message)
}

#[test]
fn the_compiler_warns_of_a_future_that_is_never_awaited() {
    let (accepted, message) = rustc("never_awaited");
    assert!(accepted, "{message}");
    assert!(message.contains("unused_must_use"), "{message}");
}

#[test]
fn the_compiler_refuses_a_guard_across_an_await_even_if_dropped() {
    for name in ["guard_across_await", "guard_dropped"] {
        let (accepted, message) = rustc(name);
        assert!(!accepted, "{name} compiles");
        let taught = "future cannot be sent between threads safely";
        assert!(message.contains(taught), "{message}");
    }
}

fn one_thread() -> tokio::runtime::Runtime {
    Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(2)
        .build()
        .unwrap()
}

fn two_workers() -> tokio::runtime::Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap()
}

const PAUSE: Duration = Duration::from_millis(5);

#[test]
#[should_panic(expected = "can call blocking only when running on the multi")]
fn block_in_place_panics_on_the_one_thread_runtime() {
    one_thread().block_on(variants::in_place(PAUSE));
}

#[test]
fn the_polite_loop_yields_once_a_slice() {
    let yields = one_thread().block_on(variants::compute_politely(PAUSE));
    assert!(yields.count >= 1);
    assert!(yields.count as u128 <= PAUSE.as_nanos() / 100_000);
    assert!(yields.away > Duration::ZERO);
    assert_eq!(variants::SLICE, Duration::from_micros(100));
}

/// Whether a task that was ready before runs before `handler` is done, on one
/// thread.
fn lets_others_run(handler: impl Future) -> bool {
    one_thread().block_on(async {
        let ran = Arc::new(AtomicBool::new(false));
        let others = ran.clone();
        tokio::spawn(async move { others.store(true, Ordering::Relaxed) });
        handler.await;
        ran.load(Ordering::Relaxed)
    })
}

#[test]
fn only_a_handler_that_returns_to_the_runtime_lets_others_run() {
    assert!(!lets_others_run(variants::thread_sleep(PAUSE)));
    assert!(!lets_others_run(variants::compute(PAUSE)));
    assert!(lets_others_run(variants::async_sleep(PAUSE)));
    assert!(lets_others_run(variants::on_the_blocking_pool(PAUSE)));
    assert!(lets_others_run(variants::compute_politely(PAUSE)));
}

/// More than any machine takes to start a child that may run.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_cured_parent_never_needs_its_patience() {
    // Without the cure this test would take a minute and then fail.
    let runtime = two_workers();
    for delay in runtime.block_on(async {
        [
            tokio::spawn(variants::yields_first(PATIENCE)).await,
            tokio::spawn(variants::blocks_in_place(PATIENCE)).await,
            tokio::spawn(variants::blocks_elsewhere(PATIENCE)).await,
        ]
    }) {
        assert!(delay.unwrap().unwrap() < PATIENCE);
    }
}

#[test]
fn a_parent_that_blocks_ends_by_its_patience() {
    let runtime = two_workers();
    let run = async { tokio::spawn(variants::blocks(PAUSE)).await };
    assert!(runtime.block_on(run).unwrap().is_ok());
    let run = async { tokio::spawn(variants::two_children(PAUSE)).await };
    assert!(runtime.block_on(run).unwrap().is_ok());
}

#[test]
fn a_short_job_is_run_behind_a_full_pool_and_behind_turns() {
    for at_once in [1, 2] {
        let wait = variants::short_job_behind(2, at_once, PAUSE);
        assert!(one_thread().block_on(wait).is_ok());
    }
}

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
        [change.map_or(usual, |(_, value)| *value)]
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
            .extra("pause_ms", &[500.0])
            .extra("told_ms", &[500.0])
            .extra("handler_ms", &extra("handler_ms", 500.5))
            .extra("gap_median_ms", &extra("gap_median_ms", 11.0))
            .extra("yields", &[4000.0])
            .extra("yield_share_percent", &extra("yield_share_percent", share))
            .extra("busy_ms", &extra("busy_ms", if blocks { 501. } else { 1. }))
            .extra("slow_polls", &extra("slow_polls", f64::from(blocks)));
    }
    for (id, delay) in [
        ("child/blocked", 500.0),
        ("child/two", 500.0),
        ("child/yield", 0.1),
        ("child/in_place", 0.1),
        ("child/elsewhere", 0.1),
    ] {
        record = record
            .row(id, "ms", &value(id.into(), delay))
            .extra("pause_ms", &[500.0])
            .extra("first_ms", &value(format!("{id} first_ms"), 0.1));
    }
    for (id, wait) in
        [("pool/free", 0.1), ("pool/full", 100.0), ("pool/limited", 0.1)]
    {
        record = record
            .row(id, "ms", &value(id.into(), wait))
            .extra("hold_ms", &[100.0])
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
    judge_both_ways(
        &conclusions::claims(),
        &[
            case(
                "handler_sees_nothing",
                &[
                    ("two_blockers/compute handler_ms", 560.0),
                    ("one_thread/async_sleep handler_ms", 440.0),
                ],
            ),
            case(
                "one_thread_stalls",
                &[
                    ("one_thread/compute", 499.0),
                    ("one_thread/thread_sleep", 499.0),
                ],
            ),
            case(
                "one_thread_mended",
                &[
                    ("one_thread/compute_yield", 51.0),
                    ("one_thread/async_sleep", 51.0),
                    ("one_thread/spawn_blocking", 51.0),
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
                    ("two_blockers/async_sleep", 51.0),
                    ("two_blockers/spawn_blocking", 51.0),
                    ("two_blockers/compute_yield", 51.0),
                ],
            ),
            case("driver_stalls_alone", &[("from_driver/thread_sleep", 15.0)]),
            case("child_waits", &[("child/blocked", 0.1)]),
            case(
                "only_the_last_child_waits",
                &[("child/two first_ms", 500.0), ("child/two", 0.2)],
            ),
            case(
                "child_cured",
                &[
                    ("child/yield", 500.0),
                    ("child/in_place", 500.0),
                    ("child/elsewhere", 500.0),
                ],
            ),
            case("pool_runs_out", &[("pool/full", 0.1)]),
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
            case(
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
                    ("one_thread/thread_sleep busy_ms", 1.0),
                    ("one_thread/async_sleep busy_ms", 60.0),
                ],
            ),
        ],
    );
}
