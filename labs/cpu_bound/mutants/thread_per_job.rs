//! Starts one thread for each job and leaves the rest to the system.
//!
//! Fails: `no_more_jobs_are_under_way_than_there_are_workers`, `no_more_threads_work_in_all_than_were_asked_for`.

use std::num::NonZeroUsize;
use std::thread;

use crate::Panicked;

/// Does each job once, all at a time.
pub fn run_all<J, A, W>(
    jobs: &[J],
    _workers: NonZeroUsize,
    work: W,
) -> Result<Vec<A>, Panicked>
where
    J: Sync,
    A: Send,
    W: Fn(&J) -> A + Sync,
{
    let done: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> =
            jobs.iter().map(|job| scope.spawn(|| work(job))).collect();
        started.into_iter().map(|thread| thread.join()).collect()
    });
    done.into_iter()
        .enumerate()
        .map(|(job, answer)| answer.map_err(|_| Panicked { job }))
        .collect()
}
