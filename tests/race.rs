//! The `race` example: its command line, its answer, its claims, its model.

mod common;
#[path = "../examples/race/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/race/ids.rs"]
mod ids;
#[path = "../examples/race/model/mod.rs"]
mod model;

use std::process::Command;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses, run};
use measure::record::{Record, Verdict};
use measure::testing::RecordBuilder;
use model::{PROGRAMS, Program, explore, program};

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("race", &["--quick"]);
    assert!(record.rows.iter().all(|row| row.samples.len() == 1));
    common::has_facts(
        conclusions::FACTS,
        &record,
        &[
            "lost_percent_median",
            "lost_runs",
            "locked_ns",
            "fetch_add_ns",
            "per_thread_padded_ns",
            "model_schedules",
        ],
    );
    let without_value: Vec<_> =
        record.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty(), "{without_value:?}");
}

#[test]
fn every_correct_version_counts_exactly() {
    let args = ["--quick", "--threads", "3", "--increments", "70000"];
    let record = record("race", &args);
    assert_eq!(record.group("exact").count(), 5);
    for row in record.group("exact") {
        assert_eq!(row.extra["result"], [Some(210_000.0)], "{}", row.id);
    }
    for row in record.group("racy") {
        let result = row.extra["result"][0].unwrap();
        assert!((1.0..=210_000.0).contains(&result), "{}", row.id);
    }
}

#[test]
fn the_text_fits_a_terminal_and_shows_the_order() {
    let text = fitting_text("race", &["--quick"]);
    assert!(text.contains("An order that loses an update"), "{text}");
}

#[test]
fn the_model_is_silent() {
    let output = run("race", &["--quick", "-q", "--table", "deadlock"]);
    assert!(output.status.success());
    // One note about the build may stand there; the model's deadlocks not.
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.to_lowercase().contains("deadlock"), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[test]
fn absurd_values_are_refused() {
    refuses("race", &["--threads", "0"], "--threads");
    refuses("race", &["--threads", "65"], "--threads");
    refuses("race", &["--threads", "-1"], "-1");
    refuses("race", &["--increments", "0"], "--increments");
    refuses("race", &["--increments", "100000001"], "--increments");
    refuses("race", &["--increments", "many"], "many");
    refuses("race", &["--thread", "2"], "--thread");
}

#[test]
fn the_model_sees_the_steps_of_each_program() {
    for program in &PROGRAMS {
        let outcome = explore(program);
        // At least a step of each thread in every order.
        assert!(outcome.steps >= 2 * outcome.orders, "{}", program.label);
        assert!(outcome.orders > 1, "{}", program.label);
        assert!(outcome.ended, "{}: orders were left", program.label);
    }
}

#[test]
fn the_table_of_an_order_starts_with_the_program_s_values() {
    PROGRAMS.iter().for_each(starts_as_the_table_says);
}

fn starts_as_the_table_says(program: &Program) {
    let steps = explore(program).first_wrong;
    let most = steps.iter().map(|step| step.object).max();
    assert!(most < Some(program.objects.len()), "{}", program.label);
    let first = steps.first().map(|step| step.action.as_str());
    let starts = first.is_none_or(|action| action.ends_with(program.start));
    assert!(starts, "{first:?}, not with {}", program.start);
}

#[test]
fn a_second_search_finds_the_same() {
    for program in &PROGRAMS {
        assert_eq!(explore(program), explore(program), "{}", program.label);
    }
}

#[test]
fn some_order_breaks_each_wrong_program_and_none_a_mended_one() {
    for (id, breaks) in [
        ("lost", true),
        ("fetch_add", false),
        ("locked", false),
        ("checked_first", true),
        ("one_lock", false),
        ("as_given", true),
        ("in_order", false),
    ] {
        let outcome = explore(program(id));
        assert_eq!(outcome.wrong > 0, breaks, "{id}: {outcome:?}");
        assert_eq!(!outcome.first_wrong.is_empty(), breaks, "{id}");
        assert!(outcome.wrong < outcome.orders, "{id}: no order is right");
    }
    assert_eq!(PROGRAMS.len(), 7);
}

fn actions(id: &str) -> Vec<(usize, String)> {
    let steps = explore(program(id)).first_wrong;
    steps.into_iter().map(|step| (step.thread, step.action)).collect()
}

#[test]
fn a_lost_update_is_two_loads_before_two_stores() {
    let step = |thread, action: &str| (thread, action.to_owned());
    assert_eq!(
        actions("lost"),
        [
            step(0, "load 0"),
            step(1, "load 0"),
            step(0, "store 1"),
            step(1, "store 1"),
        ]
    );
}

#[test]
fn a_dead_lock_ends_with_both_threads_waiting() {
    let actions = actions("as_given");
    let waiting: Vec<_> = actions
        .iter()
        .filter(|(_, action)| action.contains("waits"))
        .map(|(thread, _)| *thread)
        .collect();
    assert_eq!(waiting, [0, 1], "{actions:?}");
}

/// What the chapter says of the accepted `static mut` loop.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_static_mut_loop_is_compiled_to_one_addition() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/race/accepted");
    let output = Command::new("rustc")
        .args(["--edition", "2024", "-O", "--crate-type", "lib"])
        .args(["--emit", "asm", "-o", "-", "static_mut_loop.rs"])
        .current_dir(folder)
        .output()
        .expect("rustc is there: it built this test");
    let text = String::from_utf8(output.stdout).unwrap();
    let adds = text.lines().filter(|l| l.trim().starts_with("addq")).count();
    assert_eq!(adds, 1, "{text}");
    let jumps = text.lines().filter(|l| l.trim().starts_with('j')).count();
    assert!(jumps <= 1, "a loop jumps back: {text}");
}

/// A record with the rows that the claims about counting read.
fn counting(lost_percent: &[f64], results: &[f64]) -> RecordBuilder {
    let times = vec![0.03; lost_percent.len()];
    RecordBuilder::new("race")
        .row("racy/apart", "s", &times)
        .extra("lost_percent", lost_percent)
        .extra("result", results)
}

fn plain(builder: RecordBuilder, lost_percent: f64) -> Record {
    let builder = builder.row("racy/plain", "s", &[0.01; 3]);
    builder.extra("lost_percent", &[lost_percent; 3]).build()
}

fn exact(lost_percent: &[f64]) -> Record {
    RecordBuilder::new("race")
        .row("exact/locked", "s", &[0.1; 3])
        .extra("lost_percent", &[0.0; 3])
        .row("exact/local", "s", &[0.001; 3])
        .extra("lost_percent", lost_percent)
        .build()
}

fn times(rows: &[(&str, f64)]) -> Record {
    let start = RecordBuilder::new("race");
    rows.iter()
        .fold(start, |record, (id, time)| record.row(id, "s", &[*time; 3]))
        .build()
}

fn stuck(two_orders: &[f64], one_order: &[f64]) -> RecordBuilder {
    RecordBuilder::new("race")
        .row("transfer/as_given", "count", &[100.0; 3])
        .extra("stuck", two_orders)
        .row("transfer/in_order", "count", &[100.0; 3])
        .extra("stuck", one_order)
}

fn modelled(wrong: f64, mended: f64) -> Record {
    let wrongs = ["lost", "checked_first", "as_given"].map(|id| (id, wrong));
    let rights = ["fetch_add", "locked", "one_lock", "in_order"];
    let rights = rights.map(|id| (id, mended));
    wrongs
        .into_iter()
        .chain(rights)
        .fold(RecordBuilder::new("race"), |record, (id, wrong)| {
            let id = format!("model/{id}");
            let record = record.row(&id, "count", &[10.0]);
            record.extra("wrong", &[wrong]).extra("ended", &[1.0])
        })
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds, fails| BothWays::new(claim, holds, &[fails]);
    let counted =
        |claim, holds, fails| BothWays::counted(claim, holds, &[fails]);
    let lost = || counting(&[50.0, 60.0, 0.1], &[20.0, 10.0, 39.0]);
    let shares = || counting(&[50.0, 60.0, 40.0], &[20.0, 16.0, 24.0]);
    let once = || counting(&[50.0, 60.0, 0.0], &[40.0, 40.0, 40.0]);
    let shared = |fetch_add, locked| {
        times(&[
            ("exact/fetch_add", fetch_add),
            ("exact/locked", locked),
            ("exact/local", 0.01),
        ])
    };
    let neighbours =
        |time| times(&[("exact/adjacent", time), ("exact/padded", 0.01)]);
    let folds =
        |billion| times(&[("fold/million", 1e-7), ("fold/billion", billion)]);
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            counted("loses_updates", lost().build(), once().build()),
            counted("runs_differ", lost().build(), once().build()),
            counted(
                "correct_is_exact",
                exact(&[0.0; 3]),
                exact(&[0.0, 0.1, 0.0]),
            ),
            case(
                "nothing_between_hides_it",
                plain(shares(), 1.0),
                plain(shares(), 70.0),
            ),
            BothWays::new(
                "per_thread_is_fastest",
                shared(0.02, 0.1),
                // Every shared counter: one that is as fast is enough.
                &[shared(0.012, 0.1), shared(0.02, 0.012)],
            ),
            case("neighbours_slow_down", neighbours(0.013), neighbours(0.011)),
            case("additions_fold", folds(5e-7), folds(5e-5)),
            counted(
                "two_orders_stand_still",
                stuck(&[1.0; 3], &[0.0; 3]).build(),
                stuck(&[1.0; 3], &[0.0, 1.0, 0.0]).build(),
            ),
            counted("model_finds_each", modelled(1.0, 0.0), modelled(0.0, 0.0)),
            counted("mended_pass_all", modelled(1.0, 0.0), modelled(1.0, 1.0)),
        ],
    );
}

fn verdict(claim: &str, record: &Record) -> Verdict {
    let claims = conclusions::CLAIMS;
    claims.iter().find(|c| c.id == claim).unwrap().of(record).verdict
}

#[test]
fn what_luck_decides_on_one_core_is_not_refuted_there() {
    let without_loss = || counting(&[0.0; 3], &[40.0; 3]);
    let one = without_loss().cores(1).build();
    assert_eq!(verdict("loses_updates", &one), Verdict::Untestable);
    assert_eq!(verdict("runs_differ", &one), Verdict::Untestable);
    let two = without_loss().build();
    assert_eq!(verdict("loses_updates", &two), Verdict::Fails);
    let one = stuck(&[0.0; 3], &[0.0; 3]).cores(1).build();
    assert_eq!(verdict("two_orders_stand_still", &one), Verdict::Untestable);
    // A busy machine may keep the threads of a program apart, too.
    let busy = without_loss().quietness(15.0).build();
    assert_eq!(verdict("loses_updates", &busy), Verdict::Untestable);
    let busy = stuck(&[0.0; 3], &[0.0; 3]).quietness(15.0).build();
    assert_eq!(verdict("two_orders_stand_still", &busy), Verdict::Untestable);
    // A loss that was seen counts on any machine.
    let one = counting(&[5.0; 3], &[38.0; 3]).cores(1).build();
    assert_eq!(verdict("loses_updates", &one), Verdict::Holds);
}

#[test]
fn one_thread_alone_has_nobody_to_race_with() {
    let args = ["--quick", "--threads", "1", "--increments", "1000"];
    let record = record("race", &args);
    for claim in ["loses_updates", "nothing_between_hides_it"] {
        assert_eq!(verdict(claim, &record), Verdict::Untestable, "{claim}");
    }
    assert_eq!(
        record.row("racy/apart").unwrap().extra["result"],
        [Some(1000.0)]
    );
}

#[test]
fn a_search_that_did_not_end_proves_nothing_right() {
    let unfinished = |mended| {
        let mut record = modelled(1.0, mended);
        let row = record.rows.last_mut().unwrap();
        row.extra.insert("ended".into(), vec![Some(0.0)]);
        verdict("mended_pass_all", &record)
    };
    assert_eq!(unfinished(0.0), Verdict::Untestable);
    assert_eq!(unfinished(1.0), Verdict::Fails);
}

#[test]
fn the_shares_lost_are_compared_within_each_round() {
    // By the medians, 10 % and 30 %, the claim holds; of three rounds the
    // first refutes it.
    let record = counting(&[5.0, 30.0, 60.0], &[38.0, 28.0, 16.0])
        .row("racy/plain", "s", &[0.01; 3])
        .extra("lost_percent", &[10.0, 9.0, 11.0])
        .build();
    let claim = "nothing_between_hides_it";
    assert_eq!(verdict(claim, &record), Verdict::Untestable);
}
