//! The `start_cost` example: its command line, its claims, its limits.

mod common;
#[path = "../examples/start_cost/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/start_cost/ids.rs"]
mod ids;
#[path = "../examples/start_cost/variants.rs"]
mod variants;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use ids::*;
use measure::record::Record;
use measure::testing::RecordBuilder;

#[test]
fn a_quick_run_has_every_fact_or_the_reason_why_not() {
    let record = record("start_cost", &["--quick"]);
    common::has_facts(
        conclusions::FACTS,
        &record,
        &[
            "thread_us",
            "task_ns",
            "process_us",
            "thread_kib",
            "thread_resident_kib",
            "task_kib",
        ],
    );
    let crowd = record.row("process/10000").unwrap();
    assert!(crowd.not_run.is_some());
    if cfg!(target_os = "linux") {
        assert_eq!(record.extra(MEMORY_THREAD_1000, ALIVE), Ok(1_000.0));
        assert_eq!(record.extra(MEMORY_TASK_100000, ALIVE), Ok(100_000.0));
        assert!(record.extra(MEMORY_THREAD_1000, RESERVED_KIB).is_ok());
    }
}

#[test]
fn the_text_fits_a_terminal() {
    let text = fitting_text("start_cost", &["--quick"]);
    assert!(text.contains("job for a blocking pool"), "{text}");
}

#[test]
fn absurd_values_are_refused() {
    refuses("start_cost", &["--workers", "3"], "--workers");
    refuses("start_cost", &["--runs", "0"], "--runs");
}

#[test]
fn every_way_ends_as_many_workers_as_it_started() {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.build().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for count in [0, 1, 7] {
        assert_eq!(variants::tasks(&runtime, count), count);
        assert_eq!(variants::rayon_jobs(&pool, count), count);
        assert_eq!(variants::blocking_jobs(&runtime, count), count);
        assert_eq!(variants::threads(count).unwrap(), count);
    }
    let refused = || Err(std::io::Error::other("no process today"));
    assert!(variants::processes(1, refused).is_err());
}

#[test]
fn idle_workers_are_all_alive_while_they_are_looked_at() {
    let (alive, refusal) = variants::idle_threads(20, |alive| alive);
    assert_eq!((alive, refusal.is_none()), (20, true));
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.build().unwrap();
    assert_eq!(variants::idle_tasks(&runtime, 1_000, |alive| alive), 1_000);
}

/// A record of these rows, three equal rounds each.
fn rows(rows: &[(&str, f64)]) -> Record {
    let start = RecordBuilder::new("start_cost");
    rows.iter()
        .fold(start, |record, (id, value)| record.row(id, "s", &[*value; 3]))
        .build()
}

/// Resident memory, kernel stack, page tables and reserved addresses of one
/// of ten thousand threads, in KiB.
fn thread_memory([resident, stack, tables, reserved]: [f64; 4]) -> Record {
    RecordBuilder::new("start_cost")
        .row(MEMORY_THREAD_10000, "KiB", &[resident + stack + tables; 3])
        .extra(RESIDENT_KIB, &[resident; 3])
        .extra(STACK_KIB, &[stack; 3])
        .extra(TABLES_KIB, &[tables; 3])
        .extra(RESERVED_KIB, &[reserved; 3])
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let pair = |over, under| {
        move |ratio: f64| rows(&[(over, ratio * 1e-6), (under, 1e-6)])
    };
    let task = pair(THREAD_1, TASK_1);
    let process = pair(PROCESS_1, THREAD_1);
    let pool = pair(THREAD_100, RAYON_100);
    let million = |kib| rows(&[(MEMORY_TASK_1000000, kib)]);
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            BothWays::new("thread_costs_ten_tasks", task(90.0), &[task(8.0)]),
            BothWays::new(
                "process_costs_five_threads",
                process(20.0),
                &[process(3.0)],
            ),
            BothWays::new("warm_pools_start_nothing", pool(9.0), &[pool(1.5)]),
            BothWays::counted(
                "reserved_is_not_used",
                thread_memory([9.0, 16.0, 4.0, 2060.0]),
                &[thread_memory([60.0, 16.0, 4.0, 2060.0])],
            ),
            BothWays::counted(
                "kernel_keeps_its_part",
                thread_memory([9.0, 16.0, 4.0, 2060.0]),
                &[thread_memory([30.0, 16.0, 4.0, 2060.0])],
            ),
            BothWays::counted(
                "a_million_tasks_fit",
                million(0.45),
                &[million(1.5)],
            ),
        ],
    );
}
