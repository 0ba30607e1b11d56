//! The pool as its user sees it.

use std::fmt;
use std::marker::PhantomData;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::batch::Batch;
use super::crew::{Crew, End};
use super::pending::Pending;
use super::task::{Answers, Chunk, Never, Reply};
use crate::PoolError;

/// Workers that turn jobs of type `J` into answers of type `A`.
///
/// [`ThreadPool`](crate::ThreadPool) and [`ProcessPool`](crate::ProcessPool)
/// are this type with another crew `C`. A job that fails, panics or loses its
/// worker costs itself (and the chunk it travels in), never the pool.
///
/// Dropping the pool drops the jobs that wait, lets running jobs finish (a
/// process is killed after half a second, a thread can't be) and returns when
/// no worker is left. What is not done then is [`PoolError::Closed`].
pub struct Pool<J, A, C: Crew<J, A>> {
    crew: C,
    /// A clone travels with each chunk.
    in_flight: Option<Sender<Never>>,
    all_answered: Receiver<Never>,
    types: PhantomData<fn(J) -> A>,
}

impl<J, A, C: Crew<J, A>> Pool<J, A, C> {
    pub(crate) fn with(crew: C) -> Self {
        let (in_flight, all_answered) = bounded(0);
        let in_flight = Some(in_flight);
        Self { crew, in_flight, all_answered, types: PhantomData }
    }

    pub(crate) fn crew(&self) -> &C {
        &self.crew
    }

    pub(crate) fn crew_mut(&mut self) -> &mut C {
        &mut self.crew
    }

    /// How many jobs can run at once.
    pub fn workers(&self) -> usize {
        self.crew.workers()
    }

    /// Submits one job and waits for its answer: never more than one worker
    /// is busy for one caller.
    ///
    /// # Errors
    ///
    /// What went wrong with the job or its worker, or [`PoolError::Closed`].
    pub fn apply(&self, job: J) -> Result<A, PoolError> {
        match self.crew.direct(job) {
            Ok(answer) => answer,
            Err(job) => self.submit(job).wait(),
        }
    }

    /// Queues one job; the queue has no bound.
    ///
    /// A job that waits for another job of its own full pool waits for ever:
    /// [`Pending::wait_for`] is how to see that.
    pub fn submit(&self, job: J) -> Pending<A> {
        let (to, answers) = bounded(1);
        self.send(vec![job], self.reply(0, 1, to));
        Pending::new(answers)
    }

    /// Queues all `jobs`, `chunk` of them at a time (0 counts as 1); the queue
    /// has no bound, so all jobs and all answers are in memory at once.
    ///
    /// A chunk is one hand-over, and what a dying worker can cost.
    pub fn submit_all(
        &self,
        jobs: impl IntoIterator<Item = J>,
        chunk: usize,
    ) -> Batch<A> {
        let (to, answers) = unbounded();
        let mut jobs = jobs.into_iter();
        let mut tasks = 0;
        loop {
            let jobs: Vec<J> = jobs.by_ref().take(chunk.max(1)).collect();
            if jobs.is_empty() {
                return Batch { tasks, answers };
            }
            let reply = self.reply(tasks, jobs.len(), to.clone());
            tasks += jobs.len();
            self.send(jobs, reply);
        }
    }

    /// Submits all `jobs` one at a time and collects the answers in their
    /// order.
    ///
    /// # Errors
    ///
    /// The first error in order, as [`PoolError::Task`] with the index, after
    /// all jobs have ended.
    pub fn map(
        &self,
        jobs: impl IntoIterator<Item = J>,
    ) -> Result<Vec<A>, PoolError> {
        self.submit_all(jobs, 1).collect()
    }

    /// The chunk that gives each worker four: few hand-overs, and still
    /// something to balance with when jobs differ in length. The rule is that
    /// of Python's `Pool.map`.
    pub fn chunk_for(&self, tasks: usize) -> usize {
        tasks.div_ceil(4 * self.workers()).max(1)
    }

    /// Takes no more jobs: what is submitted from now on is
    /// [`PoolError::Closed`]. What was submitted before is done.
    pub fn close(&self) {
        self.crew.close();
    }

    /// Closes the pool and returns when all jobs are done and no worker is
    /// left. It has no limit: a job that never ends is waited for.
    pub fn join(mut self) {
        self.close();
        self.in_flight = None;
        // Nothing is ever sent: the last chunk's end is the end of the wait.
        let _ = self.all_answered.recv();
        self.crew.end(End::Done);
    }

    /// Ends the pool at once: what waits is dropped, running processes are
    /// killed, running threads are waited for, since nothing can end them.
    pub fn terminate(mut self) {
        self.crew.end(End::Kill);
    }

    pub(super) fn reply(
        &self,
        first: usize,
        tasks: usize,
        to: Sender<Answers<A>>,
    ) -> Reply<A> {
        Reply::new(first, tasks, to, self.in_flight.clone())
    }

    pub(super) fn send(&self, jobs: Vec<J>, reply: Reply<A>) {
        self.crew.submit(Chunk { jobs, reply });
    }
}

impl<J, A, C: Crew<J, A>> Drop for Pool<J, A, C> {
    fn drop(&mut self) {
        // Harmless after `join` and `terminate`: nothing is left to end.
        self.crew.end(End::Drop);
    }
}

impl<J, A, C: Crew<J, A>> fmt::Debug for Pool<J, A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("workers", &self.workers())
            .finish_non_exhaustive()
    }
}
