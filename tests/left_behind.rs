//! What the examples leave in the process table: nothing, however they end.
#![cfg(target_os = "linux")]

#[path = "common/left.rs"]
mod left;

#[expect(dead_code, reason = "a run is started with its mark")]
mod common {
    pub mod program;
}

use left::Marked;

/// Examples that start processes or threads which may outlive an error;
/// `spawn_trap` has tests of its own.
const EXAMPLES: [&str; 5] =
    ["cpu_bound", "handoff", "io_bound", "stall", "taskgroup"];

/// Looks at an example when it has begun to measure: a row's process is
/// there, or the example has come some way by itself.
fn under_way(slug: &str) -> Marked {
    let mut run = Marked::start(slug, &["--quick", "-q"]);
    let mut looks = 0;
    let begun = run.reaches(|alive| {
        looks += 1;
        alive.len() > 1 || looks > 100
    });
    assert!(begun, "{slug} ended before it was looked at");
    run
}

#[test]
fn a_run_that_ends_leaves_no_process() {
    for slug in EXAMPLES {
        let mut run = Marked::start(slug, &["--quick", "-q"]);
        assert!(run.child.wait().unwrap().success(), "{slug}");
        assert_eq!(run.alive(), [], "{slug}");
        assert!(run.group().is_empty(), "{slug}: {:?}", run.group());
    }
}

#[test]
fn an_interrupt_leaves_no_process() {
    for slug in EXAMPLES {
        let mut run = under_way(slug);
        run.interrupt();
        assert!(run.all_end(), "{slug}: {:?}", run.alive());
    }
}

#[test]
fn a_killed_parent_leaves_no_process() {
    for slug in EXAMPLES {
        let mut run = under_way(slug);
        run.child.kill().unwrap();
        assert!(run.all_end(), "{slug}: {:?}", run.alive());
    }
}
