//! The answers to many jobs that were submitted together.

use crossbeam_channel::Receiver;

use super::task::Answers;
use crate::PoolError;

/// What [`submit_all`](crate::Pool::submit_all) returns.
///
/// Dropping it does not cancel the jobs; their answers are then thrown away.
#[derive(Debug)]
#[must_use = "a job's error is only seen by collecting it"]
pub struct Batch<A> {
    pub(super) tasks: usize,
    /// Ends when the last chunk has answered.
    pub(super) answers: Receiver<Answers<A>>,
}

impl<A> Batch<A> {
    /// How many jobs it has.
    pub fn len(&self) -> usize {
        self.tasks
    }

    /// Whether it has no job.
    pub fn is_empty(&self) -> bool {
        self.tasks == 0
    }

    /// Blocks until all jobs have ended, and returns their answers in order.
    ///
    /// # Errors
    ///
    /// The first error in order, as [`PoolError::Task`] with the index.
    pub fn collect(self) -> Result<Vec<A>, PoolError> {
        self.results().into_iter().collect()
    }

    /// Blocks until all jobs have ended, and returns what became of each, in
    /// order. Each error is a [`PoolError::Task`] with the index.
    pub fn results(self) -> Vec<Result<A, PoolError>> {
        // Each chunk answers once, so sorting by the first index is the order.
        let mut chunks: Vec<_> = self.answers.iter().collect();
        chunks.sort_unstable_by_key(|chunk| chunk.first);
        chunks.into_iter().flat_map(Answers::indexed).collect()
    }
}

impl<A> Answers<A> {
    /// The results, each error with the index of its task.
    pub(super) fn indexed(self) -> impl Iterator<Item = Result<A, PoolError>> {
        let indices = self.first..;
        self.results
            .into_iter()
            .zip(indices)
            .map(|(result, index)| result.map_err(|error| error.of_task(index)))
    }
}
