//! A chunk of tasks on its way to a worker, and the way back of its answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;

use crate::{PoolError, WorkerId};

/// Of a channel on which nothing is sent: its closing is the message.
pub type Never = Infallible;

/// Jobs that travel together: one hand-over, one answer.
#[derive(Debug)]
pub struct Chunk<J, A> {
    pub(crate) jobs: Vec<J>,
    pub(crate) reply: Reply<A>,
}

/// The answers of one chunk.
#[derive(Debug)]
pub(crate) struct Answers<A> {
    /// The place of the first in its batch, from 0.
    pub(crate) first: usize,
    pub(crate) results: Vec<Result<A, PoolError>>,
}

/// Where a chunk's answers gather. Dropping it is what sends them, and what is
/// missing then is [`PoolError::Closed`]: no way of losing a chunk leaves
/// anybody waiting.
#[derive(Debug)]
pub(crate) struct Reply<A> {
    first: usize,
    expected: usize,
    results: Vec<Result<A, PoolError>>,
    to: Sender<Answers<A>>,
    cancelled: Option<Arc<AtomicBool>>,
    /// Held until the answers are sent; see `Pool::join`.
    _in_flight: Option<Sender<Never>>,
}

impl<A> Reply<A> {
    pub(crate) fn new(
        first: usize,
        expected: usize,
        to: Sender<Answers<A>>,
        in_flight: Option<Sender<Never>>,
    ) -> Self {
        let results = Vec::with_capacity(expected);
        let (cancelled, _in_flight) = (None, in_flight);
        Self { first, expected, results, to, cancelled, _in_flight }
    }

    /// Lets `flag` call off a chunk that no worker has begun.
    pub(crate) fn cancelled_by(mut self, flag: &Arc<AtomicBool>) -> Self {
        self.cancelled = Some(Arc::clone(flag));
        self
    }

    /// Whether somebody still waits for the answers.
    pub(crate) fn is_wanted(&self) -> bool {
        // Relaxed: the flag only saves work, nothing is read behind it.
        !self
            .cancelled
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Adds the next answer in order.
    pub(crate) fn push(&mut self, result: Result<A, PoolError>) {
        self.results.push(result);
    }

    /// The task that is running gets `error`; those behind it are lost.
    pub(crate) fn fail(&mut self, error: PoolError, worker: WorkerId) {
        if self.results.len() < self.expected {
            self.push(Err(error));
        }
        while self.results.len() < self.expected {
            self.push(Err(PoolError::Lost { worker }));
        }
    }
}

impl<A> Drop for Reply<A> {
    fn drop(&mut self) {
        let mut results = std::mem::take(&mut self.results);
        results.resize_with(self.expected, || Err(PoolError::Closed));
        // Nobody may be waiting any more; then the answers have no use.
        let _ = self.to.send(Answers { first: self.first, results });
    }
}
