//! One lock for all threads, as an interpreter has it, or none.

mod conclusions;
mod facts;
mod rows;
mod variants;
mod view;
mod waits;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, value_parser};
use measure::chart::Chart;
use measure::{
    About, BodyError, Claim, Experiment, Fact, Profile, Record, Row, Table,
};
use serde::Serialize;

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {
    /// Thread counts to try, 1 to 64 each
    #[arg(long, value_name = "N,N…", value_delimiter = ',',
          default_value = "1,2,4,8", value_parser = value_parser!(u64).range(1..=64))]
    threads: Vec<u64>,

    /// Switch intervals to try with one holder, in µs, 10 to 100,000 each
    #[arg(long, value_name = "US,US…", value_delimiter = ',',
          default_value = "5000,500,50",
          value_parser = value_parser!(u64).range(10..=100_000))]
    intervals: Vec<u64>,

    /// Messages to a woken thread, a round [default: 80; quick: 15; full: 400]
    #[arg(long, value_name = "N",
          value_parser = value_parser!(u16).range(1..=999))]
    waits: Option<u16>,

    /// Loop iterations a job [default: 24 million; quick: 4; full: 72]
    #[arg(long, value_name = "N",
          value_parser = value_parser!(u64).range(1..=1 << 32))]
    iterations: Option<u64>,
}

struct GiantLock;

impl Experiment for GiantLock {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "giant_lock",
            title: "one lock or none",
            question: "What does one lock for the whole process do to threads?",
            versions: measure::versions![],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(2, 30, 120))
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
        view::charts(record)
    }
}

fn main() -> ExitCode {
    measure::main(&GiantLock)
}
