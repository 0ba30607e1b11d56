//! Failing together: what one failure does to the work beside it.

mod beside;
mod blocking;
mod conclusions;
mod facts;
mod fetch;
mod ids;
mod log;
mod rows;
mod schedule;
mod select;
mod variants;
mod view;
mod watch;

use std::process::ExitCode;

use measure::{Experiment, Options, PerProfile};

const TASKGROUP: Experiment = Experiment {
    slug: "taskgroup",
    title: "failing together",
    question: "One of three tasks fails: what becomes of the others?",
    versions: measure::versions!["tokio", "tokio-util"],
    budget_s: PerProfile::new(3, 13, 40),
    // Four rows wait out the longest fetch. What must hold in every run is
    // repeated within its row.
    rounds: PerProfile::new(1, 3, 5),
    baselines: &[ids::TRY_JOIN_FUTURES],
    options: Options::NONE,
    rows: rows::all,
    facts: facts::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

fn main() -> ExitCode {
    measure::main(&TASKGROUP)
}
