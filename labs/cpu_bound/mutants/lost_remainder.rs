//! Gives out shares of `jobs / workers` jobs, rounded down, which can be 0.
//!
//! Fails: `every_job_is_done_exactly_once`.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use crate::Panicked;

/// Does the jobs that fit into equal shares.
pub fn run_all<J, A, W>(
    jobs: &[J],
    workers: NonZeroUsize,
    work: W,
) -> Result<Vec<A>, Panicked>
where
    J: Sync,
    A: Send,
    W: Fn(&J) -> A + Sync,
{
    let share = jobs.len() / workers.get();
    let work = |job| panic::catch_unwind(AssertUnwindSafe(|| work(job)));
    let done: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = jobs
            .chunks_exact(share)
            .map(|jobs| {
                scope.spawn(|| jobs.iter().map(&work).collect::<Vec<_>>())
            })
            .collect();
        started.into_iter().flat_map(|share| share.join().unwrap()).collect()
    });
    done.into_iter()
        .enumerate()
        .map(|(job, answer)| answer.map_err(|_| Panicked { job }))
        .collect()
}
