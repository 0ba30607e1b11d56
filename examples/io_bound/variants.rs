//! What the chapter quotes: six ways to wait many times, of which tasks are
//! run on one thread and on all cores.
//!
//! Each function returns how many waits were done.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use workers::{PoolError, ProcessPool};

// ANCHOR: sequential
pub fn sequential(count: usize, wait: Duration) -> usize {
    (0..count).map(|_| thread::sleep(wait)).count()
}
// ANCHOR_END: sequential

// ANCHOR: default_pool
pub fn default_pool(count: usize, wait: Duration) -> usize {
    // One item a job: rayon would otherwise hand out whole runs of items.
    let jobs = (0..count).into_par_iter().with_max_len(1);
    jobs.map(|_| thread::sleep(wait)).count()
}
// ANCHOR_END: default_pool

// ANCHOR: blocking_pool
pub fn blocking_pool(runtime: &Runtime, count: usize, wait: Duration) -> usize {
    runtime.block_on(async {
        let mut set = JoinSet::new();
        for _ in 0..count {
            set.spawn_blocking(move || thread::sleep(wait));
        }
        set.join_all().await.len()
    })
}
// ANCHOR_END: blocking_pool

// ANCHOR: thread_each
pub fn thread_each(
    count: usize,
    wait: Duration,
    live: &Live,
) -> io::Result<usize> {
    thread::scope(|scope| {
        let mut waits = Vec::with_capacity(count);
        for _ in 0..count {
            // `thread::spawn` panics where the system refuses a thread.
            let waiter = || live.during(|| thread::sleep(wait));
            let started = thread::Builder::new().spawn_scoped(scope, waiter);
            waits.push(started?);
        }
        Ok(waits.into_iter().filter_map(|wait| wait.join().ok()).count())
    })
}
// ANCHOR_END: thread_each

// ANCHOR: processes
pub fn processes<T>(
    count: usize,
    workers: usize,
    wait: Duration,
    look_at: impl FnOnce(&[u32]) -> T,
) -> Result<(usize, T), PoolError> {
    let pool = ProcessPool::<Duration, ()>::start(workers)?;
    let done = pool.map((0..count).map(|_| wait))?.len();
    // While the workers still live: their memory is gone with them.
    Ok((done, look_at(&pool.worker_ids())))
}
// ANCHOR_END: processes

// ANCHOR: tasks
pub fn tasks(runtime: &Runtime, count: usize, wait: Duration) -> usize {
    runtime.block_on(async {
        let mut set = JoinSet::new();
        for _ in 0..count {
            set.spawn(tokio::time::sleep(wait));
        }
        set.join_all().await.len()
    })
}
// ANCHOR_END: tasks

/// How many threads are between their start and their end, and the most that
/// ever were.
#[derive(Debug, Default)]
pub struct Live {
    now: AtomicUsize,
    peak: AtomicUsize,
}

impl Live {
    pub fn during(&self, work: impl FnOnce()) {
        // Relaxed: only the counts matter, they order nothing else.
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        work();
        self.now.fetch_sub(1, Ordering::Relaxed);
    }

    pub fn now(&self) -> usize {
        self.now.load(Ordering::Relaxed)
    }

    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }
}
