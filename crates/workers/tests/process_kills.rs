//! Workers that are killed in the middle of a task, again and again.
#![cfg(unix)]

#[path = "common/alive.rs"]
mod alive;
mod common;
#[path = "common/signals.rs"]
mod signals;
#[path = "common/wait.rs"]
mod wait;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::thread;

use alive::alive;
use common::{Job, Pool, pool};
use signals::kill;
use wait::wait_until;
use workers::PoolError;

/// How often a worker is killed, unless `KILLS` says otherwise.
const KILLS: u64 = 50;

const TASKS: u64 = 20;

/// Kills the worker that marks the file, as soon as it does.
fn kill_marked(mark: &Path) -> u32 {
    wait_until(|| mark.exists());
    let pid = fs::read_to_string(mark).unwrap().parse().unwrap();
    kill(pid);
    pid
}

/// The ways of handing over many tasks, as (index, result) in any order.
type Way = fn(&Pool, Vec<Job>) -> Vec<(usize, Result<u64, PoolError>)>;

const WAYS: [Way; 4] = [
    |pool, jobs| {
        let results = pool.submit_all(jobs, 1).results();
        results.into_iter().enumerate().collect()
    },
    |pool, jobs| pool.imap(jobs).look_ahead(5).enumerate().collect(),
    |pool, jobs| pool.imap_unordered(jobs).look_ahead(5).collect(),
    |pool, jobs| {
        let jobs = jobs.into_iter();
        jobs.map(|job| pool.apply(job)).enumerate().collect()
    },
];

#[test]
fn a_worker_killed_in_mid_task_costs_that_task_and_no_other() {
    let kills = env::var("KILLS")
        .map_or(KILLS, |kills| kills.parse().expect("KILLS is a number"));
    let folder = tempfile::tempdir().unwrap();
    let pool = pool().start(3).unwrap();
    let mut workers: BTreeSet<_> = pool.worker_ids().into_iter().collect();
    // Any sequence will do; it is the same in each run. (Knuth's constants.)
    let mut random = 2024_u64;
    for run in 0..kills {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let victim = (random >> 33) % TASKS;
        let mark = folder.path().join(run.to_string());
        let jobs = (0..TASKS).map(|x| match x {
            x if x == victim => Job::HangMarked(mark.clone()),
            x => Job::Double(x),
        });
        let way = WAYS[run as usize % WAYS.len()];
        let (results, killed) = thread::scope(|scope| {
            let killer = scope.spawn(|| kill_marked(&mark));
            (way(&pool, jobs.collect()), killer.join().unwrap())
        });
        assert_eq!(results.len(), TASKS as usize, "run {run}");
        for (index, result) in results {
            if index as u64 != victim {
                assert_eq!(result.unwrap(), index as u64 * 2, "run {run}");
                continue;
            }
            let error = result.unwrap_err();
            assert!(error.is_lost(), "run {run}: {error}");
            // One that was submitted alone has no index.
            assert!(error.index().is_none_or(|at| at == index), "{error}");
            let PoolError::Died { worker, status, .. } = error.cause() else {
                panic!("run {run}: {error}");
            };
            assert_eq!((worker.pid, status.signal()), (killed, Some(9)));
        }
        workers.extend(pool.worker_ids());
        workers.insert(killed);
    }
    assert!(workers.len() as u64 >= kills, "a worker was killed twice");
    drop(pool);
    let left: Vec<_> = workers.into_iter().filter(|id| alive(*id)).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_worker_killed_in_a_chunk_costs_what_travelled_with_the_task() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let pool = pool().start(1).unwrap();
    let results = thread::scope(|scope| {
        scope.spawn(|| kill_marked(&mark));
        let jobs = (0..9).map(|x| match x {
            4 => Job::HangMarked(mark.clone()),
            x => Job::Double(x),
        });
        pool.submit_all(jobs, 3).results()
    });
    for (index, result) in results.into_iter().enumerate() {
        match index {
            // The first of this chunk may have answered before the kill.
            3 if result.is_ok() => {}
            3..=5 => {
                let error = result.unwrap_err();
                assert!(error.is_lost(), "{error}");
                assert_eq!(error.index(), Some(index));
            }
            _ => assert_eq!(result.unwrap(), index as u64 * 2),
        }
    }
}

#[test]
fn all_workers_killed_at_once_leave_a_pool_that_works() {
    let folder = tempfile::tempdir().unwrap();
    let marks = [0, 1, 2].map(|x| folder.path().join(x.to_string()));
    let pool = pool().start(3).unwrap();
    let ids = pool.worker_ids();
    let jobs = marks.clone().map(|mark| pool.submit(Job::HangMarked(mark)));
    for mark in &marks {
        assert!(ids.contains(&kill_marked(mark)));
    }
    for job in jobs {
        let error = job.wait().unwrap_err();
        assert!(error.is_lost(), "{error}");
    }
    let answers = pool.map((0..10).map(Job::Double)).unwrap();
    assert_eq!(answers.len(), 10);
    assert!(!ids.iter().any(|id| alive(*id)));
}
