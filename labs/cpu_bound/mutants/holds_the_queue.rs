//! Works inside `while let Some(…) = queue.lock()…`, which keeps the lock.
//!
//! Fails: `all_workers_are_at_work_as_long_as_there_are_jobs`. Says: `only 1 were under way`.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::thread;

use crate::Panicked;

/// Does each job once, one at a time although the threads are there.
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
    let queue = Mutex::new(jobs.iter().enumerate());
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers.get().min(jobs.len()) {
            scope.spawn(|| {
                while let Some((place, job)) = queue.lock().unwrap().next() {
                    let answer =
                        panic::catch_unwind(AssertUnwindSafe(|| work(job)));
                    done.lock().unwrap().push((place, answer));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter()
        .map(|(job, answer)| answer.map_err(|_| Panicked { job }))
        .collect()
}
