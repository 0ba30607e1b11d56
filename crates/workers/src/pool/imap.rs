//! Answers as an iterator: the pool works ahead, but only so far.

use std::collections::BTreeMap;
use std::iter::Fuse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::crew::Crew;
use super::front::Pool;
use super::task::Answers;
use crate::PoolError;

/// By how many times the look-ahead exceeds the workers, unless it is set: one
/// job runs on each and one waits behind it, so that no worker waits for the
/// caller between two jobs.
const JOBS_PER_WORKER: usize = 2;

/// Feeds jobs to a pool such that at most `look_ahead` of them have been taken
/// from the input and not yet handed out as answers.
struct Flow<'p, J, A, C: Crew<J, A>, I: Iterator<Item = J>> {
    pool: &'p Pool<J, A, C>,
    jobs: Fuse<I>,
    look_ahead: usize,
    chunk: usize,
    taken: usize,
    handed_out: usize,
    to: Sender<Answers<A>>,
    answers: Receiver<Answers<A>>,
    /// Answers that are not handed out yet, by the index of their job.
    arrived: BTreeMap<usize, Result<A, PoolError>>,
    cancelled: Arc<AtomicBool>,
}

// ANCHOR: look_ahead
impl<J, A, C: Crew<J, A>, I: Iterator<Item = J>> Flow<'_, J, A, C, I> {
    /// Takes jobs from the input while there is room for a whole chunk.
    fn fill(&mut self) {
        let chunk = self.chunk.clamp(1, self.look_ahead);
        while self.taken - self.handed_out + chunk <= self.look_ahead {
            let jobs: Vec<J> = self.jobs.by_ref().take(chunk).collect();
            if jobs.is_empty() {
                return;
            }
            let reply = self
                .pool
                .reply(self.taken, jobs.len(), self.to.clone())
                .cancelled_by(&self.cancelled);
            self.taken += jobs.len();
            self.pool.send(jobs, reply);
        }
    }

    /// Waits for one more chunk of answers; false when nothing is out.
    fn receive(&mut self) -> bool {
        if self.taken == self.handed_out + self.arrived.len() {
            return false;
        }
        // Each chunk answers, whatever becomes of it, so this wait ends.
        let answers = self.answers.recv().into_iter();
        self.arrived.extend(answers.flat_map(|answers| {
            let first = answers.first;
            (first..).zip(answers.indexed())
        }));
        true
    }
}
// ANCHOR_END: look_ahead

impl<'p, J, A, C: Crew<J, A>, I: Iterator<Item = J>> Flow<'p, J, A, C, I> {
    fn new(pool: &'p Pool<J, A, C>, jobs: I) -> Self {
        let (to, answers) = unbounded();
        Self {
            pool,
            jobs: jobs.fuse(),
            look_ahead: JOBS_PER_WORKER * pool.workers(),
            chunk: 1,
            taken: 0,
            handed_out: 0,
            to,
            answers,
            arrived: BTreeMap::new(),
            cancelled: Arc::default(),
        }
    }
}

impl<J, A, C: Crew<J, A>, I: Iterator<Item = J>> Drop for Flow<'_, J, A, C, I> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl<J, A, C: Crew<J, A>> Pool<J, A, C> {
    /// The answers to `jobs` in order, with a bounded look-ahead.
    pub fn imap<I>(&self, jobs: I) -> Imap<'_, J, A, C, I::IntoIter>
    where
        I: IntoIterator<Item = J>,
    {
        Imap::new(self, jobs.into_iter())
    }

    /// The answers to `jobs` as they come, each with the index of its job, and
    /// with a bounded look-ahead.
    pub fn imap_unordered<I>(
        &self,
        jobs: I,
    ) -> ImapUnordered<'_, J, A, C, I::IntoIter>
    where
        I: IntoIterator<Item = J>,
    {
        ImapUnordered::new(self, jobs.into_iter())
    }
}

/// What [`Pool::imap`] returns: answers in the order of the jobs. An error is
/// a [`PoolError::Task`] with the index, and the answers behind it follow.
///
/// Nothing happens before the first `next`. From then on at most the
/// look-ahead of jobs is out: taken from the input, running or done, and not
/// yet returned. That many jobs and answers are all the memory it takes. One
/// slow job holds back the answers behind it, and with them the input.
///
/// Dropping it half-way calls off the jobs that no worker has begun.
#[must_use = "iterators do nothing before `next`"]
pub struct Imap<'p, J, A, C: Crew<J, A>, I: Iterator<Item = J>> {
    flow: Flow<'p, J, A, C, I>,
}

/// What [`Pool::imap_unordered`] returns: each answer with the index of its
/// job, as soon as it is there. One slow job holds back nobody but itself.
///
/// Otherwise as [`Imap`].
#[must_use = "iterators do nothing before `next`"]
pub struct ImapUnordered<'p, J, A, C: Crew<J, A>, I: Iterator<Item = J>> {
    flow: Flow<'p, J, A, C, I>,
}

impl<'p, J, A, C: Crew<J, A>, I: Iterator<Item = J>> Imap<'p, J, A, C, I> {
    pub(super) fn new(pool: &'p Pool<J, A, C>, jobs: I) -> Self {
        Self { flow: Flow::new(pool, jobs) }
    }

    /// The most jobs that are out at once, by default two for each worker; 0
    /// counts as 1.
    pub fn look_ahead(mut self, jobs: usize) -> Self {
        self.flow.look_ahead = jobs.max(1);
        self
    }

    /// How many jobs travel together, by default 1. It is at least 1 and at
    /// most the look-ahead.
    pub fn chunk(mut self, jobs: usize) -> Self {
        self.flow.chunk = jobs;
        self
    }
}

impl<'p, J, A, C: Crew<J, A>, I: Iterator<Item = J>>
    ImapUnordered<'p, J, A, C, I>
{
    pub(super) fn new(pool: &'p Pool<J, A, C>, jobs: I) -> Self {
        Self { flow: Flow::new(pool, jobs) }
    }

    /// As [`Imap::look_ahead`].
    pub fn look_ahead(mut self, jobs: usize) -> Self {
        self.flow.look_ahead = jobs.max(1);
        self
    }

    /// As [`Imap::chunk`].
    pub fn chunk(mut self, jobs: usize) -> Self {
        self.flow.chunk = jobs;
        self
    }
}

// ANCHOR: next
impl<J, A, C: Crew<J, A>, I: Iterator<Item = J>> Iterator
    for Imap<'_, J, A, C, I>
{
    type Item = Result<A, PoolError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.flow.fill();
        loop {
            let next = self.flow.handed_out;
            if let Some(answer) = self.flow.arrived.remove(&next) {
                self.flow.handed_out += 1;
                return Some(answer);
            }
            if !self.flow.receive() {
                return None;
            }
        }
    }
}

impl<J, A, C: Crew<J, A>, I: Iterator<Item = J>> Iterator
    for ImapUnordered<'_, J, A, C, I>
{
    type Item = (usize, Result<A, PoolError>);

    fn next(&mut self) -> Option<Self::Item> {
        self.flow.fill();
        loop {
            if let Some(answer) = self.flow.arrived.pop_first() {
                self.flow.handed_out += 1;
                return Some(answer);
            }
            if !self.flow.receive() {
                return None;
            }
        }
    }
}
// ANCHOR_END: next
