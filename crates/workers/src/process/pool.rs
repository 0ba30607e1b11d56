//! The pool as its user sees it.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::feeder::{Common, Ended, Task, launch};
use super::generation::generation;
use super::running::GRACE;
use super::settings::Settings;
use super::slot::Slot;
use super::supervisor::{Slots, Supervisor};
use crate::PoolError;
use crate::pending::{Pending, collect};

/// Worker processes that take jobs of type `J` and give answers of type `A`.
///
/// A worker that dies, prints garbage or misses its deadline costs the job it
/// had: that job gets the error and is not tried again, as it may be the
/// cause. The next job gets a new worker.
///
/// Dropping the pool closes the workers' stdin, gives running jobs half a
/// second, kills what is left and reaps all. Jobs not done by then get
/// [`PoolError::Closed`].
#[derive(Debug)]
pub struct ProcessPool<J, A> {
    common: Arc<Common<J, A>>,
    queue: Option<Sender<Task<J, A>>>,
    slots: Slots<A>,
    supervisor: Option<Supervisor>,
    ended: Receiver<Ended>,
}

impl<J, A> ProcessPool<J, A> {
    /// The process ids of the workers that are alive now.
    pub fn worker_ids(&self) -> Vec<u32> {
        self.slots().iter().filter_map(|slot| slot.pid()).collect()
    }

    fn slots(&self) -> MutexGuard<'_, Vec<Arc<Slot<A>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&mut self, grace: Duration) {
        self.queue = None;
        // Dropping a task tells its owner that the pool is closed.
        self.common.queue.try_iter().for_each(drop);
        // First, since it would replace what is given up below.
        self.supervisor = None;
        let _ = self.ended.recv_timeout(grace);
        for slot in self.slots().iter() {
            slot.give_up();
        }
        // The feeders of workers killed just now have to notice. One may be
        // stuck: it is left alone, its worker is already reaped.
        let _ = self.ended.recv_timeout(GRACE);
    }
}

impl<J, A> ProcessPool<J, A>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    pub(super) fn with(
        settings: Settings,
        workers: usize,
    ) -> Result<Self, PoolError> {
        let (queue, tasks) = unbounded();
        let (end, ended) = bounded(0);
        let common = Arc::new(Common { settings, queue: tasks });
        let slots = Slots::default();
        let supervisor = Supervisor::start(
            Arc::clone(&common),
            Arc::clone(&slots),
            end.clone(),
        )?;
        let mut pool = Self {
            common,
            queue: Some(queue),
            slots,
            supervisor: Some(supervisor),
            ended,
        };
        // A pool inside a child may be the runaway of a `main` without
        // `init`: its first worker has to prove itself before the others are
        // started, so n workers become 2n processes at most, and not n².
        let alone = if generation() > 0 { 1 } else { 0 };
        let started = pool
            .start_workers(0..alone, &end)
            .and_then(|()| pool.start_workers(alone..workers, &end));
        drop(end);
        if started.is_err() {
            pool.close(Duration::ZERO);
        }
        started.map(|()| pool)
    }

    fn start_workers(
        &self,
        places: std::ops::Range<usize>,
        ended: &Sender<Ended>,
    ) -> Result<(), PoolError> {
        let (ready, started) = unbounded();
        for index in places {
            let slot = Arc::new(Slot::new(index));
            launch(&self.common, &slot, ended, Some(ready.clone()))?;
            self.slots().push(slot);
        }
        drop(ready);
        // Ends when each feeder has reported and dropped its end.
        started.iter().collect()
    }

    /// Queues `job`; the queue has no bound.
    pub fn submit(&self, job: J) -> Pending<A> {
        let (reply, pending) = Pending::new();
        if let Some(queue) = &self.queue {
            // On failure the reply is dropped, and the wait says `Closed`.
            let _ = queue.send(Task { job, reply });
        }
        pending
    }

    /// Submits all `jobs` and returns the answers in their order.
    ///
    /// # Errors
    ///
    /// The first error in order, after all jobs have ended.
    pub fn map(
        &self,
        jobs: impl IntoIterator<Item = J>,
    ) -> Result<Vec<A>, PoolError> {
        collect(jobs.into_iter().map(|job| self.submit(job)).collect())
    }
}

impl<J, A> Drop for ProcessPool<J, A> {
    fn drop(&mut self) {
        self.close(GRACE);
    }
}
