//! What a pool needs of its workers.

use super::task::Chunk;
use crate::PoolError;

/// How a pool's workers come to their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing runs or waits any more: they go by themselves.
    Done,
    /// What waits is dropped, what runs may finish within a grace.
    Drop,
    /// What waits is dropped, what runs is killed where that is possible.
    Kill,
}

/// The workers of a [`Pool`](crate::Pool): threads or processes.
pub trait Crew<J, A> {
    /// How many tasks can run at once.
    fn workers(&self) -> usize;

    /// Takes a chunk, without blocking.
    fn submit(&self, chunk: Chunk<J, A>);

    /// Runs `job` on the caller's own time, if that is shorter than through a
    /// queue; otherwise gives it back.
    ///
    /// # Errors
    ///
    /// The job, when it has to be queued.
    fn direct(&self, job: J) -> Result<Result<A, PoolError>, J> {
        Err(job)
    }

    /// Takes no more chunks; those it has are done.
    fn close(&self);

    /// Ends all workers and returns when they are gone.
    fn end(&mut self, how: End);
}
