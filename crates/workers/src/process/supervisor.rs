//! The thread that ends workers which miss their deadline.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::feeder::{Common, Ended, launch};
use super::slot::Slot;
use crate::PoolError;

pub(super) type Slots<A> = Arc<Mutex<Vec<Arc<Slot<A>>>>>;

/// The bounds of an idle supervisor's nap: a limit under the first is kept
/// that much late, and the second is a number that adds to any clock.
const SHORTEST_NAP: Duration = Duration::from_millis(1);
const LONGEST_NAP: Duration = Duration::from_secs(3600);

/// Dropping it stops the thread.
#[derive(Debug)]
pub(super) struct Supervisor {
    stop: Option<Sender<Ended>>,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    pub(super) fn start<J, A>(
        common: Arc<Common<J, A>>,
        slots: Slots<A>,
        ended: Sender<Ended>,
    ) -> Result<Self, PoolError>
    where
        J: Serialize + Send + 'static,
        A: DeserializeOwned + Send + 'static,
    {
        let (stop, stopped) = bounded(0);
        let name = "pool-supervisor".to_owned();
        let thread = thread::Builder::new()
            .name(name.clone())
            .spawn(move || supervise(&common, &slots, &ended, &stopped))
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
    slots: &Slots<A>,
    ended: &Sender<Ended>,
    stopped: &Receiver<Ended>,
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
        for place in
            slots.lock().unwrap_or_else(PoisonError::into_inner).iter_mut()
        {
            place.give_up_if_late(Instant::now());
            if place.is_given_up() {
                // The old feeder may be stuck. If the system refuses a thread
                // the place stays given up, and the next round tries again.
                let fresh = Arc::new(Slot::new(place.index));
                if launch(common, &fresh, ended, None).is_ok() {
                    *place = fresh;
                }
            }
            wake = place.deadline().map_or(wake, |at| at.min(wake));
        }
        match stopped.recv_deadline(wake) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
