//! Threads, processes and one core after another: eight equal jobs.

mod conclusions;
mod facts;
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

use variants::Job;

/// More would measure the scheduler's queue, which is another chapter.
const MOST_WORKERS: u64 = 64;

/// `i * i` of the loop stays below 2^64.
const MOST_ITERATIONS: u64 = 1 << 32;

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {
    /// Worker counts to try for threads and processes, 1 to 64 each
    #[arg(long, value_name = "N,N…", value_delimiter = ',',
          default_value = "1,2,4,8",
          value_parser = clap::value_parser!(u64).range(1..=MOST_WORKERS))]
    workers: Vec<u64>,

    /// Equal jobs to run
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,

    /// Loop iterations a job [default: 36,000,000; quick and full: 3,000,000]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=MOST_ITERATIONS))]
    iterations: Option<u64>,
}

struct CpuBound;

impl Experiment for CpuBound {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "cpu_bound",
            title: "threads, processes and one core after another",
            question: "Do more workers make a computing program faster?",
            versions: measure::versions!["rayon", "tokio", "serde_json"],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(2, 26, 26))
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
    // A worker of the process pool is this program, too: it ends here.
    let served = workers::process::init(|job: Job| Ok(job.run()));
    served.unwrap_or_else(|| measure::main(&CpuBound))
}
