//! Ten, a hundred, a thousand, ten thousand waits, in several ways.

mod conclusions;
mod rows;
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

struct IoBound;

impl Experiment for IoBound {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "io_bound",
            title: "ten to ten thousand waits in several ways",
            question: "What can wait for ten thousand things at once?",
            versions: measure::versions!["rayon", "tokio", "serde_json"],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(5, 50, 500))
    }

    /// Three rounds: most of a wait's time is fixed by arithmetic, so further
    /// rounds would cost minutes and tell little.
    fn rounds(&self, profile: Profile) -> u32 {
        profile.pick(1, 3, 3)
    }

    fn rows<'a>(
        &'a self,
        options: &'a Options,
        profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        Ok(rows::all(options, profile))
    }

    fn facts(&self) -> Vec<Fact> {
        conclusions::facts()
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
    // A worker of the process pool is this program, too: it ends here.
    let served = workers::process::init(|wait: Duration| {
        std::thread::sleep(wait);
        Ok(())
    });
    served.unwrap_or_else(|| measure::main(&IoBound))
}
