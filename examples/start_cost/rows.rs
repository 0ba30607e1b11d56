//! The rows: each way to start a worker, one, a hundred and ten thousand at
//! a time, each in a process of its own.

use std::io;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use measure::machine::usable_cores;
use measure::{
    BodyError, Profile, Request, Row, Sample, Unavailable, show, stats,
};
use tokio::runtime::{Builder, Runtime};
use workers::process::own_program;

use crate::ids::*;
use crate::{memory, variants};

/// Set for a child that is to end at once.
pub(crate) const NOTHING_TO_DO: &str = "START_COST_NOTHING";

/// Workers started together. Around 16,000 threads some systems refuse more,
/// and the refusal can end the process inside the standard library.
const COUNTS: [usize; 3] = [1, 100, 10_000];

/// Enough for a 99th percentile, few enough for a fraction of a second.
const MOST_REPEATS: usize = 1_000;

/// With fewer repeats a 99th percentile is the largest of them.
const FEWEST_FOR_P99: usize = 200;

/// A way to start workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Task,
    Rayon,
    Blocking,
    Thread,
    Process,
}

/// In the order of [`WAYS`].
const ALL: [Way; 5] =
    [Way::Task, Way::Rayon, Way::Blocking, Way::Thread, Way::Process];

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let profile = request.profile;
    let mut rows = Vec::new();
    for way in ALL {
        rows.extend(COUNTS.iter().map(|count| row(way, *count, profile)));
    }
    rows.extend(memory::rows(profile));
    Ok(rows)
}

fn row(way: Way, count: usize, profile: Profile) -> Row<'static> {
    let (id, name) = WAYS[way as usize];
    let id = format!("{id}/{count}");
    let label = format!("{name} ×{}", show::count(count as f64));
    if way == Way::Process && count > 100 {
        let reason = "ten thousand processes at once can exhaust a system";
        return Row::not_run(id, label, "s", reason);
    }
    let time = Duration::from_millis(profile.pick(40, 150, 150));
    Row::sampled(id, label, "s", move || sample(way, count, time))
        .in_fresh_process()
}

/// Starts `count` workers again and again for about `time`. The value is the
/// time for each worker, at the median.
fn sample(way: Way, count: usize, time: Duration) -> Result<Sample, BodyError> {
    let mut start = starter(way)?;
    // Pools start their threads, caches fill.
    start(1)?;
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < MOST_REPEATS
        && (times.is_empty() || begin.elapsed() < time)
    {
        let clock = Instant::now();
        let done = start(count)?;
        times.push(clock.elapsed().as_secs_f64() / count as f64);
        if done != count {
            return Err(format!("{done} workers ended of {count}").into());
        }
    }
    let p99 = (times.len() >= FEWEST_FOR_P99)
        .then(|| stats::percentile(&times, 99.0))
        .flatten();
    let median = stats::median(&times).ok_or("nothing was started")?;
    Ok(Sample::of(median).with(P99_S, p99))
}

/// Starts so many workers, waits for them, and returns how many ended well.
type Starter = Box<dyn FnMut(usize) -> Result<usize, BodyError>>;

fn starter(way: Way) -> Result<Starter, BodyError> {
    Ok(match way {
        Way::Task => {
            let runtime = runtime()?;
            Box::new(move |n| Ok(variants::tasks(&runtime, n)))
        }
        Way::Rayon => {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(usable_cores())
                .build()?;
            Box::new(move |n| Ok(variants::rayon_jobs(&pool, n)))
        }
        Way::Blocking => {
            let runtime = runtime()?;
            Box::new(move |n| Ok(variants::blocking_jobs(&runtime, n)))
        }
        Way::Thread => Box::new(|n| {
            variants::threads(n).map_err(|error| {
                Unavailable::because(format!(
                    "the system refused a thread of {} ({error}); see \
                     `ulimit -u`",
                    show::count(n as f64)
                ))
            })
        }),
        Way::Process => Box::new(|n| Ok(variants::processes(n, child)?)),
    })
}

pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().build()
}

/// This program, started to end at once.
fn child() -> io::Result<Child> {
    Command::new(own_program()?).env(NOTHING_TO_DO, "1").spawn()
}
