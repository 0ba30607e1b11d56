//! The settings of a process pool.

use std::ffi::OsString;
use std::marker::PhantomData;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::program::own_program;
use super::super::wire::PAYLOAD_LIMIT;
use super::processes::{ProcessPool, Processes};
use super::settings::Settings;
use crate::PoolError;

/// A worker takes about a millisecond to say hello; a loaded machine or a
/// virus scanner may add seconds. A program that never says it costs this
/// wait.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// What a [`ProcessPool`] can be told before it starts.
#[derive(Debug)]
#[must_use = "a builder does nothing before `start`"]
pub struct Builder<J, A> {
    program: Option<PathBuf>,
    args: Vec<OsString>,
    handshake_timeout: Duration,
    job_timeout: Option<Duration>,
    recycle_after: Option<u64>,
    payload_limit: usize,
    types: PhantomData<fn(J) -> A>,
}

impl<J, A> Builder<J, A> {
    fn new() -> Self {
        Self {
            program: None,
            args: Vec::new(),
            handshake_timeout: HANDSHAKE_TIMEOUT,
            job_timeout: None,
            recycle_after: None,
            payload_limit: PAYLOAD_LIMIT,
            types: PhantomData,
        }
    }

    /// The workers' program instead of this executable.
    pub fn program(mut self, program: impl Into<PathBuf>) -> Self {
        self.program = Some(program.into());
        self
    }

    /// The workers' arguments, by default none. A worker whose `main` begins
    /// with [`init`](crate::process::init) never looks at them.
    pub fn args<S: Into<OsString>>(
        mut self,
        args: impl IntoIterator<Item = S>,
    ) -> Self {
        self.args = args.into_iter().map(Into::into).collect();
        self
    }

    /// How long a worker may take to say hello, by default ten seconds.
    pub fn handshake_timeout(mut self, limit: Duration) -> Self {
        self.handshake_timeout = limit;
        self
    }

    /// How long a worker may take for one job, by default without limit. The
    /// time in the queue does not count. A worker that is late costs all jobs
    /// of its chunk that have no answer yet.
    ///
    /// With a limit, `apply` goes through the pool's threads, too, which can be
    /// given up when a pipe hangs as the caller can't, and the jobs of a chunk
    /// are sent one by one.
    pub fn job_timeout(mut self, limit: Duration) -> Self {
        self.job_timeout = Some(limit);
        self
    }

    /// Ends each worker after so many jobs, so that what it leaks is given
    /// back. Its replacement starts when the next job arrives, also within a
    /// chunk.
    pub fn recycle_after(mut self, jobs: u64) -> Self {
        self.recycle_after = Some(jobs);
        self
    }

    /// The most bytes that one job or one answer may have, JSON and raw parts
    /// together, by default 256 MiB. A larger job is
    /// [`PoolError::TooLarge`], a larger answer [`PoolError::Failed`].
    pub fn payload_limit(mut self, bytes: usize) -> Self {
        self.payload_limit = bytes;
        self
    }

    /// Starts `workers` processes and returns when each has said hello.
    ///
    /// # Errors
    ///
    /// [`PoolError::Zero`], [`PoolError::TooDeep`], [`PoolError::Start`],
    /// [`PoolError::Thread`] or [`PoolError::NoHello`]; then no process is
    /// left.
    pub fn start(self, workers: usize) -> Result<ProcessPool<J, A>, PoolError>
    where
        J: Serialize + Send + 'static,
        A: DeserializeOwned + Send + 'static,
    {
        if workers == 0 {
            return Err(PoolError::Zero { what: "workers" });
        }
        let recycle_after = match self.recycle_after.map(NonZeroU64::new) {
            Some(None) => {
                return Err(PoolError::Zero { what: "recycle_after" });
            }
            Some(jobs) => jobs,
            None => None,
        };
        let program = match self.program {
            Some(program) => program,
            None => own_program().map_err(|error| PoolError::Start {
                program: PathBuf::from("this executable"),
                error,
            })?,
        };
        let settings = Settings {
            program,
            args: self.args,
            handshake_timeout: self.handshake_timeout,
            job_timeout: self.job_timeout,
            recycle_after,
            payload_limit: self.payload_limit,
        };
        Processes::start(settings, workers).map(ProcessPool::with)
    }
}

impl<J, A> ProcessPool<J, A>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    /// The settings, to change them before the start.
    pub fn builder() -> Builder<J, A> {
        Builder::new()
    }

    /// Starts `workers` processes of this executable and returns when each has
    /// said hello, so a `main` that forgot [`init`](crate::process::init) is an error
    /// here and not a hang later.
    ///
    /// # Errors
    ///
    /// As [`Builder::start`].
    pub fn start(workers: usize) -> Result<Self, PoolError> {
        Self::builder().start(workers)
    }
}
