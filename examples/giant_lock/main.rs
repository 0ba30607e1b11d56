//! One lock for all threads, as an interpreter has it, or none.

mod conclusions;
mod ids;
mod rows;
mod variants;
mod view;
mod waits;

use std::process::ExitCode;

use clap::{Args, value_parser};
use measure::{Experiment, Options, PerProfile, ROUNDS};

const GIANT_LOCK: Experiment = Experiment {
    slug: "giant_lock",
    title: "one lock or none",
    question: "What does one lock for the whole process do to threads?",
    versions: measure::versions![],
    budget_s: PerProfile::new(2, 40, 120),
    rounds: ROUNDS,
    baselines: &[ids::SEQUENTIAL],
    options: Options::of::<Sizes>(),
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

#[derive(Debug, Args)]
struct Sizes {
    /// Thread counts to try, 1 to 64 each
    #[arg(long, value_name = "N,N…", value_delimiter = ',',
          default_value = "1,2,4,8", value_parser = value_parser!(u64).range(1..=64))]
    threads: Vec<u64>,

    /// Switch intervals to try with one holder, in µs, 10 to 100,000 each
    #[arg(long, value_name = "US,US…", value_delimiter = ',',
          default_value = "5000,500,50",
          value_parser = value_parser!(u64).range(10..=100_000))]
    intervals: Vec<u64>,

    /// Messages to a woken thread, a round [default: 120; quick: 15; full:
    /// 400]
    #[arg(long, value_name = "N",
          value_parser = value_parser!(u16).range(1..=999))]
    waits: Option<u16>,

    /// Loop iterations a job [default: 24 million; quick: 4; full: 72]
    #[arg(long, value_name = "N",
          value_parser = value_parser!(u64).range(1..=1 << 32))]
    iterations: Option<u64>,
}

fn main() -> ExitCode {
    measure::main(&GIANT_LOCK)
}
