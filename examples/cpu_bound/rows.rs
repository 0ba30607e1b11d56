//! The rows: what is run, with which answer, above which floor.

use std::hint::black_box;
use std::iter::repeat_n;
use std::time::Instant;

use measure::machine::usable_cores;
use measure::{BodyError, Request, Row, Sample};
use rayon::ThreadPoolBuilder;
use tokio::runtime::Builder;

use crate::Sizes;
use crate::ids::*;
use crate::variants::{self, Job};

/// The lectures' size: eight such jobs took 1.7 s in CPython.
const PUBLISHED_ITERATIONS: u64 = 3_000_000;

/// Twelve times the published size: about half a second for eight jobs, so
/// that the start of threads and processes is small against it. A constant,
/// not fitted to the machine, so that machines can be compared.
const STANDARD_ITERATIONS: u64 = 12 * PUBLISHED_ITERATIONS;

/// About a tenth of what starting a process costs.
const SHORT_ITERATIONS: u64 = 30_000;

/// Iterations of the smaller of the two loops that prove the loop is run.
const FOLD_ITERATIONS: u64 = 1_000_000;

/// Iterations of a job of the giant lock's table: the eight of them take
/// dozens of its intervals.
const LOCKED_ITERATIONS: u64 = 3 * PUBLISHED_ITERATIONS;

/// Enough for the clock, few enough for a round of milliseconds.
const JOINS: u32 = 1_000;

/// A call that takes nanoseconds is timed in so many of its kind.
const CALLS: u32 = 100_000;

/// Eight jobs as in the lectures, or as many more as it takes for each core
/// to get as many as the others. Six cores have nothing fair to do with
/// eight: two of them would wait for the rest, and more threads than cores
/// would share the jobs more evenly, which is no gain of theirs.
pub(crate) fn even_jobs() -> u64 {
    8u64.next_multiple_of(usable_cores() as u64)
}

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let (options, profile): (Sizes, _) = (request.options()?, request.profile);
    // Explicitly, or an environment variable might choose another size. Where
    // a run is repeated, the pool of the first one is there already.
    let _ = ThreadPoolBuilder::new().num_threads(usable_cores()).build_global();
    let iterations = options.iterations.unwrap_or(profile.pick(
        PUBLISHED_ITERATIONS,
        STANDARD_ITERATIONS,
        PUBLISHED_ITERATIONS,
    ));
    let ordered = |mut workers: Vec<usize>| {
        workers.sort_unstable();
        workers.dedup();
        workers
    };
    let given = options.workers.iter().map(|n| *n as usize);
    let workers = ordered(given.collect());
    let cores = usable_cores();
    let threads = ordered([&workers[..], &[cores, 2 * cores]].concat());
    let jobs = |job: Job| -> Vec<Job> {
        repeat_n(job, options.jobs as usize).collect()
    };
    let loops = Set {
        prefix: "",
        jobs: jobs(Job::Loop(iterations)),
        answer: options.jobs * sum_by_formula(iterations),
    };
    let primes = Set {
        prefix: "primes/",
        jobs: jobs(Job::Primes {
            below: 10_000,
            times: profile.pick(1, 10, 1),
        }),
        // There are 1229 primes below 10,000.
        answer: options.jobs * 1229 * profile.pick(1, 10, 1),
    };
    let published = Set {
        prefix: "published/",
        jobs: vec![Job::Loop(PUBLISHED_ITERATIONS); 8],
        answer: 8 * sum_by_formula(PUBLISHED_ITERATIONS),
    };
    let short = Set {
        prefix: "short/",
        jobs: jobs(Job::Loop(SHORT_ITERATIONS)),
        answer: options.jobs * sum_by_formula(SHORT_ITERATIONS),
    };

    let mut rows = vec![loops.sequential()];
    rows.extend(threads.iter().map(|n| loops.threads(*n)));
    rows.push(loops.rayon());
    rows.extend(workers.iter().map(|n| loops.processes(*n)));
    rows.extend([loops.tasks(), loops.tasks_all_cores()]);
    for set in [&primes, &published] {
        rows.push(set.sequential());
        rows.extend(workers.iter().map(|n| set.threads(*n)));
        rows.extend(workers.iter().map(|n| set.processes(*n)));
    }
    rows.extend([short.sequential(), short.threads(2), short.processes(2)]);
    rows.push(start_of_eight());
    let jobs = options.jobs as usize;
    let iterations = profile.pick(
        PUBLISHED_ITERATIONS,
        LOCKED_ITERATIONS,
        LOCKED_ITERATIONS,
    );
    rows.push(locked(UNLOCKED, jobs, iterations, 0, 1));
    for (id, blocks) in [(LOCKED, 1000), (HALF_LOCKED, 500)] {
        for n in &workers {
            let id = format!("{id}/{n}");
            rows.push(locked(&id, jobs, iterations, blocks, *n));
        }
    }
    rows.extend(joins());
    rows.extend(folds());
    Ok(rows)
}

/// `i * i % 7` repeats 0 1 4 2 2 4 1, which sum to 14. The loop's answer is
/// checked against this formula, not against another run of the loop.
fn sum_by_formula(iterations: u64) -> u64 {
    let rest: u64 =
        [0, 1, 4, 2, 2, 4, 1].iter().take((iterations % 7) as usize).sum();
    iterations / 7 * 14 + rest
}

/// Equal jobs, to be run in several ways.
struct Set {
    prefix: &'static str,
    jobs: Vec<Job>,
    answer: u64,
}

impl Set {
    fn sequential(&self) -> Row<'static> {
        let jobs = self.jobs.clone();
        Row::timed(
            format!("{}sequential", self.prefix),
            "sequential",
            self.answer,
            move || Ok::<_, BodyError>(variants::sequential(&jobs)),
        )
        .warm_up_with(warm_core)
    }

    fn threads(&self, workers: usize) -> Row<'static> {
        let jobs = self.jobs.clone();
        let row = Row::timed(
            format!("{}threads/{workers}", self.prefix),
            format!("threads ×{workers}"),
            self.answer,
            move || variants::threads(&jobs, workers),
        );
        self.with_floor(row.warm_up_with(warm_core), workers)
    }

    fn processes(&self, workers: usize) -> Row<'static> {
        let jobs = self.jobs.clone();
        let row = Row::timed(
            format!("{}processes/{workers}", self.prefix),
            format!("processes ×{workers}"),
            self.answer,
            move || variants::processes(&jobs, workers),
        );
        // Each run starts its processes anew; there is nothing to warm.
        self.with_floor(row.without_warm_up(), workers)
    }

    fn rayon(&self) -> Row<'static> {
        let jobs = self.jobs.clone();
        let row = Row::timed(RAYON, "rayon pool", self.answer, move || {
            Ok::<_, BodyError>(variants::rayon_pool(&jobs))
        });
        // The first use starts the pool.
        let row = row.warm_up_with(|| {
            variants::rayon_pool(&[Job::Nothing]);
        });
        self.with_floor(row, rayon::current_num_threads())
    }

    fn tasks(&self) -> Row<'static> {
        self.spawned(TASKS, "async, 1 thread", 1, Builder::new_current_thread)
    }

    /// What `tokio::spawn` does in most programs.
    fn tasks_all_cores(&self) -> Row<'static> {
        let (id, cores) = (TASKS_ALL_CORES, usable_cores());
        self.spawned(id, "async, all cores", cores, move || {
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(cores);
            builder
        })
    }

    fn spawned(
        &self,
        id: &str,
        label: &str,
        cores: usize,
        runtime: impl Fn() -> Builder + 'static,
    ) -> Row<'static> {
        let (jobs, answer) = (self.jobs.clone(), self.answer);
        let row = Row::sampled(id, label, "s", move || {
            let start = Instant::now();
            let (sum, waited) = variants::tasks(&runtime().build()?, &jobs);
            let time = start.elapsed();
            if sum != answer {
                return Err(format!("wrong sum: {sum}, not {answer}").into());
            }
            let waited = waited.as_secs_f64();
            Ok(Sample::of_time(time).with(WAITED_S, Some(waited)))
        });
        self.with_floor(row.warm_up_with(warm_core), cores)
    }

    /// No split of the jobs is faster than all cores busy to the end, nor
    /// than the worker with the most jobs.
    fn with_floor(&self, row: Row<'static>, workers: usize) -> Row<'static> {
        let jobs = self.jobs.len() as f64;
        let most_jobs = (jobs / workers as f64).ceil();
        let share = (usable_cores() as f64).min(jobs / most_jobs);
        row.floor_share_of(
            &format!("{}sequential", self.prefix),
            share,
            format!("sequential ÷ {share}"),
        )
    }
}

/// A tenth of a published job: the core's clock is up, the code is loaded.
fn warm_core() {
    black_box(variants::sum_of_remainders(0..PUBLISHED_ITERATIONS / 10));
}

/// Jobs with so many of their 1,000 blocks under the giant lock.
fn locked(
    id: &str,
    jobs: usize,
    iterations: u64,
    blocks: u64,
    workers: usize,
) -> Row<'static> {
    let label = match blocks {
        0 => "one thread, no lock".into(),
        1000 => format!("locked ×{workers}"),
        _ => format!("half locked ×{workers}"),
    };
    let answer = jobs as u64 * sum_by_formula(iterations);
    let row = Row::timed(id, label, answer, move || {
        variants::locked(jobs, iterations, blocks, workers)
    })
    .warm_up_with(warm_core);
    if blocks == 0 {
        return row;
    }
    // The locked parts one after another, or all parts on all cores.
    let most = jobs as f64 / (jobs as f64 / workers as f64).ceil();
    let share = (1000.0 / blocks as f64).min(usable_cores() as f64).min(most);
    let why = format!("one thread ÷ {share}");
    row.floor_share_of(UNLOCKED, share, why)
}

fn start_of_eight() -> Row<'static> {
    Row::timed(START_8, "start 8 processes", 0, || {
        variants::processes(&[Job::Nothing], 8)
    })
    .without_warm_up()
}

/// The price of `rayon::join` called from a thread of the pool and from one
/// outside, in nanoseconds.
fn joins() -> [Row<'static>; 2] {
    let many = || {
        let start = Instant::now();
        let mut sum = 0;
        for i in 0..JOINS {
            let (a, b) = rayon::join(|| black_box(i), || 1);
            sum += a + b;
        }
        let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
        if sum != (0..JOINS).sum::<u32>() + JOINS {
            return Err("a join lost an answer".into());
        }
        Ok(Sample::of(nanoseconds / f64::from(JOINS)))
    };
    [
        Row::sampled(JOIN_INSIDE, "join, from inside the pool", "ns", {
            move || {
                let (sender, receiver) = std::sync::mpsc::channel();
                rayon::spawn(move || {
                    // The receiver waits below: it can't have gone.
                    let _ = sender.send(many());
                });
                receiver.recv()?
            }
        }),
        Row::sampled(JOIN_MAIN, "join, from main", "ns", many),
    ]
}

/// Two sums and the loop of the first table, each of so many million numbers.
fn folds() -> Vec<Row<'static>> {
    let millions = |n: u64| FOLD_ITERATIONS * n;
    let formula = |id: &str, label: &str, n: u64| {
        let n = millions(n);
        Row::sampled(id, label, "s", move || {
            let start = Instant::now();
            for _ in 0..CALLS {
                let sum = variants::foldable(black_box(n));
                if black_box(sum) != sum_by_threes(n) {
                    return Err("the foldable sum is wrong".into());
                }
            }
            // Not a `Duration`, which would be cut to whole nanoseconds.
            let time = start.elapsed().as_secs_f64();
            Ok(Sample::of(time / f64::from(CALLS)))
        })
    };
    let kept = |id: &str, label: &str, n: u64| {
        let n = millions(n);
        Row::timed(id, label, sum_by_threes(n), move || {
            Ok::<_, BodyError>(variants::kept(black_box(n)))
        })
    };
    let tables = |id: &str, label: &str, n: u64| {
        let n = millions(n);
        Row::timed(id, label, sum_by_formula(n), move || {
            Ok::<_, BodyError>(variants::sum_of_remainders(0..black_box(n)))
        })
    };
    vec![
        formula(FORMULA_1, "foldable, 1 million", 1),
        formula(FORMULA_10, "foldable, 10 million", 10),
        kept(KEPT_1, "black_box, 1 million", 1),
        kept(KEPT_10, "black_box, 10 million", 10),
        tables(TABLES_1, "the jobs' loop, 1 million", 1),
        tables(TABLES_10, "the jobs' loop, 10 million", 10),
    ]
}

fn sum_by_threes(n: u64) -> u64 {
    3 * n * (n - 1) / 2
}
