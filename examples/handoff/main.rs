//! What a switch costs: one ball between two workers, thrown many times.

mod busy;
mod charts;
mod conclusions;
mod facts;
mod floors;
mod games;
mod judges;
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
use std::time::Duration;

use clap::Args;
use measure::chart::Chart;
use measure::{
    About, BodyError, Claim, Experiment, Fact, Profile, Record, Row, Table,
};
use serde::Serialize;

/// Above this no row of this chapter fits into one core any more.
const MOST_HANDOFFS: u64 = 1_000_000_000;

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {
    /// Hand-offs a second of the program in the worked sum
    #[arg(long, value_name = "N",
          default_value_t = facts::HANDOFFS_PER_SECOND,
          value_parser = clap::value_parser!(u64).range(1..=MOST_HANDOFFS))]
    handoffs_per_second: u64,

    /// Row that the worked sum takes its cost from, as `--list` names it
    #[arg(long, value_name = "ROW", default_value = facts::COST_FROM)]
    cost_from: String,
}

struct Handoff;

impl Experiment for Handoff {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "handoff",
            title: "what a switch costs",
            question: "What does it cost to hand work from one worker to \
                       another and wait for the answer?",
            versions: measure::versions![
                "crossbeam-channel",
                "hdrhistogram",
                "tokio"
            ],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(4, 45, 300))
    }

    fn rows<'a>(
        &'a self,
        options: &'a Options,
        profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        rows::all(options, profile)
    }

    fn facts(&self) -> Vec<Fact> {
        facts::facts()
    }

    fn claims(&self) -> Vec<Claim> {
        conclusions::claims()
    }

    fn tables(&self, record: &Record) -> Vec<Table> {
        view::tables(record)
    }

    fn charts(&self, record: &Record) -> Vec<Chart> {
        charts::all(record)
    }
}

fn main() -> ExitCode {
    // The far end of the pipe is this program, too: it ends here.
    if std::env::var_os(variants::FAR_END).is_some() {
        // A broken pipe is how the near end hangs up.
        let _ = variants::far_end();
        return ExitCode::SUCCESS;
    }
    measure::main(&Handoff)
}
