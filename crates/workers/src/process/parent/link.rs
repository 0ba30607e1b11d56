//! The link to one worker, owned by whoever talks to it now.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::wire::{Outcome, Outgoing};
use super::pipes::{Pipes, Trouble};
use super::seat::Seat;
use super::settings::Settings;
use crate::PoolError;

/// What an idle worker lays down: its feeder takes it up again with the next
/// chunk, or a caller of `apply` does in between.
#[derive(Debug)]
pub(super) struct Link<A> {
    /// Absent before the first job and after a worker's end: the next job
    /// makes the feeder start a worker, and gets the error if that fails.
    pub(super) pipes: Option<Pipes>,
    seat: Arc<Seat<A>>,
}

impl<A> Link<A> {
    pub(super) fn new(seat: Arc<Seat<A>>) -> Self {
        Self { pipes: None, seat }
    }

    /// How many jobs the worker may get at once.
    pub(super) fn room(&self, settings: &Settings) -> usize {
        // With a limit for each job, each has a frame and a clock of its own:
        // a worker holds the answers of fast jobs back for a moment.
        if settings.job_timeout.is_some() { 1 } else { self.left(settings) }
    }

    /// How many jobs the worker may still have in its life.
    fn left(&self, settings: &Settings) -> usize {
        let done = self.pipes.as_ref().map_or(0, Pipes::jobs);
        settings
            .recycle_after
            .map(|most| most.get().saturating_sub(done))
            .and_then(|left| usize::try_from(left).ok())
            .unwrap_or(usize::MAX)
    }

    /// Ends a worker that has done its share.
    pub(super) fn recycle(&mut self, settings: &Settings) {
        if self.left(settings) == 0 {
            self.pipes = None;
            self.seat.retire();
        }
    }
}

// ANCHOR: ask
impl<A: DeserializeOwned> Link<A> {
    /// Has one job done, with no other thread between the caller and the
    /// worker. `None` if there is no worker: nothing has begun the job.
    pub(super) fn ask<J: Serialize>(
        &mut self,
        job: &J,
        settings: &Settings,
    ) -> Option<Result<A, PoolError>> {
        let mut pipes = self.pipes.take()?;
        let mut frame = Outgoing::new(settings.payload_limit);
        let answer = match frame.add(job) {
            Err(error) => Ok(Err(error)),
            Ok(()) => exchange(&mut pipes, &mut frame),
        };
        match answer {
            Ok(answer) => {
                self.pipes = Some(pipes);
                self.recycle(settings);
                Some(answer)
            }
            Err(Trouble::Unread) => {
                drop(pipes);
                self.seat.retire();
                None
            }
            Err(trouble) => Some(Err(match self.seat.report(trouble) {
                Ok((error, _)) => error,
                Err(_) => PoolError::Closed,
            })),
        }
    }
}

fn exchange<A: DeserializeOwned>(
    pipes: &mut Pipes,
    frame: &mut Outgoing,
) -> Result<Result<A, PoolError>, Trouble> {
    pipes.send(frame)?;
    match pipes.receive()?.next::<Outcome<A>>() {
        Some(Ok(outcome)) => Ok(outcome.into()),
        Some(Err(garbage)) => Err(garbage.into()),
        None => Err(Trouble::Garbage {
            line: String::new(),
            reason: "it answers no job".to_owned(),
        }),
    }
}
// ANCHOR_END: ask
