//! The thread that ends workers which miss their deadline.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::feeder::{Common, launch};
use super::seat::Seat;
use crate::PoolError;
use crate::pool::Never;

/// The places of the pool. The lock is held to look and to replace: what
/// waits or kills works on a copy.
#[derive(Debug)]
pub(super) struct Seats<A>(Mutex<Vec<Arc<Seat<A>>>>);

impl<A> Seats<A> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    pub(super) fn all(&self) -> Vec<Arc<Seat<A>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn add(&self, seat: Arc<Seat<A>>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(seat);
    }

    fn replace(&self, old: &Arc<Seat<A>>, new: Arc<Seat<A>>) {
        let mut seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seat) = seats.iter_mut().find(|s| Arc::ptr_eq(s, old)) {
            *seat = new;
        }
    }
}

/// The bounds of an idle supervisor's nap: a limit under the first is kept
/// that much late, and the second is a number that adds to any clock.
const SHORTEST_NAP: Duration = Duration::from_millis(1);
const LONGEST_NAP: Duration = Duration::from_secs(3600);

/// Dropping it stops the thread.
#[derive(Debug)]
pub(super) struct Supervisor {
    stop: Option<Sender<Never>>,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    pub(super) fn start<J, A>(
        common: Arc<Common<J, A>>,
        seats: Arc<Seats<A>>,
        ended: Sender<Never>,
    ) -> Result<Self, PoolError>
    where
        J: Serialize + Send + 'static,
        A: DeserializeOwned + Send + 'static,
    {
        let (stop, stopped) = bounded(0);
        let name = "pool-supervisor".to_owned();
        let thread = thread::Builder::new()
            .name(name.clone())
            .spawn(move || supervise(&common, &seats, &ended, &stopped))
            .map_err(|error| PoolError::Thread { name, error })?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn supervise<J, A>(
    common: &Arc<Common<J, A>>,
    seats: &Seats<A>,
    ended: &Sender<Never>,
    stopped: &Receiver<Never>,
) where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    // A deadline set during the nap lies at least one limit ahead, so a nap
    // of the shortest limit misses none, and no job has to wake this thread.
    let settings = &common.settings;
    let nap = settings
        .job_timeout
        .map_or(settings.handshake_timeout, |limit| {
            limit.min(settings.handshake_timeout)
        })
        .clamp(SHORTEST_NAP, LONGEST_NAP);
    loop {
        let mut wake = Instant::now() + nap;
        for seat in seats.all() {
            seat.give_up_if_late(Instant::now());
            if seat.is_given_up() {
                // The old feeder may be stuck. If the system refuses a thread
                // the seat stays given up, and the next round tries again.
                let fresh = Arc::new(Seat::new(seat.index));
                if launch(common, &fresh, ended, None).is_ok() {
                    seats.replace(&seat, fresh);
                }
            }
            wake = seat.deadline().map_or(wake, |at| at.min(wake));
        }
        match stopped.recv_deadline(wake) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
