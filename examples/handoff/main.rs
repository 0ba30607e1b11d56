//! What a switch costs: one ball between two workers, thrown many times.

mod busy;
mod charts;
mod conclusions;
mod facts;
mod floors;
mod games;
mod ids;
mod judges;
mod lectures;
mod meter;
mod pin;
mod place;
mod ring;
mod rows;
#[cfg(target_os = "linux")]
mod system;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod system;
mod tasks;
mod variants;
mod view;

use std::process::ExitCode;

use clap::Args;
use measure::{Experiment, Options, PerProfile, ROUNDS};

const HANDOFF: Experiment = Experiment {
    slug: "handoff",
    title: "what a switch costs",
    question: "What does it cost to hand work from one worker to another and \
               wait for the answer?",
    versions: measure::versions!["crossbeam-channel", "hdrhistogram", "tokio"],
    budget_s: PerProfile::new(4, 45, 300),
    rounds: ROUNDS,
    // What threads and what tasks are compared with. Pinned: unpinned pairs
    // fall into two kinds, and that is no noise.
    baselines: &[ids::PINNED_PARK, ids::PINNED_TASKS],
    options: Options::of::<Sum>(),
    rows: rows::all,
    facts: facts::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: charts::CHARTS,
};

/// Above this no row of this chapter fits into one core any more.
const MOST_HANDOFFS: u64 = 1_000_000_000;

/// The two inputs of the worked sum.
#[derive(Debug, Args)]
struct Sum {
    /// Hand-offs a second of the program in the worked sum
    // A quiet web server's requests, or a busy pool's jobs.
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=MOST_HANDOFFS))]
    handoffs_per_second: u64,

    /// Row that the worked sum takes its cost from, as `--list` names it
    #[arg(long, value_name = "ROW", default_value = ids::PINNED_MPSC)]
    cost_from: String,
}

fn main() -> ExitCode {
    // The far end of the pipe is this program, too: it ends here.
    if std::env::var_os(variants::FAR_END).is_some() {
        // A broken pipe is how the near end hangs up.
        let _ = variants::far_end();
        return ExitCode::SUCCESS;
    }
    measure::main(&HANDOFF)
}
