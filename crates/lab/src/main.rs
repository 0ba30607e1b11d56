//! `cargo lab`: the exercises, for those who solve them and those who keep them.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod check;
mod compile;
mod hints;
mod house;
mod judge;
mod run;
mod shape;
mod student;

/// Runs the exercises of the book.
///
/// Each lab is a folder labs/<slug>. Read its README.md, edit its starter.rs,
/// and try it with `cargo lab test <slug>`.
#[derive(Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the labs and which of them you have solved (the default)
    List,
    /// Runs a lab's tests against your starter.rs
    Test {
        /// The lab, as `cargo lab list` names it
        slug: String,
    },
    /// Shows one hint of a lab; each says more than the one before
    Hint {
        /// The lab, as `cargo lab list` names it
        slug: String,
        /// Which hint
        #[arg(default_value_t = 1)]
        number: usize,
    },
    /// For instructors: proves that each lab can be solved and not be fooled
    ///
    /// The starter compiles and fails, the solution passes, every mutant
    /// fails, every test fails for one of them, and no file is missing or
    /// stray. Takes about half a minute on two cores.
    Check {
        /// The labs; all of them if none is named
        slugs: Vec<String>,
    },
}

/// How a command ended that could be carried out.
enum Ending {
    Good,
    Bad,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nothing is left to do if the terminal is gone.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match carry_out(arguments.command.unwrap_or(Command::List)) {
        Ok(Ending::Good) => ExitCode::SUCCESS,
        Ok(Ending::Bad) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            let wrong_use = error.is::<house::WrongUse>();
            ExitCode::from(if wrong_use { 2 } else { 1 })
        }
    }
}

fn carry_out(command: Command) -> Result<Ending> {
    let house = house::House::open()?;
    match command {
        Command::List => student::list(&house),
        Command::Test { slug } => student::test(&house, house.lab(&slug)?),
        Command::Hint { slug, number } => {
            student::hint(house.lab(&slug)?, number)
        }
        Command::Check { slugs } => check::check(&house, &slugs),
    }
}
