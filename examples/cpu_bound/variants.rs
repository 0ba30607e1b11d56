//! What the chapter quotes: the jobs, and the ways to run several of them.

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use workers::giant_lock::GiantLock;
use workers::{PoolError, ProcessPool};

/// A job that keeps a core busy. It can be sent to another process.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Job {
    /// The sum of `i * i % 7` for all `i` below the number.
    Loop(u64),
    /// How many primes there are below the number, counted so many times.
    Primes { below: u64, times: u64 },
    /// Nothing, to see what the way there costs.
    Nothing,
}

// One copy of each loop for all rows, also for the part of a job that runs
// under a lock. Inlined here and there, the compiler would make faster and
// slower loops of it, and the table would compare these.
// ANCHOR: work
#[inline(never)]
pub fn sum_of_remainders(numbers: Range<u64>) -> u64 {
    // Without `black_box` the compiler may replace the loop by a formula, and
    // the table would compare the start-up of nothing with nothing.
    numbers.map(|i| black_box(i) * i % 7).sum()
}

#[inline(never)]
pub fn count_primes(below: u64) -> u64 {
    let is_prime = |n: &u64| {
        (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d))
    };
    (2..black_box(below)).filter(is_prime).count() as u64
}
// ANCHOR_END: work

impl Job {
    pub fn run(self) -> u64 {
        match self {
            Self::Loop(iterations) => sum_of_remainders(0..iterations),
            Self::Primes { below, times } => {
                (0..times).map(|_| count_primes(below)).sum()
            }
            Self::Nothing => 0,
        }
    }
}

// ANCHOR: sequential
pub fn sequential(jobs: &[Job]) -> u64 {
    jobs.iter().map(|job| job.run()).sum()
}
// ANCHOR_END: sequential

// ANCHOR: threads
pub fn threads(jobs: &[Job], workers: usize) -> Result<u64, PoolError> {
    let answers = workers::threads::run_on(workers, jobs, |job| job.run())?;
    Ok(answers.into_iter().sum())
}
// ANCHOR_END: threads

// ANCHOR: rayon
pub fn rayon_pool(jobs: &[Job]) -> u64 {
    jobs.par_iter().map(|job| job.run()).sum()
}
// ANCHOR_END: rayon

// ANCHOR: processes
pub fn processes(jobs: &[Job], workers: usize) -> Result<u64, PoolError> {
    // Each worker is this same program, started anew: see `main`.
    let pool = ProcessPool::<Job, u64>::start(workers)?;
    Ok(pool.map(jobs.iter().copied())?.into_iter().sum())
}
// ANCHOR_END: processes

// ANCHOR: tasks
/// Also answers how long one more task, spawned behind the jobs, waited for
/// its turn.
pub fn tasks(runtime: &Runtime, jobs: &[Job]) -> (u64, Duration) {
    runtime.block_on(async {
        let mut set = JoinSet::new();
        for job in jobs.iter().copied() {
            set.spawn(async move { job.run() });
        }
        let asked = Instant::now();
        let one_more = tokio::spawn(async move { asked.elapsed() });
        let sum = set.join_all().await.into_iter().sum();
        (sum, one_more.await.expect("it only reads the clock"))
    })
}
// ANCHOR_END: tasks

// ANCHOR: locked
/// Each job runs in blocks; the first `blocks_locked` of its 1,000 blocks
/// hold a lock that is the only one of the process, as in CPython.
pub fn locked(
    jobs: usize,
    iterations: u64,
    blocks_locked: u64,
    workers: usize,
) -> Result<u64, PoolError> {
    let lock = GiantLock::new(Duration::from_millis(5));
    let block = |n: u64| {
        let (from, to) = (n * iterations / 1000, (n + 1) * iterations / 1000);
        sum_of_remainders(from..to)
    };
    let job = |_: &()| {
        let mut sum = 0;
        if blocks_locked > 0 {
            let mut held = lock.lock();
            for n in 0..blocks_locked {
                sum += block(n);
                held.checkpoint();
            }
        }
        sum + (blocks_locked..1000).map(block).sum::<u64>()
    };
    let jobs = vec![(); jobs];
    let answers = workers::threads::run_on(workers, &jobs, job)?;
    Ok(answers.into_iter().sum())
}
// ANCHOR_END: locked

// ANCHOR: fold
/// The compiler knows a formula for this sum and uses it.
pub fn foldable(iterations: u64) -> u64 {
    (0..iterations).map(|i| i * 3).sum()
}

/// The same sum, but every `i` must really be there.
pub fn kept(iterations: u64) -> u64 {
    (0..iterations).map(|i| black_box(i) * 3).sum()
}
// ANCHOR_END: fold
