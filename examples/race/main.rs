//! A counter that loses updates: wrong, refused, mended, and proved.

#![expect(
    clippy::duplicate_mod,
    reason = "the code that is measured is also the code in the model"
)]

mod conclusions;
mod crew;
mod ids;
mod model;
mod real;
mod rows;
mod standstill;
mod variants;
mod view;

use std::process::ExitCode;

use clap::Args;
use measure::{Experiment, Options, PerProfile, ROUNDS};

use variants::MOST_THREADS;

const RACE: Experiment = Experiment {
    slug: "race",
    title: "a counter that loses updates",
    question: "Four threads add one a million times each: what does the \
               counter show?",
    versions: measure::versions!["shuttle"],
    budget_s: PerProfile::new(1, 2, 2),
    rounds: ROUNDS,
    baselines: &[ids::LOCAL],
    options: Options::of::<Sizes>(),
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

#[derive(Debug, Args)]
struct Sizes {
    /// Threads that count together, 1 to 64
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u64)
              .range(1..=MOST_THREADS as u64))]
    threads: u64,

    /// Increments a thread, 1 to 100,000,000 [default: 1,000,000; quick:
    /// 100,000]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    increments: Option<u64>,
}

fn main() -> ExitCode {
    measure::main(&RACE)
}
