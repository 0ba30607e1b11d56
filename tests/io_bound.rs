//! The `io_bound` example: its command line, its answer, its claims.

mod common;
#[path = "../examples/io_bound/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/io_bound/ids.rs"]
mod ids;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::Floor;
use measure::record::{Record, Verdict};
use measure::testing::RecordBuilder;

#[test]
fn a_quick_run_has_every_fact_or_the_reason_why_not() {
    let record = record("io_bound", &["--quick"]);
    common::has_facts(
        conclusions::FACTS,
        &record,
        &[
            "async_1000_s",
            "async_10000_s",
            "async_10000_peak_mib",
            "threads_1000_s",
            "threads_10000_s",
            "threads_10000_peak_mib",
            "threads_10000_alive",
            "default_pool_100_s",
            "blocking_pool_1000_s",
        ],
    );
    assert!(record.facts["async_10000_s"].value.is_some());
    let sequential = record.row("sequential/10000").unwrap();
    assert_eq!(
        sequential.not_run.as_deref(),
        Some("can't take less than 1,000 s (10,000 × 100 ms)")
    );
}

#[test]
fn the_text_fits_a_terminal() {
    let args = ["--quick", "--counts", "10,100,1000"];
    let text = fitting_text("io_bound", &args);
    assert!(text.contains("a thread each"), "{text}");
}

#[test]
fn a_shorter_wait_has_a_lower_floor() {
    let args = ["--quick", "--wait-ms", "5", "--counts", "20"];
    let record = record("io_bound", &args);
    let row = record.row("sequential/20").unwrap();
    let floor = row.floor.as_ref().unwrap();
    assert_eq!(floor.value, 0.1);
    assert_eq!(floor.why, "20 × 5.00 ms");
    // How many lived together depends on the machine; more than all can't.
    let alive = record.extra("threads/20", "alive").unwrap();
    assert!((1.0..=20.0).contains(&alive), "{alive}");
}

#[test]
fn absurd_values_are_refused() {
    refuses("io_bound", &["--counts", "0"], "--counts");
    refuses("io_bound", &["--counts", "1000001"], "--counts");
    refuses("io_bound", &["--counts", "ten"], "--counts");
    refuses("io_bound", &["--wait-ms", "0"], "--wait-ms");
    refuses("io_bound", &["--wait-ms", "-5"], "-5");
}

/// One row with a floor of 1 s.
fn one(id: &str, time: f64) -> RecordBuilder {
    RecordBuilder::new("io_bound")
        .row(id, "s", &[time; 3])
        .floor(Floor::hard(1.0, "1 × 1 s"))
}

fn memory(task_mib: f64) -> Record {
    RecordBuilder::new("io_bound")
        .row("all_alive/10000", "s", &[2.5])
        .extra("alive", &[10_000.0])
        .extra("resident_mib", &[100.0])
        .extra("page_tables_mib", &[40.0])
        .extra("kernel_stacks_mib", &[160.0])
        .row("tasks/10000", "s", &[0.1])
        .extra("peak_mib", &[8.0])
        .row("tasks/100000", "s", &[0.2])
        .extra("peak_mib", &[8.0 + task_mib])
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds, fails| BothWays::new(claim, holds, &[fails]);
    let counted =
        |claim, holds, fails| BothWays::counted(claim, holds, &[fails]);
    let pool = |time| one("default_pool/100", time).build();
    let threads = |time| one("threads/1000", time).build();
    let tasks = |time| one("tasks/10000", time).build();
    let alive = |n| {
        let row = one("threads/10000", 1.0);
        row.extra("alive", &[n; 3]).build()
    };
    let both = |all_cores| {
        one("tasks/10000", 1.1)
            .row("tasks_all_cores/10000", "s", &[all_cores; 3])
            .build()
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case("default_pool_waits_in_rounds", pool(1.1), pool(1.6)),
            case("threads_carry_a_thousand", threads(1.9), threads(3.1)),
            counted("threads_cost_memory", memory(40.0), memory(400.0)),
            case("async_stays_at_the_floor", tasks(1.1), tasks(1.3)),
            case("threads_never_all_alive", alive(210.0), alive(9_999.0)),
            case("second_core_waits_no_faster", both(1.1), both(0.8)),
        ],
    );
}

#[test]
fn the_price_of_a_task_is_that_of_the_additional_ones() {
    let facts = conclusions::FACTS;
    let value = |name: &str, record: &Record| {
        let fact = facts.iter().find(|fact| fact.name == name).unwrap();
        fact.of(record).value.unwrap()
    };
    // 45 MiB for 90,000 tasks; 300 MiB for 10,000 threads.
    let record = memory(45.0);
    assert_eq!(value("task_kib", &record), 0.512);
    assert_eq!(value("thread_kib", &record), 30.72);
    assert_eq!(value("thread_over_task", &record), 60.0);
}

#[test]
fn without_the_large_rows_memory_can_not_be_told() {
    let record = RecordBuilder::new("io_bound")
        .not_run("all_alive/10000", "s", "a quick run leaves it out")
        .build();
    let claims = conclusions::CLAIMS;
    let memory = claims.iter().find(|c| c.id == "threads_cost_memory").unwrap();
    assert_eq!(memory.of(&record).verdict, Verdict::Untestable);
}
