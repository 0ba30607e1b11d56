//! An answer that is still on its way.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::PoolError;

/// The answer to one submitted job.
///
/// Dropping it does not cancel the job; its answer is then thrown away.
#[derive(Debug)]
#[must_use = "a job's error is only seen by waiting for it"]
pub struct Pending<T> {
    answer: Receiver<Result<T, PoolError>>,
}

impl<T> Pending<T> {
    /// The two ends of one answer's way.
    pub(crate) fn new() -> (Sender<Result<T, PoolError>>, Self) {
        let (reply, answer) = bounded(1);
        (reply, Self { answer })
    }

    /// Blocks until the job is done.
    ///
    /// # Errors
    ///
    /// What went wrong with the job or its worker, or [`PoolError::Closed`].
    pub fn wait(self) -> Result<T, PoolError> {
        self.answer.recv().unwrap_or(Err(PoolError::Closed))
    }

    /// As [`wait`](Self::wait), for at most `limit`; `None` means that the job
    /// is not done, and that waiting again is in order.
    pub fn wait_for(&self, limit: Duration) -> Option<Result<T, PoolError>> {
        match self.answer.recv_timeout(limit) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(PoolError::Closed)),
        }
    }
}

/// Waits for all, also after an error, so that the pool is idle on return.
pub(crate) fn collect<T>(
    pending: Vec<Pending<T>>,
) -> Result<Vec<T>, PoolError> {
    let answers: Vec<_> = pending.into_iter().map(Pending::wait).collect();
    answers.into_iter().collect()
}
