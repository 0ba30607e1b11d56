//! The rows: what is run, with which answer, above which floor.

mod probes;
mod set;

use std::hint::black_box;
use std::iter::repeat_n;

use measure::machine::usable_cores;
use measure::{BodyError, Request, Row};
use rayon::ThreadPoolBuilder;

use self::set::Set;
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

/// Iterations of a job of the giant lock's table: the eight of them take
/// dozens of its intervals.
const LOCKED_ITERATIONS: u64 = 3 * PUBLISHED_ITERATIONS;

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
    rows.extend(probes::joins());
    rows.extend(probes::folds());
    Ok(rows)
}

/// `i * i % 7` repeats 0 1 4 2 2 4 1, which sum to 14. The loop's answer is
/// checked against this formula, not against another run of the loop.
fn sum_by_formula(iterations: u64) -> u64 {
    let rest: u64 =
        [0, 1, 4, 2, 2, 4, 1].iter().take((iterations % 7) as usize).sum();
    iterations / 7 * 14 + rest
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
