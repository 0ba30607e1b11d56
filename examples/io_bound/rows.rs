//! The rows: each in a process of its own, so that its memory is its own.

use std::time::{Duration, Instant};

use measure::machine::usable_cores;
use measure::usage::{Memory, kernel_stacks_kib};
use measure::{
    BodyError, Floor, Profile, Request, Row, Sample, Unavailable, show,
};
use tokio::runtime::{Builder, Runtime};

use crate::Waits;
use crate::ids::*;
use crate::variants::{self, Live};

/// Threads of tokio's blocking pool, as its documentation has them.
const BLOCKING_POOL: usize = 512;

/// Worker processes of the bounded pool.
const PROCESSES: usize = 10;

/// All threads are to live together: the wait must be longer than the start
/// of ten thousand threads takes.
const LONG_WAIT: Duration = Duration::from_secs(2);

/// Around 16,000 threads some systems refuse more, and the refusal can end
/// the process inside the standard library.
const MOST_THREADS: usize = 10_000;

/// Only tasks can wait so many times at once.
const MANY: usize = 100_000;

/// A runtime with its timer, on one thread or on all cores.
fn runtime(all_cores: bool) -> std::io::Result<Runtime> {
    match all_cores {
        true => Builder::new_multi_thread()
            .worker_threads(usable_cores())
            .enable_time()
            .build(),
        false => Builder::new_current_thread().enable_time().build(),
    }
}

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let options: Waits = request.options()?;
    let profile = request.profile;
    let set = Set {
        wait: Duration::from_millis(options.wait_ms),
        longest: Duration::from_secs(profile.pick(1, 6, 120)),
    };
    let mut counts: Vec<usize> =
        options.counts.iter().map(|count| *count as usize).collect();
    counts.sort_unstable();
    counts.dedup();
    let mut rows = Vec::new();
    for mode in Mode::ALL {
        rows.extend(counts.iter().map(|count| set.row(mode, *count)));
    }
    if profile == Profile::Quick {
        // They keep their place, so that a quick run has the same names.
        let left_out = "a quick run leaves it out";
        rows.extend([
            Row::not_run(TASKS_100000, "tasks ×100,000", "s", left_out),
            Row::not_run(ALL_ALIVE, "all alive", "s", left_out),
        ]);
        return Ok(rows);
    }
    let many: &[usize] = profile.pick(&[], &[MANY], &[MANY, 1_000_000]);
    for count in many.iter().filter(|count| !counts.contains(count)) {
        rows.push(set.row(Mode::Tasks, *count));
    }
    rows.push(all_alive(MOST_THREADS));
    Ok(rows)
}

/// A way to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Sequential,
    DefaultPool,
    BlockingPool,
    ThreadEach,
    Processes,
    Tasks,
    TasksAllCores,
}

impl Mode {
    /// In the order of [`MODES`].
    const ALL: [Self; 7] = [
        Self::Sequential,
        Self::DefaultPool,
        Self::BlockingPool,
        Self::ThreadEach,
        Self::Processes,
        Self::Tasks,
        Self::TasksAllCores,
    ];

    /// How many waits can run at once.
    fn at_once(self, count: usize) -> usize {
        match self {
            Self::Sequential => 1,
            Self::DefaultPool => rayon::current_num_threads(),
            Self::BlockingPool => BLOCKING_POOL,
            Self::Processes => PROCESSES,
            Self::ThreadEach | Self::Tasks | Self::TasksAllCores => count,
        }
    }
}

/// What the rows of a run have in common.
struct Set {
    wait: Duration,
    longest: Duration,
}

impl Set {
    fn row(&self, mode: Mode, count: usize) -> Row<'static> {
        let wait = self.wait;
        let (id, name) = MODES[mode as usize];
        let id = format!("{id}/{count}");
        let label = format!("{name} ×{}", show::count(count as f64));
        if mode == Mode::ThreadEach && count > MOST_THREADS {
            let reason = "systems refuse so many threads";
            return Row::not_run(id, label, "s", reason);
        }
        Row::sampled(id, label, "s", move || waits(mode, count, wait))
            .in_fresh_process()
            .floor_within(
                Floor::rounds(count.div_ceil(mode.at_once(count)), wait),
                self.longest.as_secs_f64(),
            )
    }
}

/// Waits `count` times and tells the time, the peak of memory and of threads.
fn waits(
    mode: Mode,
    count: usize,
    wait: Duration,
) -> Result<Sample, BodyError> {
    let live = Live::default();
    let mut child_kib = 0;
    let start = Instant::now();
    let done = match mode {
        Mode::Sequential => variants::sequential(count, wait),
        Mode::DefaultPool => variants::default_pool(count, wait),
        Mode::BlockingPool => {
            variants::blocking_pool(&runtime(false)?, count, wait)
        }
        Mode::ThreadEach => variants::thread_each(count, wait, &live)
            .map_err(|error| refused(&live, &error))?,
        Mode::Processes => {
            let workers = PROCESSES.min(count);
            let (done, kib) =
                variants::processes(count, workers, wait, |ids| {
                    ids.iter().map(|id| peak_kib_of(*id)).sum::<Option<u64>>()
                })?;
            child_kib = kib.unwrap_or(0);
            done
        }
        Mode::Tasks => variants::tasks(&runtime(false)?, count, wait),
        Mode::TasksAllCores => variants::tasks(&runtime(true)?, count, wait),
    };
    let time = start.elapsed();
    if done != count {
        return Err(format!("{done} waits instead of {count}").into());
    }
    let mib = |kib: u64| (kib + child_kib) as f64 / 1024.0;
    let sample =
        Sample::of_time(time).with(PEAK_MIB, Memory::now().peak_kib.map(mib));
    Ok(match mode {
        Mode::ThreadEach => sample.with(ALIVE, Some(live.peak() as f64)),
        _ => sample,
    })
}

/// Largest resident set of another process so far, in KiB.
fn peak_kib_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    Memory::parse(&status.ok()?).peak_kib
}

fn refused(live: &Live, error: &std::io::Error) -> BodyError {
    Unavailable::because(format!(
        "the system refused a thread after {} ({error}); see `ulimit -u`",
        live.peak()
    ))
}

/// `count` threads that all live at once, and what they cost in and outside
/// of the resident set.
fn all_alive(count: usize) -> Row<'static> {
    let label =
        format!("a thread each ×{}, all alive", show::count(count as f64));
    Row::sampled(ALL_ALIVE, label, "s", move || {
        let live = Live::default();
        let before = Memory::now();
        let stacks_before = kernel_stacks_kib();
        let start = Instant::now();
        let (done, during, stacks) = std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                // Past this moment the first threads end.
                while live.now() < count && start.elapsed() < LONG_WAIT {
                    std::thread::sleep(Duration::from_millis(5));
                }
                (Memory::now(), kernel_stacks_kib())
            });
            let done = variants::thread_each(count, LONG_WAIT, &live);
            let (during, stacks) = watch.join().unwrap_or_default();
            (done, during, stacks)
        });
        let done = done.map_err(|error| refused(&live, &error))?;
        let time = start.elapsed();
        if done != count {
            return Err(format!("{done} waits instead of {count}").into());
        }
        let mib = |from: Option<u64>, to: Option<u64>| {
            let kib = to?.saturating_sub(from?);
            Some(kib as f64 / 1024.0)
        };
        Ok(Sample::of_time(time)
            .with(ALIVE, Some(live.peak() as f64))
            .with(RESIDENT_MIB, mib(before.resident_kib, during.resident_kib))
            .with(
                PAGE_TABLES_MIB,
                mib(before.page_tables_kib, during.page_tables_kib),
            )
            .with(KERNEL_STACKS_MIB, mib(stacks_before, stacks)))
    })
    .in_fresh_process()
    .floor(Floor::rounds(1, LONG_WAIT))
}
