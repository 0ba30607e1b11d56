//! The `stall` example: its command line, its rows, its claims.

#[path = "stall/claims.rs"]
mod claims;
mod common;
#[path = "../examples/stall/conclusions.rs"]
mod conclusions;
#[path = "../examples/stall/facts.rs"]
mod facts;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/stall/ids.rs"]
mod ids;
#[path = "../examples/stall/judges.rs"]
mod judges;
#[path = "../examples/stall/variants.rs"]
mod variants;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{fitting_text, record, refuses};
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
        facts::FACTS,
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
    assert_eq!(told("one_blocker/compute"), 150.0);
    assert_eq!(told("one_blocker/async_sleep"), 50.0);
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

#[test]
fn the_medians_rest_on_as_many_ticks_before_as_after() {
    let record = record("stall", &["--quick", "--pause", "100"]);
    let ticks = |id| record.extra(id, "ticks").unwrap();
    // Eight before, eight after and the one that ends it; beside a stall hardly
    // any between them.
    for id in ["one_thread/thread_sleep", "one_thread/async_sleep"] {
        assert!(ticks(id) >= 17.0, "{id}: {}", ticks(id));
    }
}
