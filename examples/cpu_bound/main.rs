//! Threads, processes and one core after another: equal jobs.

mod conclusions;
mod ids;
mod rows;
mod variants;
mod view;

use std::process::ExitCode;

use clap::Args;
use measure::{Experiment, Options, PerProfile, ROUNDS};

use variants::Job;

/// More would measure the scheduler's queue, which is another chapter.
const MOST_WORKERS: u64 = 64;

/// `i * i` of the loop stays below 2^64.
const MOST_ITERATIONS: u64 = 1 << 32;

const CPU_BOUND: Experiment = Experiment {
    slug: "cpu_bound",
    title: "threads, processes and one core after another",
    question: "Do more workers make a computing program faster?",
    versions: measure::versions!["rayon", "tokio", "serde_json"],
    budget_s: PerProfile::new(2, 28, 28),
    rounds: ROUNDS,
    baselines: &[ids::SEQUENTIAL, ids::UNLOCKED],
    options: Options::of::<Sizes>(),
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

#[derive(Debug, Args)]
struct Sizes {
    /// Worker counts to try for threads and processes, 1 to 64 each; threads
    /// as many as cores, and twice as many, are always tried
    #[arg(long, value_name = "N,N…", value_delimiter = ',',
          default_value = "1,2,4,8",
          value_parser = clap::value_parser!(u64).range(1..=MOST_WORKERS))]
    workers: Vec<u64>,

    /// Equal jobs to run; by default eight, or the next number that the cores
    /// can share evenly
    #[arg(long, value_name = "N", default_value_t = rows::even_jobs(),
          value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,

    /// Loop iterations a job [default: 36,000,000; quick and full: 3,000,000]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=MOST_ITERATIONS))]
    iterations: Option<u64>,
}

fn main() -> ExitCode {
    // A worker of the process pool is this program, too: it ends here.
    let served = workers::process::init(|job: Job| Ok(job.run()));
    served.unwrap_or_else(|| measure::main(&CPU_BOUND))
}
