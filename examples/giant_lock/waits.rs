//! How long a thread that wakes waits for the lock.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use measure::{BodyError, Sample, stats};
use workers::giant_lock::GiantLock;

use crate::ids::{CUT, EACH_WAIT};
use crate::variants;

/// What the neighbours of the woken thread do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Busy {
    /// Compute under the lock.
    UnderTheLock,
    /// Compute outside the lock and take it for a moment.
    OutsideIt,
    /// Compute under a lock that nobody else uses.
    WithoutIt,
}

/// Who is there, and when to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) busy: Busy,
    pub(crate) neighbours: usize,
    pub(crate) interval: Duration,
    pub(crate) hand_over: bool,
    /// Waits to measure.
    pub(crate) waits: usize,
    /// When to end with fewer.
    pub(crate) limit: Duration,
    /// How long one wait may last: without hand-over it has no bound.
    pub(crate) patience: Duration,
}

/// Ends the neighbours also where the measurement fails: the scope would
/// wait for them for ever.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The waits of one round, and how many of them were cut short.
#[derive(Default)]
pub(crate) struct Waits {
    pub(crate) waits: Vec<Duration>,
    pub(crate) cut: u32,
}

impl Setup {
    /// Ends busy neighbours whose lock is waited for in vain, and goes on with
    /// new ones.
    pub(crate) fn run(&self) -> Result<Waits, BodyError> {
        let end = Instant::now() + self.limit;
        let mut all = Waits::default();
        while all.waits.len() < self.waits && Instant::now() < end {
            self.with_new_neighbours(end, &mut all)?;
        }
        Ok(all)
    }

    fn with_new_neighbours(
        &self,
        end: Instant,
        all: &mut Waits,
    ) -> Result<(), BodyError> {
        let lock = match self.hand_over {
            true => GiantLock::new(self.interval),
            false => GiantLock::without_hand_over(self.interval),
        };
        let other = GiantLock::new(self.interval);
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let _stop = StopAtEnd(&stop);
            let (ask, messages) = mpsc::channel();
            let (answers, waited) = mpsc::channel();
            let (lock, other, stop) = (&lock, &other, &stop);
            let (begin, begun) = mpsc::channel();
            let busy = self.busy;
            for _ in 0..self.neighbours {
                let begin = begin.clone();
                spawn(scope, move || {
                    // The receiver waits below for each of them.
                    let _ = begin.send(());
                    match busy {
                        Busy::UnderTheLock => variants::keep_busy(lock, stop),
                        Busy::OutsideIt => {
                            variants::keep_busy_outside(lock, stop);
                        }
                        Busy::WithoutIt => variants::keep_busy(other, stop),
                    }
                })?;
            }
            for _ in 0..self.neighbours {
                begun.recv()?;
            }
            spawn(scope, move || variants::handle(lock, messages, answers))?;
            let mut pauses = Pauses(1);
            // The first message may come before the neighbours have the lock.
            for nth in 0..=self.waits - all.waits.len() {
                thread::sleep(pauses.next());
                if Instant::now() >= end {
                    break;
                }
                ask.send(Instant::now())?;
                match waited.recv_timeout(self.patience) {
                    // A wait that used up the patience counts, even the first.
                    Err(RecvTimeoutError::Timeout) => {
                        stop.store(true, Ordering::Relaxed);
                        all.waits.push(waited.recv()?);
                        all.cut += 1;
                        break;
                    }
                    answer if nth > 0 => all.waits.push(answer?),
                    first => drop(first?),
                }
            }
            Ok(())
        })
    }
}

fn spawn<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    Builder::new().spawn_scoped(scope, work).map(drop)
}

/// Pauses of 0.5 to 1.5 ms between messages, the same in each run: a fixed
/// pause could fall in step with the lock.
struct Pauses(u32);

impl Pauses {
    fn next(&mut self) -> Duration {
        // Numerical Recipes' generator; its upper bits are good enough.
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Duration::from_micros(500 + u64::from(self.0 >> 16) % 1000)
    }
}

/// The median of the waits in milliseconds, and each wait beside it.
pub(crate) fn sample(measured: &Waits) -> Result<Sample, BodyError> {
    let waits: Vec<f64> =
        measured.waits.iter().map(|w| w.as_secs_f64() * 1e3).collect();
    let median = stats::median(&waits)
        .ok_or("not one message was handled within the time")?;
    let mut sample = Sample::of(median);
    for (nth, wait) in waits.iter().enumerate() {
        sample = sample.with(&format!("{EACH_WAIT}{nth:03}"), Some(*wait));
    }
    Ok(sample.with(CUT, Some(measured.cut.into())))
}
