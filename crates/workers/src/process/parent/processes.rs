//! The worker processes of a pool, from the first to the last.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::generation::generation;
use super::feeder::{Common, launch};
use super::running::GRACE;
use super::seat::Seat;
use super::settings::Settings;
use super::supervisor::{Seats, Supervisor};
use crate::PoolError;
use crate::pool::dispatch::Dispatcher;
use crate::pool::{Chunk, Crew, End, Never, Pool};

/// A [`Pool`] of processes.
///
/// A worker that dies, prints garbage or misses its deadline costs the job it
/// had: that job gets the error and is not tried again, as it may be the
/// cause. With chunks it costs what was sent along and has no answer. The next
/// job gets a new worker. One that dies idle costs nothing.
pub type ProcessPool<J, A> = Pool<J, A, Processes<J, A>>;

/// The processes of a [`ProcessPool`].
#[derive(Debug)]
pub struct Processes<J, A> {
    common: Arc<Common<J, A>>,
    seats: Arc<Seats<A>>,
    workers: usize,
    supervisor: Option<Supervisor>,
    /// Closed by the last feeder.
    ended: Receiver<Never>,
}

impl<J, A> ProcessPool<J, A>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    /// The process ids of the workers that are alive now.
    pub fn worker_ids(&self) -> Vec<u32> {
        let seats = self.crew().seats.all();
        seats.iter().filter_map(|seat| seat.pid()).collect()
    }
}

impl<J, A> Processes<J, A>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    pub(super) fn start(
        settings: Settings,
        workers: usize,
    ) -> Result<Self, PoolError> {
        let (end, ended) = bounded(0);
        let dispatcher = Dispatcher::new();
        let common = Arc::new(Common { settings, dispatcher });
        let seats = Arc::new(Seats::new());
        let supervisor = Some(Supervisor::start(
            Arc::clone(&common),
            Arc::clone(&seats),
            end.clone(),
        )?);
        let mut crew = Self { common, seats, workers, supervisor, ended };
        // A pool inside a child may be the runaway of a `main` without
        // `init`: its first worker has to prove itself before the others are
        // started, so n workers become 2n processes at most, and not n².
        let alone = if generation() > 0 { 1 } else { 0 };
        let started = crew
            .start_workers(0..alone, &end)
            .and_then(|()| crew.start_workers(alone..workers, &end));
        drop(end);
        if started.is_err() {
            crew.end(End::Kill);
        }
        started.map(|()| crew)
    }

    fn start_workers(
        &self,
        places: Range<usize>,
        ended: &Sender<Never>,
    ) -> Result<(), PoolError> {
        let (ready, started) = unbounded();
        for index in places {
            let seat = Arc::new(Seat::new(index));
            launch(&self.common, &seat, ended, Some(ready.clone()))?;
            self.seats.add(seat);
        }
        drop(ready);
        // Ends when each feeder has reported and dropped its end.
        started.iter().collect()
    }
}

impl<J, A> Crew<J, A> for Processes<J, A>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    fn workers(&self) -> usize {
        self.workers
    }

    fn submit(&self, chunk: Chunk<J, A>) {
        self.common.dispatcher.submit(chunk);
    }

    /// Talks to an idle worker from the caller's thread: a hop through a
    /// feeder and back would cost as much as the way to the process.
    fn direct(&self, job: J) -> Result<Result<A, PoolError>, J> {
        let Common { settings, dispatcher } = &*self.common;
        // Only a feeder can be given up at a deadline.
        if settings.job_timeout.is_some() {
            return Err(job);
        }
        let Some(mut idle) = dispatcher.take_idle() else { return Err(job) };
        let answer = idle.kit.ask(&job, settings);
        dispatcher.put_back(idle);
        answer.ok_or(job)
    }

    fn close(&self) {
        self.common.dispatcher.close();
    }

    fn end(&mut self, how: End) {
        // First, since it would replace what is given up below.
        let Some(supervisor) = self.supervisor.take() else { return };
        drop(supervisor);
        let grace = match how {
            End::Kill => Duration::ZERO,
            End::Done | End::Drop => GRACE,
        };
        self.common.dispatcher.discard();
        let _ = self.ended.recv_timeout(grace);
        for seat in self.seats.all() {
            seat.give_up();
        }
        // The feeders of workers killed just now have to notice. One may be
        // stuck: it is left alone, its worker is already reaped.
        let _ = self.ended.recv_timeout(GRACE);
    }
}
