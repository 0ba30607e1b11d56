//! Never has too many threads at once, and starts one for each job. Fails:
//! `no_more_threads_work_in_all_than_were_asked_for`. Says: `different threads`.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Condvar, Mutex};
use std::thread;

use crate::Panicked;

/// Does each job once, in a thread of its own.
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
    let free = Mutex::new(workers.get());
    let freed = Condvar::new();
    let done: Vec<_> = thread::scope(|scope| {
        let mut started = Vec::new();
        for job in jobs {
            let wait = |free: &mut usize| *free == 0;
            *freed.wait_while(free.lock().unwrap(), wait).unwrap() -= 1;
            started.push(scope.spawn(|| {
                let work = || work(job);
                let answer = panic::catch_unwind(AssertUnwindSafe(work));
                *free.lock().unwrap() += 1;
                freed.notify_one();
                answer
            }));
        }
        started.into_iter().map(|job| job.join().unwrap()).collect()
    });
    done.into_iter()
        .enumerate()
        .map(|(job, answer)| answer.map_err(|_| Panicked { job }))
        .collect()
}
