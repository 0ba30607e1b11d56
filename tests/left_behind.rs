//! What the examples leave in the process table: nothing, however they end.
#![cfg(target_os = "linux")]

#[path = "common/left.rs"]
mod left;

#[expect(dead_code, reason = "a run is started with its mark")]
mod common {
    pub mod program;
}

use left::Marked;

/// Examples that start processes; `spawn_trap` has tests of its own.
const WITH_CHILDREN: [&str; 3] = ["cpu_bound", "handoff", "io_bound"];

/// Examples whose threads may outlive an error.
const WITH_THREADS: [&str; 2] = ["stall", "taskgroup"];

const QUICK: [&str; 2] = ["--quick", "-q"];

/// A run that has come so far that its own processes are there, or its
/// runtime's threads.
fn under_way(slug: &str) -> Marked {
    let threads = |pid: u32| {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task"));
        tasks.map_or(0, Iterator::count)
    };
    Marked::caught(slug, &QUICK, |alive| match alive {
        [(pid, _)] => WITH_THREADS.contains(&slug) && threads(*pid) > 1,
        several => several.len() > 1,
    })
}

fn all() -> impl Iterator<Item = &'static str> {
    WITH_CHILDREN.into_iter().chain(WITH_THREADS)
}

#[test]
fn a_run_that_ends_leaves_no_process() {
    for slug in all() {
        let mut run = Marked::start(slug, &QUICK);
        assert!(run.child.wait().unwrap().success(), "{slug}");
        assert_eq!(run.alive(), [], "{slug}");
        assert!(run.group().is_empty(), "{slug}: {:?}", run.group());
    }
}

#[test]
fn an_interrupt_leaves_no_process() {
    for slug in all() {
        let mut run = under_way(slug);
        run.interrupt();
        assert!(run.all_end(), "{slug}: {:?}", run.alive());
    }
}

#[test]
fn a_killed_parent_leaves_no_process() {
    for slug in all() {
        let mut run = under_way(slug);
        run.child.kill().unwrap();
        assert!(run.all_end(), "{slug}: {:?}", run.alive());
    }
}
