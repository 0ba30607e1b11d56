//! What a worker costs before it does anything.

mod conclusions;
mod ids;
mod memory;
mod rows;
mod variants;
mod view;

use std::process::ExitCode;

use measure::{Experiment, Options, PerProfile};

const START_COST: Experiment = Experiment {
    slug: "start_cost",
    title: "what a worker costs before it does anything",
    question: "What does it cost to start a worker, and to keep it?",
    versions: measure::versions!["rayon", "tokio", "serde_json"],
    budget_s: PerProfile::new(3, 20, 20),
    // Each row repeats its start many times within a round.
    rounds: PerProfile::new(1, 3, 3),
    baselines: &[ids::THREAD_1],
    options: Options::NONE,
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

fn main() -> ExitCode {
    // A child that was started to see what that costs ends here.
    if std::env::var_os(rows::NOTHING_TO_DO).is_some() {
        return ExitCode::SUCCESS;
    }
    // A worker of the process pool ends here.
    let served = workers::process::init(|(): ()| Ok(()));
    served.unwrap_or_else(|| measure::main(&START_COST))
}
