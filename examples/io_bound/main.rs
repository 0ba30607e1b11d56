//! Ten, a hundred, a thousand, ten thousand waits, in several ways.

mod conclusions;
mod ids;
mod rows;
mod variants;
mod view;

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use measure::{Experiment, Options, PerProfile};

const IO_BOUND: Experiment = Experiment {
    slug: "io_bound",
    title: "ten to ten thousand waits in several ways",
    question: "What can wait for ten thousand things at once?",
    versions: measure::versions!["rayon", "tokio", "serde_json"],
    budget_s: PerProfile::new(5, 50, 500),
    // Most of a wait's time is fixed by arithmetic: further rounds would cost
    // minutes and tell little.
    rounds: PerProfile::new(1, 3, 3),
    baselines: &[ids::TASKS_10000],
    options: Options::of::<Waits>(),
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

#[derive(Debug, Args)]
struct Waits {
    /// How many waits, 1 to 1,000,000 each
    #[arg(long, value_name = "N,N…", value_delimiter = ',',
          default_value = "10,100,1000,10000",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    counts: Vec<u64>,

    /// Length of one wait in milliseconds, 1 to 10,000
    #[arg(long, value_name = "MS", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    wait_ms: u64,
}

fn main() -> ExitCode {
    // A worker of the process pool is this program, too: it ends here.
    let served = workers::process::init(|wait: Duration| {
        std::thread::sleep(wait);
        Ok(())
    });
    served.unwrap_or_else(|| measure::main(&IO_BOUND))
}
