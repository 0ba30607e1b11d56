//! Thread pools: one that lives on, and one that lives for a single call.

mod run_on;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::PoolError;
use crate::error::caught;
use crate::pool::dispatch::Dispatcher;
use crate::pool::{Chunk, Crew, End, Never, Pool};

pub use run_on::run_on;

/// A [`Pool`] of threads.
///
/// Dropping and terminating it wait for the jobs that run: a thread can't be
/// stopped from outside, so the choice is to wait or to leak.
pub type ThreadPool<J, A> = Pool<J, A, Threads<J, A>>;

/// The threads of a [`ThreadPool`].
#[derive(Debug)]
pub struct Threads<J, A> {
    dispatcher: Arc<Dispatcher<Chunk<J, A>, ()>>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + 'static, A: Send + 'static> ThreadPool<J, A> {
    /// Starts `workers` threads that run `serve` on each job. Its error
    /// becomes [`PoolError::Failed`], its panic [`PoolError::Panicked`], and
    /// the thread lives on.
    ///
    /// # Errors
    ///
    /// [`PoolError::Zero`], or [`PoolError::Thread`] when the system refuses
    /// one; those already started are joined.
    pub fn start(
        workers: usize,
        serve: impl Fn(J) -> Result<A, String> + Send + Sync + 'static,
    ) -> Result<Self, PoolError> {
        let workers = at_least_one(workers)?.get();
        let dispatcher = Arc::new(Dispatcher::new());
        let threads = Vec::with_capacity(workers);
        let mut pool = Self::with(Threads { dispatcher, threads });
        let serve = Arc::new(serve);
        for index in 0..workers {
            let name = format!("pool-{index}");
            let dispatcher = Arc::clone(&pool.crew().dispatcher);
            let serve = Arc::clone(&serve);
            let thread = thread::Builder::new()
                .name(name.clone())
                .spawn(move || work(&dispatcher, &*serve))
                .map_err(|error| PoolError::Thread { name, error })?;
            pool.crew_mut().threads.push(thread);
        }
        Ok(pool)
    }
}

// ANCHOR: work
fn work<J, A>(
    dispatcher: &Dispatcher<Chunk<J, A>, ()>,
    serve: &impl Fn(J) -> Result<A, String>,
) {
    let run = |job| match caught(|| serve(job)) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(message)) => Err(PoolError::Failed { message }),
        Err(panicked) => Err(panicked),
    };
    let _: Result<(), Never> = dispatcher.serve((), |mut chunk, ()| {
        for job in chunk.jobs {
            if chunk.reply.is_wanted() {
                chunk.reply.push(run(job));
            }
        }
        Ok(())
    });
}
// ANCHOR_END: work

impl<J, A> Crew<J, A> for Threads<J, A> {
    fn workers(&self) -> usize {
        self.threads.len()
    }

    fn submit(&self, chunk: Chunk<J, A>) {
        self.dispatcher.submit(chunk);
    }

    fn close(&self) {
        self.dispatcher.close();
    }

    fn end(&mut self, how: End) {
        if how == End::Done {
            self.dispatcher.close();
        } else {
            self.dispatcher.discard();
        }
        for thread in self.threads.drain(..) {
            // A job may own the last handle to its pool; joining its own
            // thread would wait for ever.
            if thread.thread().id() != thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

fn at_least_one(workers: usize) -> Result<NonZeroUsize, PoolError> {
    NonZeroUsize::new(workers).ok_or(PoolError::Zero { what: "workers" })
}
