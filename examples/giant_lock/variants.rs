//! What the chapter quotes: an interpreter's loop, and who waits for it.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use workers::PoolError;
use workers::giant_lock::GiantLock;
use workers::threads::run_on;

/// CPython's switch interval.
pub const INTERVAL: Duration = Duration::from_millis(5);

// ANCHOR: interpret
/// Computes under the lock, as an interpreter runs a thread's code: after
/// each step it looks whether somebody asked for the lock.
// One copy for all rows: inlined here and there, the compiler would make
// faster and slower loops of it, and the table would compare these.
#[inline(never)]
pub fn interpret(lock: &GiantLock, steps: u64) -> u64 {
    let mut held = lock.lock();
    let mut sum = 0;
    for i in 0..steps {
        sum += black_box(i) * i % 7;
        held.checkpoint();
    }
    sum
}
// ANCHOR_END: interpret

// ANCHOR: jobs
/// All threads share one lock.
pub fn one_lock(jobs: &[u64], threads: usize) -> Result<u64, PoolError> {
    let lock = GiantLock::new(INTERVAL);
    let sums = run_on(threads, jobs, |steps| interpret(&lock, *steps))?;
    Ok(sums.into_iter().sum())
}

/// The same loop with the same checkpoints, but each job has a lock of its
/// own, which nobody else wants.
pub fn a_lock_each(jobs: &[u64], threads: usize) -> Result<u64, PoolError> {
    let sums = run_on(threads, jobs, |steps| {
        interpret(&GiantLock::new(INTERVAL), *steps)
    })?;
    Ok(sums.into_iter().sum())
}
// ANCHOR_END: jobs

// ANCHOR: sequential
pub fn sequential(jobs: &[u64]) -> u64 {
    let lock = GiantLock::new(INTERVAL);
    jobs.iter().map(|steps| interpret(&lock, *steps)).sum()
}
// ANCHOR_END: sequential

// ANCHOR: woken
/// Sleeps until a message comes, and needs the lock to handle it. Answers
/// how long after the sending it could begin.
pub fn handle(
    lock: &GiantLock,
    messages: Receiver<Instant>,
    waits: Sender<Duration>,
) {
    for sent in messages {
        let held = lock.lock();
        let waited = sent.elapsed();
        drop(held);
        if waits.send(waited).is_err() {
            return;
        }
    }
}
// ANCHOR_END: woken

// ANCHOR: busy
/// A neighbour that computes under the lock all the time.
pub fn keep_busy(lock: &GiantLock, stop: &AtomicBool) {
    let mut held = lock.lock();
    while !stop.load(Ordering::Relaxed) {
        black_box(a_few_steps());
        held.checkpoint();
    }
}
// ANCHOR_END: busy

// ANCHOR: released
/// A neighbour that computes as much, but holds the lock only to hand in
/// what it found.
pub fn keep_busy_outside(lock: &GiantLock, stop: &AtomicBool) {
    let mut found = 0;
    while !stop.load(Ordering::Relaxed) {
        let news: u64 = (0..100).map(|_| a_few_steps()).sum();
        let held = lock.lock();
        found = black_box(found + news);
        drop(held);
    }
}
// ANCHOR_END: released

/// Well under a microsecond, so that a checkpoint is never far.
fn a_few_steps() -> u64 {
    (0..100u64).map(|i| black_box(i) * i % 7).sum()
}
