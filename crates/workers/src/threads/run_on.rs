//! Threads that live for a single call, and so may borrow.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::at_least_one;
use crate::PoolError;
use crate::error::caught;

/// Runs `f` on each of `jobs` over `workers` threads of its own and returns
/// the answers in order. Threads that are done take the next job from a shared
/// index, so jobs of unequal length balance.
///
/// Nothing needs to be `'static`: the threads end before the call returns.
///
/// # Errors
///
/// [`PoolError::Zero`]; [`PoolError::Thread`] when the system refuses a
/// thread; [`PoolError::Panicked`] with the first panic in job order.
pub fn run_on<J: Sync, T: Send>(
    workers: usize,
    jobs: &[J],
    f: impl Fn(&J) -> T + Sync,
) -> Result<Vec<T>, PoolError> {
    let workers = at_least_one(workers)?.get();
    let next = AtomicUsize::new(0);
    let take_jobs = || {
        let mut done = Vec::new();
        // Relaxed: the index orders nothing but itself.
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(job) = jobs.get(index)
        {
            done.push((index, caught(|| f(job))));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let mut threads = Vec::with_capacity(workers);
        for index in 0..workers {
            let name = format!("run-{index}");
            let thread = thread::Builder::new()
                .name(name.clone())
                .spawn_scoped(scope, take_jobs)
                .map_err(|error| PoolError::Thread { name, error })?;
            threads.push(thread);
        }
        let mut done = Vec::with_capacity(jobs.len());
        for thread in threads {
            match thread.join() {
                Ok(part) => done.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(done)
    })?;
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, answer)| answer).collect()
}
