//! The thread that starts one worker and feeds it jobs from the shared queue.

use std::convert::Infallible;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::generation::spawn_worker;
use super::pipes::{Pipes, Trouble};
use super::running::{GRACE, Running, Stderr};
use super::settings::Settings;
use super::slot::{GivenUp, Slot, Waiter};
use super::wire::Outcome;
use crate::PoolError;
use crate::error::caught;

/// A job on its way, with the end of its [`Pending`](crate::Pending).
#[derive(Debug)]
pub(super) struct Task<J, A> {
    pub(super) job: J,
    pub(super) reply: Sender<Result<A, PoolError>>,
}

/// Of a channel on which nothing is sent: its closing is the message.
pub(super) type Ended = Infallible;

/// What all feeders of a pool share.
#[derive(Debug)]
pub(super) struct Common<J, A> {
    pub(super) settings: Settings,
    pub(super) queue: Receiver<Task<J, A>>,
}

struct Feeder<J, A> {
    common: Arc<Common<J, A>>,
    slot: Arc<Slot<A>>,
    /// Absent before the first job and after a worker's end: the next job
    /// starts a new worker, and gets the error if that fails.
    pipes: Option<Pipes>,
}

/// Starts a feeder in `slot`. With `ready` it starts its worker at once and
/// reports there, otherwise with its first job.
///
/// The feeder itself starts the worker: Linux ties "die with the parent" to
/// the thread that did, so that thread has to last as long as the worker.
pub(super) fn launch<J, A>(
    common: &Arc<Common<J, A>>,
    slot: &Arc<Slot<A>>,
    ended: &Sender<Ended>,
    ready: Option<Sender<Result<(), PoolError>>>,
) -> Result<(), PoolError>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    let name = format!("pool-feeder-{}", slot.index);
    let (common, slot) = (Arc::clone(common), Arc::clone(slot));
    let feeder = Feeder { common, slot, pipes: None };
    let ended = ended.clone();
    thread::Builder::new()
        .name(name.clone())
        .spawn(move || {
            // A feeder that was given up stops; its slot has a new one.
            let _: Result<(), GivenUp> = feeder.run(ready);
            drop(ended);
        })
        .map(drop)
        .map_err(|error| PoolError::Thread { name, error })
}

impl<J: Serialize, A: DeserializeOwned> Feeder<J, A> {
    fn run(
        mut self,
        ready: Option<Sender<Result<(), PoolError>>>,
    ) -> Result<(), GivenUp> {
        if let Some(ready) = ready {
            self.slot.begin(Waiter::Start(ready.clone()))?;
            let started = self.start();
            self.slot.finish()?;
            let _ = ready.send(started.map(|pipes| self.pipes = Some(pipes)));
        }
        let common = Arc::clone(&self.common);
        for task in &common.queue {
            self.serve(task)?;
        }
        self.retire();
        Ok(())
    }

    fn serve(&mut self, task: Task<J, A>) -> Result<(), GivenUp> {
        self.slot.begin(Waiter::Job(task.reply.clone()))?;
        // The job's own code turns it into JSON here, and may panic.
        let answer = caught(|| self.answer(&task.job)).unwrap_or_else(Err);
        self.slot.finish()?;
        // Nobody may be waiting any more; then the answer has no use.
        let _ = task.reply.send(answer);
        let most = self.common.settings.recycle_after;
        if let (Some(pipes), Some(most)) = (&self.pipes, most)
            && pipes.jobs() >= most.get()
        {
            self.retire();
        }
        Ok(())
    }

    fn answer(&mut self, job: &J) -> Result<A, PoolError> {
        let mut pipes = match self.pipes.take() {
            Some(pipes) => pipes,
            None => self.start()?,
        };
        self.slot.expect_answer_within(self.common.settings.job_timeout);
        let answer = match pipes.ask(job) {
            Ok(Outcome::Done(answer)) => Ok(answer),
            Ok(Outcome::Failed(message)) => Err(PoolError::Failed { message }),
            Ok(Outcome::Panicked(message)) => {
                Err(PoolError::Panicked { message })
            }
            Err(Trouble::Unwritable(error)) => {
                Err(PoolError::Unwritable { error })
            }
            // The pipes are dropped: this worker is not used again.
            Err(trouble) => return Err(self.report(trouble)),
        };
        self.pipes = Some(pipes);
        answer
    }

    /// Starts a worker and waits for its hello.
    fn start(&self) -> Result<Pipes, PoolError> {
        let settings = &self.common.settings;
        let mut command = Command::new(&settings.program);
        command
            .args(&settings.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = spawn_worker(&mut command)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three were asked for as pipes");
        };
        let mut pipes = Pipes::new(stdin, stdout);
        let stderr = match Stderr::drain(stderr) {
            Ok(stderr) => stderr,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error);
            }
        };
        self.slot.adopt(Running::new(child, stderr));
        self.slot.expect_hello_within(settings.handshake_timeout);
        pipes.hello().map_err(|trouble| PoolError::NoHello {
            cause: Box::new(self.report(trouble)),
        })?;
        Ok(pipes)
    }

    /// Turns trouble with the worker into an error, and ends the worker.
    fn report(&self, trouble: Trouble) -> PoolError {
        let Some(mut running) = self.slot.take_running() else {
            // Given up meanwhile: the waiter has its answer already.
            return PoolError::Closed;
        };
        let worker = self.slot.worker(running.pid());
        match trouble {
            Trouble::Gone => match running.end_within(GRACE) {
                Some(status) => {
                    PoolError::Died { worker, status, stderr: running.stderr() }
                }
                None => PoolError::HungUp { worker, stderr: running.stderr() },
            },
            Trouble::Garbage { line, reason } => {
                PoolError::Garbage { worker, line, reason }
            }
            Trouble::Unwritable(error) => PoolError::Unwritable { error },
        }
    }

    /// Lets the worker end by itself, or kills it.
    fn retire(&mut self) {
        self.pipes = None;
        if let Some(mut running) = self.slot.take_running() {
            running.end_within(GRACE);
        }
    }
}
