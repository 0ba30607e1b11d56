//! One place in the pool: the worker in it, and who waits for its answer.
//!
//! A feeder blocks in reads and writes that nothing can interrupt for certain:
//! killing the worker ends them, unless a process which the worker started
//! holds the pipes open. So a slot can be given up from outside, together with
//! its feeder. Whoever takes the waiter answers it, which settles every race.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::running::Running;
use crate::{PoolError, WorkerId};

#[derive(Debug)]
pub(super) struct Slot<A> {
    pub(super) index: usize,
    state: Mutex<State<A>>,
}

#[derive(Debug)]
struct State<A> {
    waiter: Option<Waiter<A>>,
    until: Option<Deadline>,
    running: Option<Running>,
    given_up: bool,
}

#[derive(Clone, Copy, Debug)]
struct Deadline {
    at: Instant,
    limit: Duration,
    hello: bool,
}

/// Who waits: `start` for the hello, or a job's owner for the answer.
#[derive(Debug)]
pub(super) enum Waiter<A> {
    Start(Sender<Result<(), PoolError>>),
    Job(Sender<Result<A, PoolError>>),
}

impl<A> Waiter<A> {
    // A send fails when nobody waits any more; then the answer has no use.
    pub(super) fn fail(self, error: PoolError) {
        match self {
            Self::Start(reply) => drop(reply.send(Err(error))),
            Self::Job(reply) => drop(reply.send(Err(error))),
        }
    }
}

/// The slot was given up, and its feeder has to stop.
#[derive(Debug)]
pub(super) struct GivenUp;

impl<A> Slot<A> {
    pub(super) fn new(index: usize) -> Self {
        let (waiter, until, running) = (None, None, None);
        let state = State { waiter, until, running, given_up: false };
        Self { index, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, waiter: Waiter<A>) -> Result<(), GivenUp> {
        let mut state = self.state();
        if state.given_up {
            drop(state);
            waiter.fail(PoolError::Closed);
            return Err(GivenUp);
        }
        state.waiter = Some(waiter);
        Ok(())
    }

    pub(super) fn expect_hello_within(&self, limit: Duration) {
        self.set_deadline(Some(limit), true);
    }

    pub(super) fn expect_answer_within(&self, limit: Option<Duration>) {
        self.set_deadline(limit, false);
    }

    fn set_deadline(&self, limit: Option<Duration>, hello: bool) {
        // A limit beyond what the clock can hold is no limit.
        self.state().until = limit.and_then(|limit| {
            let at = Instant::now().checked_add(limit)?;
            Some(Deadline { at, limit, hello })
        });
    }

    /// Takes in a new process; one for a slot given up meanwhile is killed.
    pub(super) fn adopt(&self, running: Running) {
        let mut state = self.state();
        if !state.given_up {
            state.running = Some(running);
        }
    }

    /// Ends the wait: the caller has to answer.
    pub(super) fn finish(&self) -> Result<Waiter<A>, GivenUp> {
        let mut state = self.state();
        state.until = None;
        state.waiter.take().ok_or(GivenUp)
    }

    /// Hands the process over; from here on it is the caller's to end, and
    /// the deadline has nothing left to end.
    pub(super) fn take_running(&self) -> Option<Running> {
        let mut state = self.state();
        state.until = None;
        state.running.take()
    }

    pub(super) fn pid(&self) -> Option<u32> {
        self.state().running.as_ref().map(Running::pid)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.state().until.map(|deadline| deadline.at)
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.state().given_up
    }

    /// Gives up a slot whose deadline has passed.
    pub(super) fn give_up_if_late(&self, now: Instant) {
        let state = self.state();
        if let Some(deadline) = state.until
            && deadline.at <= now
        {
            self.give_up_with(state, Some(deadline));
        }
    }

    /// Gives up, whatever the worker is doing.
    pub(super) fn give_up(&self) {
        self.give_up_with(self.state(), None);
    }

    fn give_up_with(
        &self,
        mut state: MutexGuard<'_, State<A>>,
        late: Option<Deadline>,
    ) {
        state.given_up = true;
        state.until = None;
        let (waiter, running) = (state.waiter.take(), state.running.take());
        drop(state);
        let error = match (running, late) {
            (Some(mut running), Some(Deadline { limit, hello, .. })) => {
                running.kill();
                let stderr = running.stderr();
                let worker = self.worker(running.pid());
                let late = PoolError::TimedOut { worker, limit, stderr };
                if hello {
                    PoolError::NoHello { cause: Box::new(late) }
                } else {
                    late
                }
            }
            _ => PoolError::Closed,
        };
        if let Some(waiter) = waiter {
            waiter.fail(error);
        }
    }

    pub(super) fn worker(&self, pid: u32) -> WorkerId {
        WorkerId { index: self.index, pid }
    }
}
