//! One place in the pool: the worker in it, and who waits for its answers.
//!
//! A feeder blocks in reads and writes that nothing can interrupt for certain:
//! killing the worker ends them, unless a process which the worker started
//! holds the pipes open. So a seat can be given up from outside, together with
//! its feeder. Whoever takes the waiter answers it, which settles every race.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::pipes::Trouble;
use super::running::{GRACE, Running};
use crate::pool::Reply;
use crate::{PoolError, WorkerId};

#[derive(Debug)]
pub(super) struct Seat<A> {
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

/// Who waits: `start` for the hello, or a chunk's owner for the answers.
#[derive(Debug)]
pub(super) enum Waiter<A> {
    Start(Sender<Result<(), PoolError>>),
    Chunk(Reply<A>),
}

/// The seat was given up, and its feeder has to stop.
#[derive(Debug)]
pub(super) struct GivenUp;

impl<A> Seat<A> {
    pub(super) fn new(index: usize) -> Self {
        let (waiter, until, running) = (None, None, None);
        let state = State { waiter, until, running, given_up: false };
        Self { index, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a wait. A seat given up meanwhile drops the waiter, which tells
    /// its owner that the pool is closed.
    pub(super) fn begin(&self, waiter: Waiter<A>) -> Result<(), GivenUp> {
        let mut state = self.state();
        if state.given_up {
            drop(state);
            drop(waiter);
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
        let until = limit.and_then(|limit| {
            let at = Instant::now().checked_add(limit)?;
            Some(Deadline { at, limit, hello })
        });
        self.state().until = until;
    }

    /// Takes in a new process; one for a seat given up meanwhile is killed.
    pub(super) fn adopt(&self, running: Running) {
        let mut state = self.state();
        if state.given_up {
            drop(state);
            drop(running);
        } else {
            state.running = Some(running);
        }
    }

    /// Adds the chunk's next answer.
    pub(super) fn answer(
        &self,
        answer: Result<A, PoolError>,
    ) -> Result<(), GivenUp> {
        let mut state = self.state();
        state.until = None;
        match &mut state.waiter {
            Some(Waiter::Chunk(reply)) => {
                reply.push(answer);
                Ok(())
            }
            Some(Waiter::Start(_)) | None => Err(GivenUp),
        }
    }

    /// Ends the wait: dropping the waiter sends the answers.
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

    /// Lets the worker, whose stdin is closed, end by itself, or kills it.
    pub(super) fn retire(&self) {
        if let Some(mut running) = self.take_running() {
            running.end_within(GRACE);
        }
    }

    /// Turns trouble with the worker into an error, and ends the worker.
    pub(super) fn report(
        &self,
        trouble: Trouble,
    ) -> Result<(PoolError, WorkerId), GivenUp> {
        // Given up meanwhile: the waiter has its answer already.
        let mut running = self.take_running().ok_or(GivenUp)?;
        let worker = self.worker(running.pid());
        let error = match trouble {
            Trouble::Garbage { line, reason } => {
                PoolError::Garbage { worker, line, reason }
            }
            Trouble::Gone | Trouble::Unread => {
                let status = running.end_within(GRACE);
                let stderr = running.stderr();
                match status {
                    Some(status) => PoolError::Died { worker, status, stderr },
                    None => PoolError::HungUp { worker, stderr },
                }
            }
        };
        Ok((error, worker))
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

    /// Gives up a seat whose deadline has passed.
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
        let Some(mut running) = running else { return };
        let worker = self.worker(running.pid());
        running.kill();
        let Some(Deadline { limit, hello, .. }) = late else { return };
        let stderr = running.stderr();
        let error = PoolError::TimedOut { worker, limit, stderr };
        match waiter {
            Some(Waiter::Chunk(mut reply)) => {
                let cause = Box::new(error);
                reply.fail(
                    if hello { PoolError::NoHello { cause } } else { *cause },
                    worker,
                );
            }
            Some(Waiter::Start(reply)) => {
                let cause = Box::new(error);
                // `start` may have failed already, on another worker.
                let _ = reply.send(Err(PoolError::NoHello { cause }));
            }
            None => {}
        }
    }

    pub(super) fn worker(&self, pid: u32) -> WorkerId {
        WorkerId { index: self.index, pid }
    }
}
