//! `cargo lab`: the exercises, for those who solve them and those who keep them.

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

mod attempt;
mod bench;
mod check;
mod compile;
mod ending;
mod grade;
mod guard;
mod hints;
mod house;
mod judge;
mod keep;
mod mutant;
mod mutate;
mod output;
mod progress;
mod scratch;
mod seal;
mod shape;
mod student;
mod survivors;
mod watch;

use attempt::Show;
use check::Mutants;

/// Runs the exercises of the book.
///
/// Each lab is a folder labs/<slug>. Read its README.md, edit its starter.rs,
/// and try it with `cargo lab <slug>`.
#[derive(Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the labs with what you have reached in each (the default)
    List,
    /// Runs a lab's tests on your starter.rs; `cargo lab <slug>` does too
    Test {
        /// The lab, as `cargo lab list` names it
        slug: String,
        /// Shows the message of every failed test
        #[arg(long)]
        all: bool,
        /// Shows all that the tests printed, backtraces too
        #[arg(long)]
        raw: bool,
    },
    /// Runs a lab's tests again at each save of your starter.rs
    Watch {
        /// The lab, as `cargo lab list` names it
        slug: String,
    },
    /// Names the first lab in the order of the book that isn't solved
    Next,
    /// Shows one hint of a lab; each says more than the one before
    Hint {
        /// The lab, as `cargo lab list` names it
        slug: String,
        /// Which hint
        #[arg(default_value_t = 1)]
        number: usize,
    },
    /// Puts a lab's starter.rs back and keeps a copy of yours
    Reset {
        /// The lab, as `cargo lab list` names it
        slug: String,
    },
    /// Shows a lab's solution, once you have solved it
    Solution {
        /// The lab, as `cargo lab list` names it
        slug: String,
        /// Shows it all the same
        #[arg(long)]
        give_up: bool,
    },
    /// For instructors: proves that each lab can be solved and not be fooled
    ///
    /// The starter compiles and fails, the solution passes, every mutant fails
    /// in the test that it names, and so does every small change of the
    /// solution; every test fails for one of them, and no file is missing,
    /// changed or stray. Takes some minutes on two cores.
    Check {
        /// The labs; all of them if none is named
        slugs: Vec<String>,
        /// Leaves out the changes made from the solution
        #[arg(long)]
        quick: bool,
    },
    /// For instructors: notes the digests of a lab that was changed on purpose
    Seal {
        /// The labs; all of them if none is named
        slugs: Vec<String>,
    },
    /// Ends what `cargo lab` leaves running when it is killed
    #[command(name = guard::ARGUMENT, hide = true)]
    Guard,
}

/// How a command ended that could be carried out.
enum Exit {
    Good,
    Bad,
}

fn main() -> ExitCode {
    let arguments = with_test_put_in(env::args_os().collect());
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nothing is left to do if the terminal is gone.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match carry_out(arguments.command.unwrap_or(Command::List)) {
        Ok(Exit::Good) => ExitCode::SUCCESS,
        Ok(Exit::Bad) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            let wrong_use = error.is::<house::WrongUse>();
            ExitCode::from(if wrong_use { 2 } else { 1 })
        }
    }
}

/// `cargo lab race` means `cargo lab test race`.
fn with_test_put_in(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let first = arguments.get(1).map(|first| first.to_string_lossy());
    let is_slug = first.is_some_and(|first| {
        let commands = Arguments::command();
        let known = commands.get_subcommands().any(|it| it.get_name() == first);
        !known && first != "help" && !first.starts_with('-')
    });
    if is_slug {
        arguments.insert(1, "test".into());
    }
    arguments
}

fn carry_out(command: Command) -> Result<Exit> {
    if let Command::Guard = command {
        guard::stand(io::stdin().lock());
        return Ok(Exit::Good);
    }
    let house = house::House::open()?;
    match command {
        Command::List => student::list(&house),
        Command::Test { slug, all, raw } => {
            let show = match (all, raw) {
                (_, true) => Show::Raw,
                (true, false) => Show::All,
                (false, false) => Show::FirstFailure,
            };
            attempt::test(&house, house.lab(&slug)?, show)
        }
        Command::Watch { slug } => watch::watch(&house, house.lab(&slug)?),
        Command::Next => student::next(&house),
        Command::Hint { slug, number } => {
            student::hint(house.lab(&slug)?, number)
        }
        Command::Reset { slug } => student::reset(&house, house.lab(&slug)?),
        Command::Solution { slug, give_up } => {
            student::solution(&house, house.lab(&slug)?, give_up)
        }
        Command::Check { slugs, quick } => {
            let mutants = if quick { Mutants::Written } else { Mutants::All };
            check::check(&house, &slugs, mutants)
        }
        Command::Seal { slugs } => {
            for lab in house.some(&slugs)? {
                seal::write(lab)?;
            }
            Ok(Exit::Good)
        }
        // Carried out above, before anything else can fail.
        Command::Guard => Ok(Exit::Good),
    }
}
