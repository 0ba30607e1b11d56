//! Thread pools: one that lives on, and one that lives for a single call.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::PoolError;
use crate::error::caught;
use crate::pending::{Pending, collect};

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads that take jobs from one queue.
///
/// Dropping the pool runs what is queued, then joins the threads: a thread
/// can't be stopped from outside, so the choice is to wait or to leak.
#[derive(Debug)]
pub struct ThreadPool {
    queue: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl ThreadPool {
    /// Starts `workers` threads.
    ///
    /// # Errors
    ///
    /// [`PoolError::Zero`], or [`PoolError::Thread`] when the system refuses
    /// one; those already started are joined.
    pub fn new(workers: usize) -> Result<Self, PoolError> {
        let workers = at_least_one(workers)?.get();
        let (queue, jobs) = unbounded();
        let mut pool =
            Self { queue: Some(queue), threads: Vec::with_capacity(workers) };
        for index in 0..workers {
            let (name, jobs) = (format!("pool-{index}"), jobs.clone());
            let thread = thread::Builder::new()
                .name(name.clone())
                .spawn(move || work(&jobs))
                .map_err(|error| PoolError::Thread { name, error })?;
            pool.threads.push(thread);
        }
        Ok(pool)
    }

    /// How many threads the pool has.
    pub fn workers(&self) -> usize {
        self.threads.len()
    }

    /// Queues `job`; the queue has no bound. A panic in it becomes
    /// [`PoolError::Panicked`], and the thread lives on.
    ///
    /// A job that waits for another job of its own full pool waits for ever.
    pub fn submit<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Pending<T> {
        let (reply, pending) = Pending::new();
        let job: Job = Box::new(move || {
            // Nobody may be waiting any more; then the answer has no use.
            let _ = reply.send(caught(job));
        });
        if let Some(queue) = &self.queue {
            // On failure the reply is dropped, and the wait says `Closed`.
            let _ = queue.send(job);
        }
        pending
    }

    /// Runs `f` on each of `jobs` and returns the answers in their order.
    ///
    /// # Errors
    ///
    /// The first panic in order, after all jobs have ended.
    pub fn map<J: Send + 'static, T: Send + 'static>(
        &self,
        jobs: impl IntoIterator<Item = J>,
        f: impl Fn(J) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, PoolError> {
        let f = Arc::new(f);
        let submit = |job| {
            let f = Arc::clone(&f);
            self.submit(move || f(job))
        };
        collect(jobs.into_iter().map(submit).collect())
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        // Closing the queue is what ends the threads' loops.
        self.queue = None;
        for thread in self.threads.drain(..) {
            // A job may own the last handle to its pool; joining its own
            // thread would wait for ever.
            if thread.thread().id() != thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

fn work(jobs: &Receiver<Job>) {
    for job in jobs {
        job();
    }
}

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

fn at_least_one(workers: usize) -> Result<NonZeroUsize, PoolError> {
    NonZeroUsize::new(workers).ok_or(PoolError::Zero { what: "workers" })
}
