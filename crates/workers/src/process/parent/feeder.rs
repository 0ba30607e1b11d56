//! The thread that starts one worker and feeds it the pool's jobs.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::Sender;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::generation::spawn_worker;
use super::super::wire::{Outcome, Outgoing, PAYLOAD_LIMIT_VARIABLE};
use super::link::Link;
use super::pipes::{Pipes, Trouble};
use super::running::{Running, Stderr};
use super::seat::{GivenUp, Seat, Waiter};
use super::settings::Settings;
use crate::PoolError;
use crate::pool::dispatch::Dispatcher;
use crate::pool::{Chunk, Never};

/// What all feeders of a pool share.
#[derive(Debug)]
pub(super) struct Common<J, A> {
    pub(super) settings: Settings,
    pub(super) dispatcher: Dispatcher<Chunk<J, A>, Link<A>>,
}

struct Feeder<J, A> {
    common: Arc<Common<J, A>>,
    seat: Arc<Seat<A>>,
}

/// Where `start` learns of a worker's hello.
pub(super) type Ready = Sender<Result<(), PoolError>>;

/// Starts a feeder in `seat`. With `ready` it starts its worker at once and
/// reports there, otherwise with its first job.
///
/// The feeder itself starts the worker: Linux ties "die with the parent" to
/// the thread that did, so that thread has to last as long as the worker.
pub(super) fn launch<J, A>(
    common: &Arc<Common<J, A>>,
    seat: &Arc<Seat<A>>,
    ended: &Sender<Never>,
    ready: Option<Ready>,
) -> Result<(), PoolError>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    let name = format!("pool-feeder-{}", seat.index);
    let (common, seat) = (Arc::clone(common), Arc::clone(seat));
    let feeder = Feeder { common, seat };
    let ended = ended.clone();
    thread::Builder::new()
        .name(name.clone())
        .spawn(move || {
            // A feeder that was given up stops; its seat has a new one.
            let _: Result<(), GivenUp> = feeder.run(ready);
            drop(ended);
        })
        .map(drop)
        .map_err(|error| PoolError::Thread { name, error })
}

impl<J: Serialize, A: DeserializeOwned> Feeder<J, A> {
    fn run(self, ready: Option<Ready>) -> Result<(), GivenUp> {
        let mut link = Link::new(Arc::clone(&self.seat));
        if let Some(ready) = ready {
            self.seat.begin(Waiter::Start(ready.clone()))?;
            let started = self.start();
            self.seat.finish()?;
            let _ = ready.send(started.map(|pipes| link.pipes = Some(pipes)));
        }
        let dispatcher = &self.common.dispatcher;
        dispatcher.serve(link, |chunk, link| self.serve(chunk, link))?;
        self.seat.retire();
        Ok(())
    }

    fn serve(
        &self,
        chunk: Chunk<J, A>,
        link: &mut Link<A>,
    ) -> Result<(), GivenUp> {
        if !chunk.reply.is_wanted() {
            return Ok(());
        }
        self.seat.begin(Waiter::Chunk(chunk.reply))?;
        let mut left = chunk.jobs.as_slice();
        while !left.is_empty() {
            let done = self.serve_frame(left, link)?;
            left = &left[done..];
        }
        self.seat.finish().map(drop)
    }

    /// Has the first of `jobs` done: as many as one frame holds. Returns how
    /// many now have an answer, good or bad.
    fn serve_frame(
        &self,
        jobs: &[J],
        link: &mut Link<A>,
    ) -> Result<usize, GivenUp> {
        let settings = &self.common.settings;
        let mut frame = Outgoing::new(settings.payload_limit);
        for job in jobs.iter().take(link.room(settings)) {
            match frame.add(job) {
                Ok(()) if frame.is_full() => break,
                Ok(()) => {}
                Err(error) if frame.messages() == 0 => {
                    self.seat.answer(Err(error))?;
                    return Ok(1);
                }
                // It comes first in the next frame, and is refused there.
                Err(_) => break,
            }
        }
        let tasks = frame.messages();
        let mut left = tasks;
        let trouble = loop {
            let used = link.pipes.is_some();
            let mut pipes = match link.pipes.take() {
                Some(pipes) => pipes,
                None => match self.start() {
                    Ok(pipes) => pipes,
                    Err(error) => {
                        self.seat.answer(Err(error))?;
                        return Ok(1);
                    }
                },
            };
            match self.exchange(&mut pipes, &mut frame, &mut left)? {
                Ok(()) => {
                    link.pipes = Some(pipes);
                    link.recycle(settings);
                    return Ok(tasks);
                }
                // It died idle and has begun nothing: a fresh one may try.
                Err(Trouble::Unread) if used => {
                    drop(pipes);
                    self.seat.retire();
                }
                // The pipes are dropped: this worker is not used again.
                Err(trouble) => break trouble,
            }
        };
        let (error, worker) = self.seat.report(trouble)?;
        self.seat.answer(Err(error))?;
        for _ in 1..left {
            self.seat.answer(Err(PoolError::Lost { worker }))?;
        }
        Ok(tasks)
    }

    /// Sends the frame and passes the answers on; `left` counts down.
    fn exchange(
        &self,
        pipes: &mut Pipes,
        frame: &mut Outgoing,
        left: &mut usize,
    ) -> Result<Result<(), Trouble>, GivenUp> {
        let limit = self.common.settings.job_timeout;
        self.seat.expect_answer_within(limit);
        if let Err(trouble) = pipes.send(frame) {
            return Ok(Err(trouble));
        }
        while *left > 0 {
            let mut answers = match pipes.receive() {
                Ok(answers) => answers,
                Err(trouble) => return Ok(Err(trouble)),
            };
            while let Some(answer) = answers.next::<Outcome<A>>() {
                match answer {
                    Ok(outcome) => self.seat.answer(outcome.into())?,
                    Err(garbage) => return Ok(Err(garbage.into())),
                }
                *left -= 1;
            }
            self.seat.expect_answer_within(limit);
        }
        Ok(Ok(()))
    }

    /// Starts a worker and waits for its hello.
    fn start(&self) -> Result<Pipes, PoolError> {
        let settings = &self.common.settings;
        let mut command = Command::new(&settings.program);
        command
            .args(&settings.args)
            .env(PAYLOAD_LIMIT_VARIABLE, settings.payload_limit.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = spawn_worker(&mut command)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three were asked for as pipes");
        };
        let mut pipes = Pipes::new(stdin, stdout, settings.payload_limit);
        let stderr = match Stderr::drain(stderr) {
            Ok(stderr) => stderr,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error);
            }
        };
        self.seat.adopt(Running::new(child, stderr));
        self.seat.expect_hello_within(settings.handshake_timeout);
        let Err(trouble) = pipes.hello() else { return Ok(pipes) };
        Err(match self.seat.report(trouble) {
            Ok((cause, _)) => PoolError::NoHello { cause: Box::new(cause) },
            Err(GivenUp) => PoolError::Closed,
        })
    }
}
