//! The `spawn_trap` example: its command line, its claims, and what it leaves
//! behind.

mod common;
#[path = "../examples/spawn_trap/conclusions.rs"]
mod conclusions;
#[path = "../examples/spawn_trap/facts.rs"]
mod facts;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/spawn_trap/ids.rs"]
mod ids;
#[cfg(target_os = "linux")]
#[path = "common/left.rs"]
mod left;

use std::process::Command;

use common::program::program;
use common::{BothWays, fitting_text, judge_both_ways, record, refuses, run};
use measure::record::Record;
use measure::testing::RecordBuilder;

const REFUSAL: &str = "error: generation `2` must not start processes (limit \
                       `2`); does `main` call `workers::process::init` first?";

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("spawn_trap", &["--quick", "--big-mib", "16"]);
    common::has_facts(
        facts::FACTS,
        &record,
        &[
            "unguarded_processes",
            "unguarded_generations",
            "spawn_small_parent_ms",
            "spawn_big_parent_ms",
            "fork_big_parent_ms",
        ],
    );
    for (id, row) in record.rows.iter().map(|row| (&row.id, row)) {
        let skipped = row.not_run.is_some();
        assert_eq!(row.samples.len(), usize::from(!skipped), "{id}");
    }
    assert_eq!(record.samples("trap/guarded").unwrap(), [3.0]);
    assert_eq!(record.samples("trap/unguarded").unwrap(), [7.0]);
    assert_eq!(record.samples("pool/guarded").unwrap(), [3.0]);
    assert_eq!(record.samples("procspawn/guarded").unwrap(), [3.0]);
    assert_eq!(record.samples("procspawn/unguarded").unwrap(), [1.0]);
    let said = |id| &record.row(id).unwrap().said["stderr"];
    assert!(said("pool/unguarded").starts_with("error: no hello: worker"));
    let panic = said("procspawn/unguarded");
    assert!(panic.contains("procspawn was not initialized"), "{panic}");
    assert!(!panic.contains(".rs"), "no place in the source: {panic}");
    assert_eq!(record.extra("trap/unguarded", "generations"), Ok(3.0));
    assert_eq!(record.samples("static/spawned").unwrap(), [0.0]);
    if cfg!(unix) {
        assert_eq!(record.samples("static/forked").unwrap(), [42.0]);
        assert_eq!(record.samples("lock/free").unwrap(), [0.0]);
        assert_eq!(record.samples("lock/held").unwrap(), [6.0]);
    }
    // Those of the tree, and the example itself.
    for id in ["trap/unguarded", "pool/unguarded"] {
        assert!(record.median(id).unwrap() + 1.0 <= 8.0, "{id}");
    }
}

#[test]
fn the_text_fits_a_terminal() {
    let text = fitting_text("spawn_trap", &["--quick", "--big-mib", "16"]);
    assert!(text.contains("without the guard"), "{text}");
}

#[test]
fn the_runaway_says_what_each_of_its_processes_says() {
    let output = run("spawn_trap", &["--show", "unguarded"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let count = |line| stderr.lines().filter(|l| *l == line).count();
    assert_eq!(count(REFUSAL), 4, "{stderr}");
    assert_eq!(count("error: 2 of 2 children failed"), 3, "{stderr}");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "7 processes, 7 of them failed; the first: exit code 1; nothing is \
         left\n"
    );
}

#[test]
fn a_pool_without_init_names_what_is_missing() {
    let output = run("spawn_trap", &["--show", "pool-unguarded"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: no hello: worker"), "{stderr}");
    assert!(
        stderr
            .trim_end()
            .ends_with("does `main` call `workers::process::init` first?")
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn a_main_without_the_guard_does_not_start_the_measurement_anew() {
    // What the first process of a demonstration would do if `main` did not
    // ask what it was started for: it is contained, and begins to measure.
    for variable in ["WORKERS_CONTAINED", "WORKERS_GENERATION"] {
        let output = Command::new(program("spawn_trap"))
            .args(["--quick", "-q"])
            .env(variable, "1")
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        // Whichever row comes first: none may start what it wants to start.
        assert!(stderr.contains(" must not start "), "{variable}: {stderr}");
    }
}

#[test]
fn absurd_values_are_refused() {
    refuses("spawn_trap", &["--big-mib", "0"], "--big-mib");
    refuses("spawn_trap", &["--big-mib", "999999999"], "--big-mib");
    refuses("spawn_trap", &["--big-mib", "-1"], "-1");
    refuses("spawn_trap", &["--show", "nothing"], "--show");
    refuses("spawn_trap", &["--show", "guarded", "--quick"], "--show");
    refuses("spawn_trap", &["--shows", "guarded"], "--shows");
}

#[cfg(target_os = "linux")]
mod ends {
    use super::left::Marked;

    /// The runner, the demonstration, and six forked children that wait for
    /// a lock which nobody will release.
    const ALL_STUCK: usize = 8;

    fn caught(
        args: &[&str],
        when: impl Fn(&[(u32, String)]) -> bool,
    ) -> Marked {
        Marked::caught("spawn_trap", args, when)
    }

    #[test]
    fn a_run_leaves_no_process() {
        let mut run =
            Marked::start("spawn_trap", &["--quick", "--big-mib", "16"]);
        assert!(run.reaches(|alive| alive.len() > 1));
        assert!(run.child.wait().unwrap().success());
        assert_eq!(run.alive(), []);
        assert!(run.group().is_empty(), "{:?}", run.group());
    }

    #[test]
    fn an_interrupt_leaves_no_process() {
        let stuck = |alive: &[_]| alive.len() == ALL_STUCK;
        let mut run = caught(&["--show", "held-lock"], stuck);
        run.interrupt();
        assert!(run.all_end(), "{:?}", run.alive());
    }

    #[test]
    fn an_interrupt_leaves_no_large_parent() {
        let large = |alive: &[(u32, String)]| {
            alive.iter().any(|(_, e)| e.contains("MEASURE_ROW=start/fork/big"))
        };
        let mut run = caught(&["--quick"], large);
        run.interrupt();
        assert!(run.all_end(), "{:?}", run.alive());
    }

    #[test]
    fn a_killed_parent_leaves_no_process() {
        let stuck = |alive: &[_]| alive.len() == ALL_STUCK;
        let mut run = caught(&["--show", "held-lock"], stuck);
        run.child.kill().unwrap();
        assert!(run.all_end(), "{:?}", run.alive());
    }

    #[test]
    fn a_killed_parent_leaves_no_part_of_the_runaway() {
        let in_the_last = |alive: &[(u32, String)]| {
            alive.iter().any(|(_, e)| e.contains("WORKERS_GENERATION=2"))
        };
        let mut run = caught(&["--show", "unguarded"], in_the_last);
        run.child.kill().unwrap();
        assert!(run.all_end(), "{:?}", run.alive());
    }

    #[test]
    fn a_killed_parent_leaves_no_large_parent() {
        let large = |alive: &[(u32, String)]| {
            alive.iter().any(|(_, e)| e.contains("MEASURE_ROW=start/fork/big"))
        };
        let mut run = caught(&["--quick"], large);
        run.child.kill().unwrap();
        assert!(run.all_end(), "{:?}", run.alive());
    }
}

fn tree(id: &str, processes: f64, failed: f64, code: f64) -> RecordBuilder {
    with_tree(RecordBuilder::new("spawn_trap"), id, processes, failed, code)
}

fn with_tree(
    record: RecordBuilder,
    id: &str,
    processes: f64,
    failed: f64,
    code: f64,
) -> RecordBuilder {
    record
        .row(id, "count", &[processes; 3])
        .extra("generations", &[3.0; 3])
        .extra("failed", &[failed; 3])
        .extra("exit_code", &[code; 3])
}

fn numbers(rows: &[(&str, &[f64])]) -> Record {
    let start = RecordBuilder::new("spawn_trap");
    rows.iter()
        .fold(start, |record, (id, samples)| record.row(id, "ms", samples))
        .build()
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = BothWays::counted;
    let speed = BothWays::new;
    let trap = |id: &str, counts: [f64; 4]| {
        let [processes, generations, failed, code] = counts;
        tree(id, processes, failed, code)
            .extra("generations", &[generations; 3])
            .build()
    };
    let pool = |processes, code| {
        let record = tree("pool/unguarded", processes, processes, code);
        with_tree(record, "pool/guarded", 3.0, 0.0, 0.0).build()
    };
    let crates = |[without, code]: [f64; 2], [with, its_code]: [f64; 2]| {
        let record = tree("procspawn/unguarded", without, 1.0, code);
        with_tree(record, "procspawn/guarded", with, 0.0, its_code).build()
    };
    let statics = |spawned: &[f64], forked: &[f64]| {
        numbers(&[("static/spawned", spawned), ("static/forked", forked)])
    };
    let locks = |free: &[f64], held: &[f64]| {
        numbers(&[("lock/free", free), ("lock/held", held)])
    };
    let left = |values: &[f64]| {
        tree("trap/guarded", 3.0, 0.0, 0.0).extra("left", values).build()
    };
    let starts = |small: f64, big: f64, fork: f64| {
        numbers(&[
            ("start/spawn/small", &[small; 3]),
            ("start/spawn/big", &[big; 3]),
            ("start/fork/big", &[fork; 3]),
        ])
    };
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case(
                "runaway_is_bounded",
                trap("trap/unguarded", [7.0, 3.0, 7.0, 1.0]),
                &[
                    trap("trap/unguarded", [9.0, 3.0, 7.0, 1.0]),
                    trap("trap/unguarded", [7.0, 4.0, 7.0, 1.0]),
                    trap("trap/unguarded", [7.0, 3.0, 4.0, 1.0]),
                ],
            ),
            case(
                "guard_holds",
                trap("trap/guarded", [3.0, 2.0, 0.0, 0.0]),
                &[
                    trap("trap/guarded", [7.0, 2.0, 0.0, 0.0]),
                    trap("trap/guarded", [3.0, 2.0, 1.0, 0.0]),
                    trap("trap/guarded", [3.0, 2.0, 0.0, 1.0]),
                ],
            ),
            case(
                "pool_says_why",
                pool(5.0, 1.0),
                &[pool(6.0, 1.0), pool(5.0, 0.0)],
            ),
            case(
                "procspawn_refuses_at_once",
                crates([1.0, 101.0], [3.0, 0.0]),
                &[
                    crates([3.0, 101.0], [3.0, 0.0]),
                    crates([1.0, 0.0], [3.0, 0.0]),
                    crates([1.0, 101.0], [1.0, 0.0]),
                    crates([1.0, 101.0], [3.0, 101.0]),
                ],
            ),
            case(
                "static_is_not_sent",
                statics(&[0.0; 3], &[42.0; 3]),
                &[
                    statics(&[0.0, 42.0, 0.0], &[42.0; 3]),
                    statics(&[0.0; 3], &[42.0, 0.0, 42.0]),
                ],
            ),
            case(
                "held_lock_stays_held",
                locks(&[0.0; 3], &[6.0; 3]),
                &[
                    locks(&[0.0; 3], &[6.0, 5.0, 6.0]),
                    locks(&[0.0, 1.0, 0.0], &[6.0; 3]),
                ],
            ),
            case("nothing_is_left", left(&[0.0; 3]), &[left(&[0.0, 1.0, 0.0])]),
            speed(
                "spawn_ignores_memory",
                starts(0.9, 1.1, 40.0),
                &[starts(0.9, 3.0, 40.0)],
            ),
            speed(
                "fork_pays_for_memory",
                starts(0.9, 1.0, 40.0),
                &[starts(0.9, 1.0, 2.0)],
            ),
        ],
    );
}

#[test]
fn the_facts_count_the_forked_children() {
    let record = numbers(&[("lock/held", &[6.0, 5.0, 6.0])]);
    let value = |name| {
        let facts = facts::FACTS;
        let fact = facts.iter().find(|fact| fact.name == name).unwrap();
        fact.of(&record).value
    };
    assert_eq!(value("forked_children"), Some(18.0));
    assert_eq!(value("stuck_children"), Some(17.0));
    assert_eq!(value("fork_big_parent_ms"), None);
}
