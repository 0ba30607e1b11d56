//! Runs a group and stays until the last of its work has ended.

use std::io;
use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use measure::{BodyError, Sample};
use tokio::runtime::{Builder, Runtime};

use crate::ids::*;
use crate::log::{How, Log};

/// Longer than any work here lasts; a demonstration that hangs ends there.
const PATIENCE: Duration = Duration::from_secs(10);

/// Two workers, as on the smallest machine that runs tasks side by side.
pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).enable_time().build()
}

/// What a group returned and when, and what its work noted.
pub(crate) struct Watched<T> {
    pub(crate) answer: T,
    pub(crate) told: Duration,
    pub(crate) log: Log,
}

/// Runs `group` and keeps its runtime alive, as a server's would be, until
/// its work has ended.
pub(crate) fn tasks<F: Future>(
    group: impl FnOnce(Log) -> F,
) -> Result<Watched<F::Output>, BodyError> {
    let runtime = runtime()?;
    threads(|log| runtime.block_on(group(log.clone())))
}

/// The same for a group that needs no runtime.
pub(crate) fn threads<T>(
    group: impl FnOnce(&Log) -> T,
) -> Result<Watched<T>, BodyError> {
    let log = Log::start();
    let answer = group(&log);
    let told = log.elapsed();
    wait_for_the_rest(&log)?;
    Ok(Watched { answer, told, log })
}

pub(crate) fn wait_for_the_rest(log: &Log) -> Result<(), BodyError> {
    let start = Instant::now();
    while log.running() > 0 {
        if start.elapsed() > PATIENCE {
            return Err("work was still going on after 10 s".into());
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

impl<T> Watched<T> {
    /// When the last work stopped.
    pub(crate) fn last(&self) -> Duration {
        let ends = self.log.ends().into_iter().map(|end| end.at);
        ends.chain(self.log.steps()).max().unwrap_or_default()
    }

    /// When the first of the work failed; for a time limit, which no work
    /// notes, when the caller was told.
    pub(crate) fn failed(&self) -> Duration {
        let ends = self.log.ends();
        let failed = ends.iter().filter(|end| end.how == How::Failed);
        failed.map(|end| end.at).min().unwrap_or(self.told)
    }

    /// From the error until the last work stopped, in milliseconds.
    pub(crate) fn stopped_after_ms(&self) -> f64 {
        self.last().saturating_sub(self.failed()).as_secs_f64() * 1e3
    }

    fn count(&self, how: How) -> usize {
        self.log.ends().iter().filter(|end| end.how == how).count()
    }

    /// The sample of a row: when the last work stopped, in seconds, and
    /// beside it what each fetch did.
    pub(crate) fn sample(&self) -> Sample {
        let last = self.last();
        let steps = self.log.steps();
        let late = steps.iter().filter(|at| **at > self.told).count();
        let after = last.saturating_sub(self.told);
        let values = [
            (TOLD_S, self.told.as_secs_f64()),
            (FAILED_S, self.failed().as_secs_f64()),
            (AFTER_TOLD_S, after.as_secs_f64()),
            (STEPS_AFTER_TOLD, late as f64),
            (STOPPED_AFTER_MS, self.stopped_after_ms()),
            (CANCELLED, self.count(How::Cancelled) as f64),
            (CLEANED, self.log.clean_ups() as f64),
        ];
        let mut sample = Sample::of_time(last);
        for (name, value) in values {
            sample = sample.with(name, Some(value));
        }
        for end in self.log.ends() {
            let name = end.name;
            sample = sample
                .with(&end_s(name), Some(end.at.as_secs_f64()))
                .with(&how(name), Some(end.how.code()));
        }
        sample
    }
}

/// Runs `work` without the message that a panic prints: here it is expected,
/// and it would stand in the middle of the progress.
pub(crate) fn without_panic_message<T>(work: impl FnOnce() -> T) -> T {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = work();
    panic::set_hook(hook);
    result
}
