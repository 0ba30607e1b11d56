//! What a pool leaves behind when it goes: no thread, no child, no file.
//! One test alone in its process, since it counts all that the process has.
#![cfg(target_os = "linux")]

mod common;
#[path = "common/wait.rs"]
mod wait;

use std::fs;
use std::thread;

use common::{Job, pool};
use wait::wait_until;
use workers::{SharedBytes, ThreadPool};

/// How many entries a folder of this process's own has in `/proc`.
fn count(what: &str) -> usize {
    fs::read_dir(format!("/proc/self/{what}")).unwrap().count()
}

fn children() -> String {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    tasks
        .filter_map(|task| {
            fs::read_to_string(task.ok()?.path().join("children")).ok()
        })
        .collect()
}

#[test]
fn pools_and_iterators_dropped_half_way_leave_nothing() {
    let before = [count("task"), count("fd")];
    for round in 0..3 {
        let processes = pool().start(3).unwrap();
        let threads = ThreadPool::start(3, Ok::<u64, _>).unwrap();
        let mut answers = processes.imap((0..).map(Job::Double)).look_ahead(20);
        assert_eq!(answers.by_ref().take(30).flatten().count(), 30);
        let mut doubled = threads.imap_unordered(0..).look_ahead(20).chunk(5);
        assert_eq!(doubled.by_ref().take(30).count(), 30);
        let shared = SharedBytes::new(b"shared").unwrap();
        let map = shared.map().unwrap();
        assert_ne!(children(), "");
        drop((answers, doubled, shared, map));
        let running = processes.submit(Job::Hang);
        let queued = processes.submit_all((0..100).map(Job::Double), 7);
        match round {
            0 => drop((processes, threads)),
            1 => {
                processes.terminate();
                threads.terminate();
            }
            _ => {
                // `join` would wait for the job that hangs.
                drop(thread::spawn(move || drop(processes)).join());
                threads.join();
            }
        }
        assert!(running.wait().is_err());
        assert_eq!(queued.results().len(), 100);
    }
    assert_eq!(children(), "");
    // A worker's stderr is read by a thread that ends with it, and which
    // nobody waits for.
    wait_until(|| [count("task"), count("fd")] == before);
}
