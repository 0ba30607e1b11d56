//! The one error type of both pools.

use std::any::Any;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// Which worker process an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkerId {
    /// Its place in the pool, from 0; a replacement keeps the place.
    pub index: usize,
    /// Its process id.
    pub pid: u32,
}

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "worker {} (pid {})", self.index, self.pid)
    }
}

/// What can go wrong in a pool.
///
/// Each message is complete in itself (no `source` to follow), since it often
/// travels as text: through a worker's stderr into its parent's error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// A count that must be at least one is zero.
    #[error("`{what}` is 0, it must be at least 1")]
    Zero {
        /// The option's name.
        what: &'static str,
    },
    /// Processes that start processes reached the bound; see
    /// [`GENERATION_LIMIT`](crate::process::GENERATION_LIMIT).
    #[error(
        "generation `{generation}` must not start processes (limit \
         `{limit}`); does `main` call `workers::process::init` first?"
    )]
    TooDeep {
        /// This process's generation.
        generation: u32,
        /// The last generation that may exist.
        limit: u32,
    },
    /// A process of a contained tree has started all that it may; see
    /// [`spawn_contained`](crate::process::spawn_contained).
    #[error("a contained process must not start more than `{limit}` processes")]
    TooMany {
        /// The most it may start.
        limit: u32,
    },
    /// A contained tree can be started only by a program that a person
    /// started.
    #[error(
        "a child must not start a contained tree; does `main` ask first \
         whether it is one?"
    )]
    Nested,
    /// The system refused to start the worker's program.
    #[error("can't start `{}`: {error}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The system refused another thread.
    #[error("can't start thread `{name}`: {error}")]
    Thread {
        /// The name the thread would have had.
        name: String,
        /// The system's reason.
        error: io::Error,
    },
    /// The program started, but does not behave like a worker.
    #[error(
        "no hello: {cause}; does `main` call `workers::process::init` first?"
    )]
    NoHello {
        /// What it did instead.
        cause: Box<PoolError>,
    },
    /// The worker ended before it answered.
    #[error("{worker} died: {status}, stderr `{stderr}`")]
    Died {
        /// The worker.
        worker: WorkerId,
        /// Its exit code or signal.
        status: ExitStatus,
        /// The start of its stderr, at most 200 characters.
        stderr: String,
    },
    /// The worker closed its output without ending, and was killed.
    #[error("{worker} closed its output and lived on, stderr `{stderr}`")]
    HungUp {
        /// The worker.
        worker: WorkerId,
        /// The start of its stderr, at most 200 characters.
        stderr: String,
    },
    /// A line on the worker's stdout is not the expected answer, and the
    /// worker was killed.
    #[error("{worker} printed `{line}` where its answer belongs: {reason}")]
    Garbage {
        /// The worker.
        worker: WorkerId,
        /// The start of the line, at most 200 characters.
        line: String,
        /// Why it is not an answer.
        reason: String,
    },
    /// The worker did not answer in time, and was killed.
    #[error("{worker} gave no answer within `{limit:?}`, stderr `{stderr}`")]
    TimedOut {
        /// The worker.
        worker: WorkerId,
        /// The limit it missed.
        limit: Duration,
        /// The start of its stderr, at most 200 characters.
        stderr: String,
    },
    /// It travelled in one chunk with the job on which its worker failed, and
    /// had no answer yet. It may have run or not, and is not tried again.
    #[error("lost with {worker}, which failed on a job of the same chunk")]
    Lost {
        /// The worker.
        worker: WorkerId,
    },
    /// The job can't be written as JSON; no worker saw it.
    #[error("the job can't be written as JSON: {error}")]
    Unwritable {
        /// What the serialiser said.
        error: serde_json::Error,
    },
    /// The job is larger than a message may be; no worker saw it.
    #[error("it has more than `{limit}` bytes, the limit of a message")]
    TooLarge {
        /// The most bytes that a job or an answer may have.
        limit: usize,
    },
    /// The job's own code returned an error; the worker lives on.
    #[error("the job failed: `{message}`")]
    Failed {
        /// The job's message.
        message: String,
    },
    /// The job's code panicked; the worker lives on.
    #[error("the job panicked: `{message}`")]
    Panicked {
        /// The panic's message.
        message: String,
    },
    /// The pool was closed before the job came, or dropped before it was done.
    #[error("the pool was closed before the job was done")]
    Closed,
    /// One of many jobs went wrong.
    #[error("task {index}: {error}")]
    Task {
        /// The job's place among those submitted together, from 0.
        index: usize,
        /// What went wrong with it.
        error: Box<PoolError>,
    },
}

impl PoolError {
    /// The place of the job among those submitted together, from 0. A job
    /// that was submitted alone has none.
    pub fn index(&self) -> Option<usize> {
        match self {
            Self::Task { index, .. } => Some(*index),
            _ => None,
        }
    }

    /// What went wrong, without the index.
    pub fn cause(&self) -> &Self {
        match self {
            Self::Task { error, .. } => error,
            other => other,
        }
    }

    /// Whether the job was with a worker that came to its end without an
    /// answer, so that nobody can tell what the job has done.
    pub fn is_lost(&self) -> bool {
        matches!(
            self.cause(),
            Self::Died { .. }
                | Self::HungUp { .. }
                | Self::Garbage { .. }
                | Self::TimedOut { .. }
                | Self::Lost { .. }
        )
    }

    pub(crate) fn of_task(self, index: usize) -> Self {
        Self::Task { index, error: Box::new(self) }
    }
}

/// The text of a caught panic, as far as it has one.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a value that is no text".to_owned()
    }
}

/// A panic leaves nothing half-done behind that is used again: the job and all
/// it owns are gone, and what it shares guards itself (`Mutex` poisons).
pub(crate) fn caught<T>(job: impl FnOnce() -> T) -> Result<T, PoolError> {
    catch_unwind(AssertUnwindSafe(job)).map_err(|payload| PoolError::Panicked {
        message: panic_message(&*payload),
    })
}
