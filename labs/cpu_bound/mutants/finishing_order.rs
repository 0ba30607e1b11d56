//! Collects the answers in the order in which the jobs end.
//!
//! Fails: `answers_come_in_the_order_of_the_jobs`. Says: `has to stand first`.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::Panicked;

/// Does each job once; answers as they come.
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
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers.get().min(jobs.len()) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(place) else { return };
                    let answer =
                        panic::catch_unwind(AssertUnwindSafe(|| work(job)))
                            .map_err(|_| Panicked { job: place });
                    done.lock().unwrap().push(answer);
                }
            });
        }
    });
    done.into_inner().unwrap().into_iter().collect()
}
