//! A blocking call inside a task: what every other task then waits.

mod charts;
mod conclusions;
mod facts;
mod judges;
mod rows;
mod scene;
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

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {
    /// How long the handler takes, in ms, 100 to 5000 [default: 500; quick:
    /// 200]
    #[arg(long, value_name = "MS",
          value_parser = clap::value_parser!(u64).range(100..=5000))]
    pause: Option<u64>,

    /// How long the heartbeat sleeps between ticks, in ms, 2 to 20
    #[arg(long, value_name = "MS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(2..=20))]
    period: u64,
}

struct Stall;

impl Experiment for Stall {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "stall",
            title: "a blocking call inside a task",
            question: "What does one blocking call do to all other tasks?",
            versions: measure::versions!["tokio"],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(4, 9, 55))
    }

    /// One, by default: a stall is as long as the call that makes it, in
    /// every round. Five would take a minute.
    fn rounds(&self, profile: Profile) -> u32 {
        profile.pick(1, 1, 5)
    }

    fn rows<'a>(
        &'a self,
        options: &'a Options,
        profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        Ok(rows::all(options, profile))
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
        charts::charts(record)
    }
}

fn main() -> ExitCode {
    measure::main(&Stall)
}
