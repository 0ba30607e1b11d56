//! Tests that run over threads and over processes.

use std::fs;
use std::thread;
use std::time::Duration;

use workers::{Pool, ThreadPool};

use super::common::Job;

/// Each of these runs over both crews.
macro_rules! over_both {
    ($($name:ident),* $(,)?) => {
        mod threads {
            $(#[test] fn $name() { super::$name(crate::both::threads_of) })*
        }
        mod processes {
            $(#[test] fn $name() { super::$name(crate::both::processes_of) })*
        }
    };
}
pub(crate) use over_both;

pub(crate) type Start<C> = fn(usize) -> Pool<Job, u64, C>;

pub(crate) fn threads_of(
    workers: usize,
) -> Pool<Job, u64, workers::threads::Threads<Job, u64>> {
    ThreadPool::start(workers, |job| match job {
        Job::Double(x) => Ok(x * 2),
        Job::Fail(message) => Err(message),
        Job::Panic(message) => panic!("{message}"),
        Job::Await(path) => {
            while !path.exists() {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(0)
        }
        Job::Mark(path) => {
            fs::write(path, "").map(|()| 0).map_err(|error| error.to_string())
        }
        other => Err(format!("{other:?} is for processes")),
    })
    .unwrap()
}

pub(crate) fn processes_of(workers: usize) -> super::common::Pool {
    super::common::pool().start(workers).unwrap()
}
