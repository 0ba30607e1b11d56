//! The rows: who is on the runtime beside the heartbeat, and what each does.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use measure::{BodyError, Floor, Request, Row, Sample, stats};
use tokio::runtime::Builder;
use tokio::task::JoinError;
use workers::heartbeat::Heartbeat;
use workers::poll_timer::PollTimer;

use crate::Handlers;
use crate::ids::*;
use crate::scene::{Handler, SLOW_POLL, STARTED, Scene, WINDOW, as_task, ms};
use crate::variants;

/// The same on every machine: what matters is blockers against workers, and
/// a blocked worker needs no core.
const WORKERS: usize = 2;

/// Threads of the small blocking pool; tokio's own limit is 512.
const POOL: usize = 2;

/// A tenth of a millisecond: long against the clock's resolution, short
/// against a slice of the scheduler, so that most batches run undisturbed.
const POLLS: u32 = 2_000;

/// Odd, so that the median is one of them.
const BATCHES: usize = 101;

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let options: Handlers = request.options()?;
    // Many of the heartbeat's periods, and short enough for three rounds.
    let pause = options.pause.unwrap_or(request.profile.pick(150, 150, 500));
    let pause = Duration::from_millis(pause);
    let scene = Scene {
        workers: 1,
        handlers: 1,
        handler: Handler::ThreadSleep,
        woken_by_driver: false,
        before: STARTED,
        after: 0,
        pause,
        takes: pause,
        period: Duration::from_millis(options.period),
    };
    let two = Scene { workers: WORKERS, ..scene };
    let all = Handler::ALL.into_iter();
    let mut rows: Vec<_> = all
        .clone()
        .map(|handler| {
            // The two whose medians are compared.
            let windowed =
                matches!(handler, Handler::ThreadSleep | Handler::AsyncSleep);
            one_thread(match windowed {
                true => {
                    Scene { handler, before: WINDOW, after: WINDOW, ..scene }
                }
                false => Scene { handler, ..scene },
            })
        })
        .collect();
    for (group, handlers) in [(ONE_BLOCKER, 1), (TWO_BLOCKERS, WORKERS)] {
        rows.extend(all.clone().map(|handler| {
            let takes = spared(handler, pause);
            stage(group, Scene { handler, handlers, takes, ..two })
        }));
    }
    rows.push(stage(FROM_DRIVER, Scene { woken_by_driver: true, ..two }));
    rows.extend(children(pause));
    rows.extend(pool(pause * 2 / 5, scene.period));
    rows.extend(costs());
    Ok(rows)
}

/// Each row makes a runtime of its own and waits until its heart beats: that
/// is its warm-up.
fn stage(group: &str, scene: Scene) -> Row<'static> {
    let handler = scene.handler;
    Row::sampled(
        format!("{group}/{}", handler.id()),
        handler.label(),
        "ms",
        move || scene.play(),
    )
    .without_warm_up()
}

fn one_thread(scene: Scene) -> Row<'static> {
    let row = stage(ONE_THREAD, scene);
    match scene.handler {
        Handler::BlockInPlace => Row::not_run(
            ONE_IN_PLACE,
            scene.handler.label(),
            "ms",
            "it panics where no second thread can take over",
        ),
        // Soft, though one thread can't tick while it is blocked: whether it
        // was blocked is what a claim asks.
        handler if handler.blocks() => row.floor(Floor::soft(
            ms(scene.pause),
            "one thread can't tick while it is blocked",
        )),
        _ => row,
    }
}

/// What a handler takes on two workers. A mended one leaves the heartbeat
/// alone however long it takes; a part of the pause keeps a run short.
fn spared(handler: Handler, pause: Duration) -> Duration {
    if handler.blocks() { pause } else { pause / 3 }
}

fn children(pause: Duration) -> [Row<'static>; 5] {
    let row = |id: &str, label, run: fn(Duration) -> Delay| {
        Row::sampled(format!("child/{id}"), label, "ms", move || {
            let delay = run(pause)?;
            Ok(Sample::of(ms(delay)).with(PAUSE_MS, Some(ms(pause))))
        })
        .without_warm_up()
    };
    let two = move || {
        let [first, second] = as_task(variants::two_children(pause))??;
        Ok(Sample::of(ms(second))
            .with(FIRST_MS, Some(ms(first)))
            .with(PAUSE_MS, Some(ms(pause))))
    };
    [
        row("blocked", "parent blocks", |p| flat(as_task(variants::blocks(p)))),
        Row::sampled(CHILD_TWO, "… and of two the last", "ms", two)
            .without_warm_up(),
        row("yield", "parent yields first", |p| {
            flat(as_task(variants::yields_first(p)))
        }),
        row("in_place", "block_in_place", |p| {
            flat(as_task(variants::blocks_in_place(p)))
        }),
        row("elsewhere", "spawn_blocking", |p| {
            flat(as_task(variants::blocks_elsewhere(p)))
        }),
    ]
}

type Delay = Result<Duration, BodyError>;

fn flat(delay: Result<Result<Duration, JoinError>, BodyError>) -> Delay {
    Ok(delay??)
}

fn pool(hold: Duration, period: Duration) -> [Row<'static>; 3] {
    let row = move |id: &str, label, long_jobs, at_once| {
        Row::sampled(format!("pool/{id}"), label, "ms", move || {
            behind(long_jobs, at_once, hold, period)
        })
        .without_warm_up()
    };
    [
        row("free", "1 long job", 1, POOL),
        row("full", "2 long jobs", POOL, POOL),
        row("limited", "2, one at a time", POOL, 1),
    ]
}

fn behind(
    long_jobs: usize,
    at_once: usize,
    hold: Duration,
    period: Duration,
) -> Result<Sample, BodyError> {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(POOL)
        .build()?;
    runtime.block_on(async {
        let heart = Heartbeat::start(period);
        let waited =
            variants::short_job_behind(long_jobs, at_once, hold).await?;
        let beats = heart.stop().await?;
        Ok(Sample::of(ms(waited))
            .with(GAP_MS, Some(ms(beats.largest_gap())))
            .with(HOLD_MS, Some(ms(hold))))
    })
}

/// What one poll of a future that is never ready costs, in nanoseconds.
fn costs() -> [Row<'static>; 3] {
    let never = || std::future::poll_fn(|_| black_box(Poll::<()>::Pending));
    let timer = PollTimer::new(SLOW_POLL, |_| {});
    [
        Row::sampled(COST_BARE, "an empty poll, inlined", "ns", move || {
            Ok(per_poll(never))
        }),
        Row::sampled(COST_TIMED, "the same, timed", "ns", move || {
            Ok(per_poll(|| timer.clone().watch(COST, never())))
        }),
        Row::sampled(COST_CLOCK, "two reads of the clock", "ns", || {
            Ok(batches(|| {
                black_box(Instant::now());
                black_box(Instant::now());
            }))
        }),
    ]
}

fn per_poll<F: Future<Output = ()>>(future: impl FnOnce() -> F) -> Sample {
    let mut future = pin!(future());
    let mut context = Context::from_waker(Waker::noop());
    batches(|| {
        assert!(future.as_mut().poll(&mut context).is_pending());
    })
}

fn batches(mut work: impl FnMut()) -> Sample {
    let batch = |_| {
        let start = Instant::now();
        (0..POLLS).for_each(|_| work());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(POLLS)
    };
    let times: Vec<f64> = (0..BATCHES).map(batch).collect();
    Sample::of(stats::median(&times).unwrap_or_default())
}
