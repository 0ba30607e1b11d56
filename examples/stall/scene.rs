//! A heartbeat, handlers beside it on one runtime, and what both saw.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use measure::{BodyError, Sample, stats};
use tokio::runtime::{Builder, Handle, Runtime};
use workers::heartbeat::{Beats, Heartbeat};
use workers::poll_timer::PollTimer;

use crate::ids::*;
use crate::variants::{self, Yields};

/// Ticks before the handlers start: the runtime's threads are up by then and
/// the heart is known to beat.
pub(crate) const STARTED: usize = 2;

/// Ticks before and after the handlers of the rows whose median gap is asked
/// for: enough that one late tick is one among many.
pub(crate) const WINDOW: usize = 8;

/// From which length on a poll is reported: what Python's asyncio takes for a
/// slow callback.
pub(crate) const SLOW_POLL: Duration = Duration::from_millis(100);

/// Moments at which the silence is noted, up to a little beyond the pause.
pub(crate) const MOMENTS: u32 = 22;

/// Moments in a pause.
pub(crate) const MOMENTS_A_PAUSE: u32 = 20;

/// How a handler passes the pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handler {
    ThreadSleep,
    AsyncSleep,
    SpawnBlocking,
    BlockInPlace,
    Compute,
    ComputeAndYield,
}

impl Handler {
    pub(crate) const ALL: [Self; 6] = [
        Self::ThreadSleep,
        Self::AsyncSleep,
        Self::SpawnBlocking,
        Self::BlockInPlace,
        Self::Compute,
        Self::ComputeAndYield,
    ];

    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::ThreadSleep => "thread_sleep",
            Self::AsyncSleep => "async_sleep",
            Self::SpawnBlocking => "spawn_blocking",
            Self::BlockInPlace => "block_in_place",
            Self::Compute => "compute",
            Self::ComputeAndYield => "compute_yield",
        }
    }

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::ThreadSleep => "thread::sleep",
            Self::AsyncSleep => "tokio sleep",
            Self::SpawnBlocking => "spawn_blocking",
            Self::BlockInPlace => "block_in_place",
            Self::Compute => "CPU loop",
            Self::ComputeAndYield => "CPU loop, yields",
        }
    }

    /// Whether the handler keeps its thread from other tasks.
    pub(crate) fn blocks(self) -> bool {
        matches!(self, Self::ThreadSleep | Self::Compute)
    }

    async fn run(self, pause: Duration) -> Result<Yields, BodyError> {
        match self {
            Self::ThreadSleep => variants::thread_sleep(pause).await,
            Self::AsyncSleep => variants::async_sleep(pause).await,
            Self::SpawnBlocking => {
                variants::on_the_blocking_pool(pause).await?;
            }
            Self::BlockInPlace => variants::in_place(pause).await,
            Self::Compute => {
                std::hint::black_box(variants::compute(pause).await);
            }
            Self::ComputeAndYield => {
                return Ok(variants::compute_politely(pause).await);
            }
        }
        Ok(Yields::default())
    }
}

/// The runtime, and who is on it beside the heartbeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    /// Threads that run tasks; with one it is the one-thread runtime.
    pub(crate) workers: usize,
    pub(crate) handlers: usize,
    pub(crate) handler: Handler,
    /// Whether the handlers first wait for a timer, so that the worker that
    /// waits in the driver for events is the one that wakes them.
    pub(crate) woken_by_driver: bool,
    /// Ticks before the handlers start.
    pub(crate) before: usize,
    /// Ticks after the handlers have ended, beside the one under way.
    pub(crate) after: usize,
    /// How long a blocking handler blocks.
    pub(crate) pause: Duration,
    /// How long this handler takes.
    pub(crate) takes: Duration,
    pub(crate) period: Duration,
}

pub(crate) fn runtime(workers: usize) -> io::Result<Runtime> {
    match workers {
        1 => Builder::new_current_thread().enable_time().build(),
        _ => Builder::new_multi_thread()
            .worker_threads(workers)
            .enable_time()
            .build(),
    }
}

/// One handler's account of itself.
struct Account {
    took: Duration,
    yields: Yields,
}

impl Scene {
    /// Plays the scene once: the largest gap in milliseconds, and the rest.
    pub(crate) fn play(self) -> Result<Sample, BodyError> {
        let slow = Arc::new(AtomicUsize::new(0));
        let reports = slow.clone();
        let slow_poll = SLOW_POLL.min(self.pause * 2 / 3);
        let timer = PollTimer::new(slow_poll, move |_| {
            reports.fetch_add(1, Ordering::Relaxed);
        });
        let runtime = runtime(self.workers)?;
        let sample = runtime.block_on(async {
            let mut heart = Heartbeat::start(self.period);
            heart.reached(self.before).await?;
            let start = tokio::time::Instant::now();
            let handlers: Vec<_> = (0..self.handlers)
                .map(|_| {
                    let handler = self.one_handler();
                    tokio::spawn(timer.clone().watch("handler", handler))
                })
                .collect();
            let mut accounts = Vec::new();
            for handler in handlers {
                accounts.push(handler.await??);
            }
            heart.more(self.after).await?;
            let beats = heart.stop().await?;
            Ok::<_, BodyError>(self.sample(&beats, start, &accounts))
        })?;
        let metrics = runtime.metrics();
        let busy: Duration = (0..metrics.num_workers())
            .map(|worker| metrics.worker_total_busy_duration(worker))
            .sum();
        let parks: u64 = (0..metrics.num_workers())
            .map(|worker| metrics.worker_park_count(worker))
            .sum();
        Ok(sample
            .with(SLOW_POLLS, Some(slow.load(Ordering::Relaxed) as f64))
            .with(BUSY_MS, Some(ms(busy)))
            .with(PARKS, Some(parks as f64)))
    }

    async fn one_handler(self) -> Result<Account, BodyError> {
        if self.woken_by_driver {
            // Half-way between two ticks, so that nothing else is due; the
            // ticks before leave the other worker time to go to sleep.
            tokio::time::sleep(self.period * 5 / 2).await;
        }
        let start = Instant::now();
        let yields = self.handler.run(self.takes).await?;
        Ok(Account { took: start.elapsed(), yields })
    }

    fn sample(
        self,
        beats: &Beats,
        start: tokio::time::Instant,
        accounts: &[Account],
    ) -> Sample {
        let gaps: Vec<f64> = beats.gaps().map(ms).collect();
        let took: Vec<f64> = accounts.iter().map(|a| ms(a.took)).collect();
        let mut sample = Sample::of(ms(beats.largest_gap()))
            .with(HANDLER_MS, stats::median(&took))
            .with(GAP_MEDIAN_MS, stats::median(&gaps))
            .with(TICKS, Some(beats.ticks().len() as f64))
            .with(PAUSE_MS, Some(ms(self.pause)))
            .with(TOLD_MS, Some(ms(self.takes)));
        if self.handler == Handler::ComputeAndYield {
            let share = |a: &Account| {
                100.0 * a.yields.away.as_secs_f64() / a.took.as_secs_f64()
            };
            let shares: Vec<f64> = accounts.iter().map(share).collect();
            let count: u32 = accounts.iter().map(|a| a.yields.count).sum();
            sample = sample
                .with(YIELDS, Some(f64::from(count)))
                .with(YIELD_SHARE, stats::median(&shares));
        }
        for moment in 0..MOMENTS {
            let at = start + self.pause * moment / MOMENTS_A_PAUSE;
            sample =
                sample.with(&silence(moment), beats.silence_at(at).map(ms));
        }
        sample
    }
}

/// The name of the silence at `moment`.
pub(crate) fn silence(moment: u32) -> String {
    format!("silence_{moment:02}_ms")
}

/// Runs `future` as a task of a runtime with two workers, beside nothing.
pub(crate) fn as_task<T: Send + 'static>(
    future: impl Future<Output = T> + Send + 'static,
) -> Result<T, BodyError> {
    Ok(runtime(2)?.block_on(async { Handle::current().spawn(future).await })?)
}

pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
