//! The `cpu_bound` example: its command line, its answer, its claims.

mod common;
#[path = "../examples/cpu_bound/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/cpu_bound/ids.rs"]
mod ids;

use std::process::Command;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::record::{Record, Verdict};
use measure::testing::RecordBuilder;

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("cpu_bound", &["--quick"]);
    assert!(record.rows.iter().all(|row| row.samples.len() == 1));
    common::has_facts(
        conclusions::FACTS,
        &record,
        &[
            "sequential_s",
            "speedup_threads_2",
            "speedup_threads_4",
            "speedup_rayon",
            "speedup_processes_2",
            "process_start_8_s",
            "speedup_locked_4",
        ],
    );
    let without_value: Vec<_> =
        record.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty(), "{without_value:?}");
}

#[test]
fn the_text_fits_a_terminal() {
    let text = fitting_text("cpu_bound", &["--quick"]);
    assert!(text.contains("threads ×2"), "{text}");
}

#[test]
fn other_worker_counts_get_rows_of_their_own() {
    let args = ["--quick", "--workers", "7,1", "--jobs", "2"];
    let record = record("cpu_bound", &args);
    let counts = |group: &str| -> Vec<usize> {
        record.group(group).map(conclusions::workers).collect()
    };
    assert_eq!(counts("processes"), [1, 7]);
    assert_eq!(record.args["workers"], "7,1");
    assert_eq!(record.facts["speedup_processes_2"].value, None);
    // As many threads as cores, and twice as many, whatever was asked for.
    let cores = record.machine.cores;
    for threads in [1, 7, cores, 2 * cores] {
        assert!(counts("threads").contains(&threads), "{threads}");
    }
}

#[test]
fn absurd_values_are_refused() {
    refuses("cpu_bound", &["--workers", "0"], "--workers");
    refuses("cpu_bound", &["--workers", "65"], "--workers");
    refuses("cpu_bound", &["--workers", ""], "--workers");
    refuses("cpu_bound", &["--jobs", "0"], "--jobs");
    refuses("cpu_bound", &["--jobs", "-1"], "-1");
    refuses("cpu_bound", &["--iterations", "99999999999"], "--iterations");
    refuses("cpu_bound", &["--worker", "1"], "--worker");
}

#[test]
fn the_pool_has_a_thread_a_core_whatever_the_environment_says() {
    let args = ["--quick", "--format", "json", "-q", "--iterations", "1000"];
    let output = Command::new(common::program::program("cpu_bound"))
        .args(args)
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    let record = Record::parse(&output.stdout).unwrap();
    let floor = record.row("rayon").unwrap().floor.as_ref().unwrap();
    let cores = record.machine.cores;
    assert_eq!(floor.why, format!("sequential ÷ {cores}"));
}

/// Rows of three equal rounds each, of eight jobs on two cores.
fn times(rows: &[(&str, f64)]) -> Record {
    on_cores(2, 8, rows)
}

fn on_cores(cores: usize, jobs: u64, rows: &[(&str, f64)]) -> Record {
    let start = RecordBuilder::new("cpu_bound")
        .cores(cores)
        .option("jobs", &jobs.to_string());
    rows.iter()
        .fold(start, |record, (id, time)| record.row(id, "s", &[*time; 3]))
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds, fails| BothWays::new(claim, holds, &[fails]);
    let pair = |over, time, under, one| times(&[(over, time), (under, one)]);
    let processes = |time| {
        times(&[("threads/2", 0.5), ("processes/2", time), ("start/8", 0.04)])
    };
    let short = |two| {
        times(&[
            ("start/8", 0.02),
            ("short/sequential", 1e-4),
            ("short/processes/2", two),
        ])
    };
    let threads = |two| {
        times(&[("sequential", 1.0), ("threads/1", 1.0), ("threads/2", two)])
    };
    let beyond = |four| pair("threads/2", 0.5, "threads/4", four);
    let rayon = |two, four| {
        times(&[("threads/2", two), ("threads/4", four), ("rayon", 0.5)])
    };
    let waited = |seconds: f64| {
        RecordBuilder::new("cpu_bound")
            .option("jobs", "8")
            .row("sequential", "s", &[1.0; 3])
            .row("tasks_all_cores", "s", &[0.5; 3])
            .extra("waited_s", &[seconds; 3])
            .build()
    };
    let locked = |two, four| {
        times(&[("unlocked", 1.0), ("locked/2", two), ("locked/4", four)])
    };
    let loops = |tables_10, formula_10| {
        times(&[
            ("fold/tables_1", 1e-3),
            ("fold/tables_10", tables_10),
            ("fold/formula_1", 2e-9),
            ("fold/formula_10", formula_10),
        ])
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case("threads_scale", threads(0.52), threads(0.7)),
            case("no_gain_beyond_cores", beyond(0.5), beyond(0.25)),
            case(
                "a_thread_costs_nothing",
                pair("threads/1", 1.02, "sequential", 1.0),
                pair("threads/1", 1.4, "sequential", 1.0),
            ),
            case("processes_compute_as_fast", processes(0.55), processes(0.7)),
            case("short_jobs_stay_home", short(2e-3), short(5e-5)),
            BothWays::new(
                "default_pool_fits",
                rayon(0.49, 0.5),
                // Either count is enough to refute it.
                &[rayon(0.4, 0.5), rayon(0.5, 0.4)],
            ),
            case(
                "tasks_gain_nothing",
                pair("tasks", 1.02, "sequential", 1.0),
                pair("tasks", 0.5, "sequential", 1.0),
            ),
            case(
                "tasks_fill_the_cores",
                pair("tasks_all_cores", 0.52, "threads/2", 0.5),
                pair("tasks_all_cores", 1.0, "threads/2", 0.5),
            ),
            case("tasks_hold_up_the_others", waited(0.25), waited(0.01)),
            BothWays::new(
                "one_lock_one_core",
                locked(1.1, 0.99),
                &[locked(0.6, 1.1), locked(1.1, 0.6)],
            ),
            case(
                "join_crosses_into_the_pool",
                pair("join/main", 900.0, "join/inside", 14.0),
                pair("join/main", 125.0, "join/inside", 14.0),
            ),
            BothWays::new(
                "loop_is_run",
                loops(1e-2, 2e-9),
                // A loop that is not run; a sum that is one.
                &[loops(1e-3, 2e-9), loops(1e-2, 2e-8)],
            ),
        ],
    );
}

fn judged(claim: &str, record: &Record) -> (Verdict, String) {
    let claims = conclusions::CLAIMS;
    let claim = claims.iter().find(|c| c.id == claim).unwrap().of(record);
    (claim.verdict, claim.reason.unwrap_or_default())
}

#[test]
fn the_rows_compared_are_those_of_this_machine_s_cores() {
    for cores in [1, 3, 6, 12] {
        let (at, beyond) =
            (format!("threads/{cores}"), format!("threads/{}", 2 * cores));
        let jobs = 8u64.next_multiple_of(cores as u64);
        let record = |at_s, beyond_s, rayon| {
            // A row of a count that is no multiple of the cores is no match
            // for either of them.
            let other = format!("threads/{}", cores + 1);
            let rows = [
                (other.as_str(), 0.1),
                (at.as_str(), at_s),
                (beyond.as_str(), beyond_s),
                ("rayon", rayon),
            ];
            // With one core the other count is the double one.
            on_cores(cores, jobs, &rows[usize::from(cores == 1)..])
        };
        let even = record(0.5, 0.5, 0.5);
        let (gains, slow) = (record(0.5, 0.25, 0.5), record(0.5, 0.5, 0.8));
        for (claim, fails) in
            [("no_gain_beyond_cores", gains), ("default_pool_fits", slow)]
        {
            assert_eq!(judged(claim, &even).0, Verdict::Holds, "{cores}");
            assert_eq!(judged(claim, &fails).0, Verdict::Fails, "{cores}");
        }
    }
}

#[test]
fn jobs_that_the_cores_can_not_share_evenly_say_nothing_of_more_threads() {
    let rows = [("threads/6", 0.25), ("threads/12", 0.17), ("rayon", 0.25)];
    let record = on_cores(6, 8, &rows);
    for claim in ["no_gain_beyond_cores", "default_pool_fits"] {
        let (verdict, reason) = judged(claim, &record);
        assert_eq!(verdict, Verdict::Untestable, "{claim}");
        assert_eq!(reason, "6 cores can't share 8 jobs evenly");
    }
}

#[test]
fn threads_are_measured_by_what_the_jobs_allow() {
    // Five threads have eight jobs: one of them runs two, so 4 × is all.
    let rows = [("sequential", 1.0), ("threads/5", 0.26)];
    let scale = |cores| judged("threads_scale", &on_cores(cores, 8, &rows)).0;
    assert_eq!(scale(12), Verdict::Holds);
    assert_eq!(scale(3), Verdict::Untestable, "five are too many for three");
    let (verdict, reason) = judged("threads_scale", &on_cores(1, 8, &rows));
    assert_eq!(verdict, Verdict::Untestable);
    assert!(reason.contains("may use one core only"), "{reason}");
}

#[test]
fn jobs_longer_than_a_start_are_another_claim_s() {
    let rows = [
        ("start/8", 0.008),
        ("short/sequential", 0.016),
        ("short/processes/2", 0.01),
    ];
    let (verdict, reason) = judged("short_jobs_stay_home", &times(&rows));
    assert_eq!(verdict, Verdict::Untestable);
    assert!(reason.contains("starts faster"), "{reason}");
}
