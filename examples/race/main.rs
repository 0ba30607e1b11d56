//! A counter that loses updates: wrong, refused, mended, and proved.

#![expect(
    clippy::duplicate_mod,
    reason = "the code that is measured is also the code in the model"
)]

mod conclusions;
mod crew;
mod facts;
mod model;
mod real;
mod rows;
mod standstill;
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

use variants::MOST_THREADS;

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {
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

struct Race;

impl Experiment for Race {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "race",
            title: "a counter that loses updates",
            question: "Four threads add one a million times each: what does \
                       the counter show?",
            versions: measure::versions!["shuttle"],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_millis(profile.pick(300, 2_000, 2_000))
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
        view::charts(record)
    }
}

fn main() -> ExitCode {
    measure::main(&Race)
}
