//! The spawn trap: a child process runs your `main` again.

mod conclusions;
mod containment;
mod demonstration;
mod facts;
#[cfg(unix)]
mod fork;
mod ids;
mod rows;
mod starts;
mod variants;
mod view;
mod watch;

use std::process::ExitCode;

use clap::{Args, Parser};
use measure::{Experiment, Options, PerProfile};

use demonstration::Demo;

const SPAWN_TRAP: Experiment = Experiment {
    slug: "spawn_trap",
    title: "a child process runs your `main` again",
    question: "What does a child process start with?",
    versions: measure::versions!["procspawn", "serde_json"],
    budget_s: PerProfile::new(2, 7, 10),
    // Three where most have five: a parent of 1 GiB takes half a second to
    // write to all its memory, and this is to take less than ten.
    rounds: PerProfile::new(1, 3, 5),
    baselines: &[ids::SPAWN_SMALL],
    options: Options::of::<Sizes>(),
    rows: rows::all,
    facts: facts::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: view::CHARTS,
};

#[derive(Debug, Args)]
struct Sizes {
    /// Memory of the large parent, 16 to 4096 [default: 1024; quick: 256]
    #[arg(long, value_name = "MIB",
          value_parser = clap::value_parser!(u64).range(16..=4096))]
    big_mib: Option<u64>,

    /// Run one demonstration, print what it prints, and measure nothing
    #[arg(long, value_name = "NAME")]
    show: Option<Demo>,
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
        Err(_) => measure::main(&SPAWN_TRAP),
    }
}

/// `--show NAME` and nothing else; any other command line is a measurement's.
#[derive(Parser)]
struct Alone {
    #[arg(long)]
    show: Demo,
}
