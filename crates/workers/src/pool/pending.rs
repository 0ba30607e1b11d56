//! An answer that is still on its way.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::task::Answers;
use crate::PoolError;

/// The answer to one submitted job.
///
/// Dropping it does not cancel the job; its answer is then thrown away.
#[derive(Debug)]
#[must_use = "a job's error is only seen by waiting for it"]
pub struct Pending<A> {
    answers: Receiver<Answers<A>>,
}

impl<A> Pending<A> {
    pub(super) fn new(answers: Receiver<Answers<A>>) -> Self {
        Self { answers }
    }

    /// Blocks until the job is done.
    ///
    /// # Errors
    ///
    /// What went wrong with the job or its worker, or [`PoolError::Closed`].
    pub fn wait(self) -> Result<A, PoolError> {
        self.answers.recv().map_or(Err(PoolError::Closed), only)
    }

    /// As [`wait`](Self::wait), for at most `limit`; `None` means that the job
    /// is not done, and that waiting again is in order.
    pub fn wait_for(&self, limit: Duration) -> Option<Result<A, PoolError>> {
        match self.answers.recv_timeout(limit) {
            Ok(answers) => Some(only(answers)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(PoolError::Closed)),
        }
    }
}

fn only<A>(mut answers: Answers<A>) -> Result<A, PoolError> {
    answers.results.pop().unwrap_or(Err(PoolError::Closed))
}
