//! What travels between a pool and its workers.

mod frame;
mod incoming;
mod line;
mod outgoing;
mod raw_bytes;

use serde::{Deserialize, Serialize};

pub(super) use incoming::{Arrival, Incoming};
pub(super) use line::{EXCERPT, Line, excerpt, read_line};
pub(super) use outgoing::{Outgoing, SendError};
pub use raw_bytes::RawBytes;

use crate::PoolError;

/// The first line of a worker. The number is the protocol's version: a
/// [`program`](super::Builder::program) may be older than its parent.
pub(super) const HELLO: &str = r#"{"hello":"workers 2"}"#;

/// The most bytes of one message, unless the pool sets another. Far above any
/// payload the book sends, and low enough that a worker that answers without
/// end does not take all memory.
pub(super) const PAYLOAD_LIMIT: usize = 256 << 20;

/// Where a worker finds the limit of its pool.
pub(super) const PAYLOAD_LIMIT_VARIABLE: &str = "WORKERS_PAYLOAD_LIMIT";

/// A worker's answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome<A> {
    Done(A),
    Failed(String),
    Panicked(String),
}

impl<A> From<Outcome<A>> for Result<A, PoolError> {
    fn from(outcome: Outcome<A>) -> Self {
        match outcome {
            Outcome::Done(answer) => Ok(answer),
            Outcome::Failed(message) => Err(PoolError::Failed { message }),
            Outcome::Panicked(message) => Err(PoolError::Panicked { message }),
        }
    }
}
