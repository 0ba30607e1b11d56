//! Starts a worker more than it was asked for. Fails: `no_more_jobs_are_under_way_than_there_are_workers`.
//! Says: `jobs were under way at the same time, with`.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

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
    let next = AtomicUsize::new(0);
    let claim_and_work = || {
        // A list of its own: workers meet at the counter and nowhere else.
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(place) else { return done };
            // Unwind safe: after a panic the job is not looked at again.
            let answer = panic::catch_unwind(AssertUnwindSafe(|| work(job)));
            done.push((place, answer));
        }
    };
    let mut done = thread::scope(|scope| {
        let started: Vec<_> = (0..(workers.get() + 1).min(jobs.len()))
            .map(|_| scope.spawn(claim_and_work))
            .collect();
        let mut done = Vec::with_capacity(jobs.len());
        for worker in started {
            done.extend(worker.join().expect("a job's panic is caught"));
        }
        done
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter()
        .map(|(job, answer)| answer.map_err(|_| Panicked { job }))
        .collect()
}
