//! Your scheduler. It does every job, one after another, on one thread.

use std::num::NonZeroUsize;

use crate::Panicked;

/// Does `work` once for each of the `jobs` on at most `workers` threads, all
/// of them busy while there are jobs left. Answers come in the order of the
/// jobs. A job that panics stops no other job: the first such job is the error.
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
    // TODO: start the workers with `std::thread::scope`. How does a worker
    // that is done with a job find its next one?
    let _ = workers;
    let mut answers = Vec::new();
    for job in jobs {
        // TODO: a panic in here must become an error that names the job.
        answers.push(work(job));
    }
    // TODO: with several workers, answers arrive in any order.
    Ok(answers)
}
