//! The rows: eight jobs with and without the lock, and waits for it.

use std::time::{Duration, Instant};

use measure::machine::usable_cores;
use measure::usage::Usage;
use measure::{BodyError, Floor, Request, Row, Sample};
use workers::PoolError;
use workers::giant_lock::GiantLock;

use crate::Sizes;
use crate::ids::*;
use crate::variants::{self, INTERVAL};
use crate::waits::{Busy, Setup, sample};

/// About a fifth of a second for eight jobs: forty switch intervals.
const ITERATIONS: u64 = 24_000_000;

/// So many that the longest wait of a round is not yet its 99th percentile.
const WAITS: usize = 120;

/// Fifty intervals: who has waited so long may wait for ever.
const PATIENCE: Duration = Duration::from_millis(250);

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let (options, profile): (Sizes, _) = (request.options()?, request.profile);
    let iterations = options.iterations.unwrap_or(profile.pick(
        ITERATIONS / 6,
        ITERATIONS,
        ITERATIONS * 3,
    ));
    let mut threads = options.threads.clone();
    threads.sort_unstable();
    threads.dedup();
    let jobs = vec![iterations; JOBS];
    let mut rows = vec![sequential(jobs.clone())];
    rows.extend(threads.iter().map(|n| free(jobs.clone(), *n as usize)));
    rows.extend(threads.iter().map(|n| locked(jobs.clone(), *n as usize)));

    let setup = Setup {
        busy: Busy::UnderTheLock,
        neighbours: 1,
        interval: INTERVAL,
        hand_over: true,
        waits: options.waits.map_or(profile.pick(15, WAITS, 400), usize::from),
        limit: Duration::from_secs(profile.pick(1, 5, 60)),
        patience: Duration::from_secs(profile.pick(1, 5, 60)),
    };
    let mut intervals = options.intervals.clone();
    intervals.sort_unstable_by(|a, b| b.cmp(a));
    intervals.dedup();
    rows.extend(intervals.into_iter().map(|micros| {
        let interval = Duration::from_micros(micros);
        let row = wait(
            format!("{WAIT}/{}", name(micros)),
            format!("1 holder, {}", words(micros)),
            Setup { interval, ..setup },
        );
        let why = "the waiter asks after one interval";
        row.floor(asked_after(interval, why))
    }));
    let two = Setup { neighbours: 2, waits: setup.waits.div_ceil(2), ..setup };
    let row = wait(TWO_HOLDERS, "2 holders, 5 ms", two);
    let why = "the waiter asks the second holder after one interval";
    rows.push(row.floor(asked_after(INTERVAL, why)));
    let hoped = Setup {
        hand_over: false,
        limit: Duration::from_millis(profile.pick(500, 1500, 10_000)),
        patience: PATIENCE,
        ..setup
    };
    let row = wait(HOPED, "no hand-over, 5 ms", hoped);
    let why = "the waiter asks after one interval";
    rows.push(row.floor(asked_after(INTERVAL, why)));
    rows.push(uncontended());
    let outside = Setup { busy: Busy::OutsideIt, ..setup };
    let without = Setup { busy: Busy::WithoutIt, ..setup };
    for (id, label, setup) in [
        (RELEASED, "let go around work", outside),
        (WITHOUT_LOCK, "no lock", without),
    ] {
        let row = wait(id, label, setup);
        let why = "the lock has to be taken, also where nobody holds it";
        rows.push(row.floor_share_of(FREE_LOCK, 1.0, why));
    }
    Ok(rows)
}

/// What it costs to take the lock and let it go where nobody else wants it.
fn uncontended() -> Row<'static> {
    const TIMES: u32 = 10_000;
    let lock = GiantLock::new(INTERVAL);
    Row::sampled(FREE_LOCK, "nobody else", "ms", move || {
        let start = Instant::now();
        for _ in 0..TIMES {
            drop(lock.lock());
        }
        let time = start.elapsed() / TIMES;
        Ok(Sample::of(time.as_secs_f64() * 1e3))
    })
}

fn sequential(jobs: Vec<u64>) -> Row<'static> {
    computing(SEQUENTIAL, "sequential", jobs, |jobs| {
        Ok(variants::sequential(jobs))
    })
}

fn free(jobs: Vec<u64>, threads: usize) -> Row<'static> {
    let share = threads.min(usable_cores()).min(jobs.len());
    computing(
        format!("{THREADS}/{threads}"),
        format!("a lock each ×{threads}"),
        jobs,
        move |jobs| variants::a_lock_each(jobs, threads),
    )
    .floor_share_of(
        SEQUENTIAL,
        share as f64,
        format!("sequential ÷ {share}"),
    )
}

fn locked(jobs: Vec<u64>, threads: usize) -> Row<'static> {
    computing(
        format!("{LOCKED}/{threads}"),
        format!("one lock ×{threads}"),
        jobs,
        move |jobs| variants::one_lock(jobs, threads),
    )
    .floor_share_of(SEQUENTIAL, 1.0, "one holder at a time")
}

/// Wall time of the jobs, with the processor time that they had beside it:
/// under load the two tell different stories.
fn computing(
    id: impl Into<String>,
    label: impl Into<String>,
    jobs: Vec<u64>,
    work: impl Fn(&[u64]) -> Result<u64, PoolError> + 'static,
) -> Row<'static> {
    let expected = answer(&jobs);
    Row::sampled(id, label, "s", move || {
        let (before, start) = (Usage::now(), Instant::now());
        let sum = work(&jobs)?;
        let (wall, after) = (start.elapsed(), Usage::now());
        if sum != expected {
            return Err(format!("wrong sum: {sum}, not {expected}").into());
        }
        let cpu = after.cpu_s.zip(before.cpu_s).map(|(a, b)| a - b);
        let cores = cpu.map(|cpu| cpu / wall.as_secs_f64());
        Ok(Sample::of_time(wall).with(CORES_BUSY, cores))
    })
}

/// `i * i % 7` repeats 0 1 4 2 2 4 1, which sum to 14.
fn answer(jobs: &[u64]) -> u64 {
    let sum = |steps: &u64| {
        let rest = [0, 1, 4, 2, 2, 4, 1].iter().take((steps % 7) as usize);
        steps / 7 * 14 + rest.sum::<u64>()
    };
    jobs.iter().map(sum).sum()
}

fn wait(
    id: impl Into<String>,
    label: impl Into<String>,
    setup: Setup,
) -> Row<'static> {
    let row = Row::sampled(id, label, "ms", move || sample(&setup.run()?));
    // Its first message, which isn't counted, is its warm-up.
    row.without_warm_up()
}

/// Soft: it rests on how the lock works, and a claim is to tell if it doesn't.
fn asked_after(interval: Duration, why: &str) -> Floor {
    Floor::soft(interval.as_secs_f64() * 1e3, why)
}

/// A row's name for an interval: `5ms`, `500us`.
fn name(micros: u64) -> String {
    match micros % 1000 {
        0 => format!("{}ms", micros / 1000),
        _ => format!("{micros}us"),
    }
}

fn words(micros: u64) -> String {
    match micros % 1000 {
        0 => format!("{} ms", micros / 1000),
        _ => format!("{micros} µs"),
    }
}
