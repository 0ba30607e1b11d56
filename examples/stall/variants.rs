//! What the chapter quotes: six ways to take a while, a parent that
//! blocks for its child, and a pool that runs out of threads.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::{
    JoinError, JoinHandle, JoinSet, block_in_place, spawn_blocking, yield_now,
};

/// How long a polite loop computes before it yields: short against what a
/// person or another service notices, long against the cost of a yield.
pub const SLICE: Duration = Duration::from_micros(100);

// ANCHOR: waits
pub async fn thread_sleep(pause: Duration) {
    thread::sleep(pause); // the thread sleeps, and with it all its tasks
}

pub async fn async_sleep(pause: Duration) {
    tokio::time::sleep(pause).await;
}

pub async fn on_the_blocking_pool(pause: Duration) -> Result<(), JoinError> {
    spawn_blocking(move || thread::sleep(pause)).await
}

pub async fn in_place(pause: Duration) {
    block_in_place(|| thread::sleep(pause));
}
// ANCHOR_END: waits

// ANCHOR: computes
pub async fn compute(pause: Duration) -> u64 {
    compute_until(Instant::now() + pause)
}

/// The same loop, interrupted every 0.1 ms to let others run.
pub async fn compute_politely(pause: Duration) -> Yields {
    let end = Instant::now() + pause;
    let mut yields = Yields::default();
    while Instant::now() < end {
        compute_until(Instant::now() + SLICE);
        let left = Instant::now();
        yield_now().await;
        yields.count += 1;
        yields.away += left.elapsed();
    }
    yields
}
// ANCHOR_END: computes

/// What yielding cost a task.
#[derive(Clone, Copy, Debug, Default)]
pub struct Yields {
    pub count: u32,
    /// From giving the thread up to having it back.
    pub away: Duration,
}

/// Keeps a core busy until the clock shows `end`.
pub fn compute_until(end: Instant) -> u64 {
    let mut sum = 0;
    while Instant::now() < end {
        for i in 0..1_000 {
            sum += std::hint::black_box(i) * i % 7;
        }
    }
    sum
}

// ANCHOR: child
/// A child that says when it first ran.
fn child() -> (JoinHandle<Instant>, Receiver<()>) {
    let (sender, started) = channel();
    let child = tokio::spawn(async move {
        let now = Instant::now();
        // The parent may have given up by now.
        let _ = sender.send(());
        now
    });
    (child, started)
}
// ANCHOR_END: child

// ANCHOR: parent
/// Spawns a child and blocks until it has started. Without `patience` this
/// could wait for ever, beside an idle worker.
pub async fn blocks(patience: Duration) -> Result<Duration, JoinError> {
    let spawned = Instant::now();
    let (child, started) = child();
    let _ = started.recv_timeout(patience);
    Ok(child.await? - spawned)
}
// ANCHOR_END: parent

// ANCHOR: cures
pub async fn yields_first(patience: Duration) -> Result<Duration, JoinError> {
    let spawned = Instant::now();
    let (child, started) = child();
    yield_now().await;
    let _ = started.recv_timeout(patience);
    Ok(child.await? - spawned)
}

pub async fn blocks_in_place(
    patience: Duration,
) -> Result<Duration, JoinError> {
    let spawned = Instant::now();
    let (child, started) = child();
    let _ = block_in_place(|| started.recv_timeout(patience));
    Ok(child.await? - spawned)
}

pub async fn blocks_elsewhere(
    patience: Duration,
) -> Result<Duration, JoinError> {
    let spawned = Instant::now();
    let (child, started) = child();
    let _ = spawn_blocking(move || started.recv_timeout(patience)).await?;
    Ok(child.await? - spawned)
}
// ANCHOR_END: cures

// ANCHOR: two_children
/// Two children; the parent blocks until the second has started. How long
/// each waited for its first poll.
pub async fn two_children(
    patience: Duration,
) -> Result<[Duration; 2], JoinError> {
    let spawned = Instant::now();
    let (first, _) = child();
    let (second, started) = child();
    let _ = started.recv_timeout(patience);
    Ok([first.await? - spawned, second.await? - spawned])
}
// ANCHOR_END: two_children

// ANCHOR: pool
/// Long jobs that hold a thread of the blocking pool for `hold` each, at most
/// `at_once` together. How long does a short job then wait for a thread?
pub async fn short_job_behind(
    long_jobs: usize,
    at_once: usize,
    hold: Duration,
) -> Result<Duration, JoinError> {
    let turns = Arc::new(Semaphore::new(at_once));
    let mut running = JoinSet::new();
    for _ in 0..long_jobs {
        let turns = turns.clone();
        running.spawn(async move {
            let _turn = turns.acquire().await;
            spawn_blocking(move || thread::sleep(hold)).await
        });
    }
    yield_now().await; // every long job has its turn or waits for one
    let asked = Instant::now();
    let began = spawn_blocking(Instant::now).await?;
    for ended in running.join_all().await {
        ended?;
    }
    Ok(began - asked)
}
// ANCHOR_END: pool
