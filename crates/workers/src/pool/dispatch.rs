//! Brings work and idle workers together, under one short lock.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::error::caught;

/// Either work waits or workers do, never both.
///
/// `T` is the work; `K` is the kit that an idle worker lays down and gets back
/// with its next work. So whoever takes an idle worker out owns its kit: the
/// caller of `apply` talks to a process by itself in this way.
///
/// Nothing is called under the lock, and what is dropped is dropped outside.
#[derive(Debug)]
pub(crate) struct Dispatcher<T, K> {
    state: Mutex<State<T, K>>,
}

#[derive(Debug)]
struct State<T, K> {
    waiting: VecDeque<T>,
    /// The last to become idle is the first to work: its caches are warm.
    idle: Vec<Idle<T, K>>,
    open: bool,
}

/// A worker that waits for work. Dropping it ends the worker's loop.
#[derive(Debug)]
pub(crate) struct Idle<T, K> {
    pub(crate) kit: K,
    wake: Sender<(T, Idle<T, K>)>,
}

/// What a worker finds when it comes back.
enum Turn<T, K> {
    Work(T, Idle<T, K>),
    Wait,
    Over,
}

impl<T, K> Idle<T, K> {
    /// Has the worker's own thread do `work`.
    pub(crate) fn hand_over(self, work: T) {
        // The sender travels with the message, back to its worker.
        let wake = self.wake.clone();
        // It fails when the worker is gone; dropping the work answers it.
        let _ = wake.send((work, self));
    }
}

impl<T, K> Dispatcher<T, K> {
    pub(crate) fn new() -> Self {
        let (waiting, idle) = (VecDeque::new(), Vec::new());
        Self { state: Mutex::new(State { waiting, idle, open: true }) }
    }

    fn state(&self) -> MutexGuard<'_, State<T, K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives `work` to an idle worker, or lets it wait. The queue has no
    /// bound. A closed dispatcher drops it.
    pub(crate) fn submit(&self, work: T) {
        let mut state = self.state();
        if !state.open {
            drop(state);
            drop(work);
        } else if let Some(idle) = state.idle.pop() {
            drop(state);
            idle.hand_over(work);
        } else {
            state.waiting.push_back(work);
        }
    }

    /// Takes an idle worker out, to use its kit; give it back to
    /// [`put_back`](Self::put_back).
    pub(crate) fn take_idle(&self) -> Option<Idle<T, K>> {
        self.state().idle.pop()
    }

    pub(crate) fn put_back(&self, idle: Idle<T, K>) {
        if let Turn::Work(work, idle) = self.turn(idle) {
            idle.hand_over(work);
        }
    }

    fn turn(&self, idle: Idle<T, K>) -> Turn<T, K> {
        let mut state = self.state();
        if let Some(work) = state.waiting.pop_front() {
            Turn::Work(work, idle)
        } else if state.open {
            state.idle.push(idle);
            Turn::Wait
        } else {
            drop(state);
            Turn::Over
        }
    }

    /// A worker's loop: until the dispatcher is closed and nothing waits, or
    /// `work` says to stop.
    pub(crate) fn serve<E>(
        &self,
        kit: K,
        mut work: impl FnMut(T, &mut K) -> Result<(), E>,
    ) -> Result<(), E> {
        let (wake, woken): (_, Receiver<(T, Idle<T, K>)>) = bounded(1);
        let mut turn = self.turn(Idle { kit, wake });
        loop {
            let (task, mut idle) = match turn {
                Turn::Work(task, idle) => (task, idle),
                Turn::Wait => match woken.recv() {
                    Ok(given) => given,
                    Err(_) => return Ok(()),
                },
                Turn::Over => return Ok(()),
            };
            // The destructor of a job or an answer may panic. Both are gone
            // then, and the worker goes on.
            if let Ok(stop) = caught(|| work(task, &mut idle.kit)) {
                stop?;
            }
            turn = self.turn(idle);
        }
    }

    /// Takes no more work; what waits is still done.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.open = false;
        let idle = std::mem::take(&mut state.idle);
        drop(state);
        drop(idle);
    }

    /// As [`close`](Self::close), and drops what waits.
    pub(crate) fn discard(&self) {
        let waiting = std::mem::take(&mut self.state().waiting);
        drop(waiting);
        self.close();
    }
}
