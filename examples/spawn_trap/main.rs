//! The spawn trap: a child process runs your `main` again.

mod conclusions;
mod containment;
mod demonstration;
mod facts;
#[cfg(unix)]
mod fork;
mod rows;
mod starts;
mod variants;
mod view;
mod watch;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser};
use measure::chart::Chart;
use measure::{
    About, BodyError, Claim, Experiment, Fact, Profile, Record, Row, Table,
};
use serde::Serialize;

use demonstration::Demo;

#[derive(Debug, Args, Serialize)]
pub(crate) struct Options {
    /// Memory of the large parent, 16 to 4096 [default: 1024; quick: 256]
    #[arg(long, value_name = "MIB",
          value_parser = clap::value_parser!(u64).range(16..=4096))]
    big_mib: Option<u64>,

    /// Run one demonstration, print what it prints, and measure nothing
    #[arg(long, value_name = "NAME")]
    show: Option<Demo>,
}

struct SpawnTrap;

impl Experiment for SpawnTrap {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "spawn_trap",
            title: "a child process runs your `main` again",
            question: "What does a child process start with?",
            versions: measure::versions!["procspawn", "serde_json"],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(2, 6, 10))
    }

    /// Three where most have five: a parent of 1 GiB takes half a second to
    /// write to all its memory, and this is to take less than ten.
    fn rounds(&self, profile: Profile) -> u32 {
        profile.pick(1, 3, 5)
    }

    fn rows<'a>(
        &'a self,
        options: &'a Options,
        profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        if options.show.is_some() {
            return Err("`--show` goes with no other option".into());
        }
        Ok(rows::all(options.big_mib, profile))
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
    // The guard of this very program. Without it each demonstration below
    // would be the whole measurement once more; try it: the bound in
    // `workers::process` is not in this file.
    if let Some(demo) = Demo::requested() {
        return demo.run();
    }
    match Alone::try_parse() {
        Ok(Alone { show }) => watch::show(show),
        Err(_) => measure::main(&SpawnTrap),
    }
}

/// `--show NAME` and nothing else; any other command line is a measurement's.
#[derive(Parser)]
struct Alone {
    #[arg(long)]
    show: Demo,
}
