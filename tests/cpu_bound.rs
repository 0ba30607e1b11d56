//! The `cpu_bound` example: its command line, its answer, its claims.

mod common;
#[path = "../examples/cpu_bound/conclusions.rs"]
mod conclusions;
#[path = "../examples/cpu_bound/facts.rs"]
mod facts;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::record::Record;
use measure::testing::RecordBuilder;

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("cpu_bound", &["--quick"]);
    assert!(record.rows.iter().all(|row| row.samples.len() == 1));
    common::has_facts(
        &facts::facts(),
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
    let record =
        record("cpu_bound", &["--quick", "--workers", "3,1", "--jobs", "2"]);
    let threads: Vec<_> = record.group("threads").map(|r| &*r.id).collect();
    assert_eq!(threads, ["threads/1", "threads/3"]);
    assert_eq!(record.args["workers"], "3,1");
    assert_eq!(record.facts["speedup_threads_2"].value, None);
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

/// One row more than a claim needs, so that a claim reads the right ones.
fn times(sequential: f64, rows: &[(&str, f64)]) -> Record {
    let start = RecordBuilder::new("cpu_bound").row(
        "sequential",
        "s",
        &[sequential; 3],
    );
    rows.iter()
        .fold(start, |record, (id, time)| record.row(id, "s", &[*time; 3]))
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds, fails| BothWays::new(claim, holds, &[fails]);
    let joins = |inside, main| {
        times(1.0, &[("join/inside", inside), ("join/main", main)])
    };
    let folds = |kept_10, formula_10| {
        times(
            1.0,
            &[
                ("fold/kept_1", 1e-3),
                ("fold/kept_10", kept_10),
                ("fold/formula_10", formula_10),
            ],
        )
    };
    let processes = |time| {
        times(
            1.0,
            &[("threads/2", 0.5), ("processes/2", time), ("start/8", 0.04)],
        )
    };
    let short = |two| {
        times(1.0, &[("short/sequential", 1e-4), ("short/processes/2", two)])
    };
    let threads = |two, four| {
        times(
            1.0,
            &[("threads/1", 1.0), ("threads/2", two), ("threads/4", four)],
        )
    };
    let rayon = |time| times(1.0, &[("threads/2", 0.5), ("rayon", time)]);
    judge_both_ways(
        &conclusions::claims(),
        &[
            case("threads_scale", threads(0.52, 0.5), threads(0.7, 0.5)),
            case("no_gain_beyond_cores", threads(0.5, 0.5), threads(0.5, 0.25)),
            case("processes_compute_as_fast", processes(0.55), processes(0.7)),
            case("short_jobs_stay_home", short(2e-3), short(5e-5)),
            case("default_pool_fits", rayon(0.54), rayon(0.6)),
            case(
                "tasks_gain_nothing",
                times(1.0, &[("tasks", 1.02)]),
                times(1.0, &[("tasks", 0.5)]),
            ),
            case(
                "join_crosses_into_the_pool",
                joins(14.0, 15_000.0),
                joins(14.0, 130.0),
            ),
            case(
                "one_lock_one_core",
                times(1.0, &[("unlocked", 1.0), ("locked/4", 0.99)]),
                times(1.0, &[("unlocked", 1.0), ("locked/4", 0.6)]),
            ),
            case("loop_is_run", folds(1e-2, 5e-8), folds(1e-3, 5e-8)),
        ],
    );
}

#[test]
fn on_one_core_scaling_can_not_be_told() {
    let record = RecordBuilder::new("cpu_bound")
        .cores(1)
        .row("sequential", "s", &[1.0])
        .row("threads/1", "s", &[1.0])
        .row("threads/2", "s", &[1.0])
        .build();
    let claims = conclusions::claims();
    let scale = claims.iter().find(|c| c.id == "threads_scale").unwrap();
    let judged = scale.of(&record);
    assert_eq!(judged.verdict, measure::record::Verdict::Untestable);
    assert!(judged.reason.unwrap().contains("1 of the machine's cores"));
}
