//! Failing together: what one failure does to the work beside it.

mod beside;
mod blocking;
mod conclusions;
mod facts;
mod fetch;
mod log;
mod rows;
mod schedule;
mod select;
mod variants;
mod view;
mod watch;

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use measure::chart::Chart;
use measure::{
    About, BodyError, Claim, Experiment, Fact, Profile, Record, Row, Table,
};
use serde::Serialize;

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {}

struct TaskGroup;

impl Experiment for TaskGroup {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "taskgroup",
            title: "failing together",
            question: "One of three tasks fails: what becomes of the others?",
            versions: measure::versions!["tokio", "tokio-util"],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(5, 9, 40))
    }

    /// Four rows wait out the longest fetch of 1.0 s. What must hold in
    /// every run is repeated within its row.
    fn rounds(&self, profile: Profile) -> u32 {
        profile.pick(1, 1, 5)
    }

    fn rows<'a>(
        &'a self,
        _: &'a Options,
        profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        Ok(rows::all(profile))
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
    measure::main(&TaskGroup)
}
