//! Starts as many threads as there are workers, joins them all, starts again.
//!
//! Fails: `a_long_job_holds_up_no_other_job`, `no_more_threads_work_in_all_than_were_asked_for`.

use std::num::NonZeroUsize;
use std::thread;

use crate::Panicked;

/// Does each job once, `workers` at a time.
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
    let mut done = Vec::new();
    for wave in jobs.chunks(workers.get()) {
        thread::scope(|scope| {
            let started: Vec<_> =
                wave.iter().map(|job| scope.spawn(|| work(job))).collect();
            done.extend(started.into_iter().map(|thread| thread.join()));
        });
    }
    done.into_iter()
        .enumerate()
        .map(|(job, answer)| answer.map_err(|_| Panicked { job }))
        .collect()
}
