//! A blocking call inside a task: what every other task then waits.

mod charts;
mod conclusions;
mod facts;
mod ids;
mod judges;
mod rows;
mod scene;
mod variants;
mod view;

use std::process::ExitCode;

use clap::Args;
use measure::{Experiment, Options, PerProfile};

const STALL: Experiment = Experiment {
    slug: "stall",
    title: "a blocking call inside a task",
    question: "What does one blocking call do to all other tasks?",
    versions: measure::versions!["tokio"],
    budget_s: PerProfile::new(4, 10, 60),
    // A stall is as long as the call that makes it, in every round: three say
    // whether it is always so.
    rounds: PerProfile::new(1, 3, 5),
    // A wait of as long as another blocks, and the poll that the timer's
    // price is taken from.
    baselines: &[ids::POOL_FULL, ids::COST_BARE],
    options: Options::of::<Handlers>(),
    rows: rows::all,
    facts: facts::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: charts::CHARTS,
};

#[derive(Debug, Args)]
struct Handlers {
    /// How long the handler takes, in ms, 100 to 5000 [default: 150; full:
    /// 500]
    #[arg(long, value_name = "MS",
          value_parser = clap::value_parser!(u64).range(100..=5000))]
    pause: Option<u64>,

    /// How long the heartbeat sleeps between ticks, in ms, 2 to 20
    #[arg(long, value_name = "MS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(2..=20))]
    period: u64,
}

fn main() -> ExitCode {
    measure::main(&STALL)
}
