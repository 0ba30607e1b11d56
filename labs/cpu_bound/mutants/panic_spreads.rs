//! Loses a worker, and the jobs it would have done, to the first panic.
//!
//! Fails: `a_panic_is_an_error_and_stops_no_other_job`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::Panicked;

/// Does each job once, as long as none panics.
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
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(place) else { return done };
            done.push((place, work(job)));
        }
    };
    let mut done = Vec::new();
    thread::scope(|scope| {
        let started: Vec<_> = (0..workers.get().min(jobs.len()))
            .map(|_| scope.spawn(claim_and_work))
            .collect();
        for (job, worker) in started.into_iter().enumerate() {
            done.extend(worker.join().map_err(|_| Panicked { job })?);
        }
        Ok(())
    })?;
    done.sort_unstable_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, answer)| answer).collect())
}
