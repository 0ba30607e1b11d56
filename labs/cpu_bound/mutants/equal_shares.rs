//! Gives each worker one share of equal size before anything has run.
//!
//! Fails: `a_long_job_holds_up_no_other_job`. Says: `wait for the worker that is busy`.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use crate::Panicked;

/// Does each job once, on one thread per share.
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
    let share = jobs.len().div_ceil(workers.get()).max(1);
    let work = |job| panic::catch_unwind(AssertUnwindSafe(|| work(job)));
    let done: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = jobs
            .chunks(share)
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
