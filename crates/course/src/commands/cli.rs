//! The command line of `cargo book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use measure::Profile;

/// Measures this machine, checks what the chapters say against what it
/// measured, and renders the result to `book/index.html`.
#[derive(Debug, Parser)]
#[command(
    name = "cargo book",
    bin_name = "cargo book",
    version,
    after_help = "\
What was measured stays in `target/book-records` and is used again while the
program, its options and the machine are the same: a second build takes less
than a second.

One measurement at a time on a machine: all builders lock one file, which
BOOK_LOCK names [default: measured-course.lock where all users may write].

Exit codes: 0 built; 1 a command, a link or a name failed, and the last good
book is kept; 2 wrong use; 3 --strict, and a claim did not hold; 130
interrupted.

Examples:
  cargo book --open           build and look at it
  cargo book --quick          one round of small problems: is all in order?
  cargo book measure race     measure one experiment, where it is stale
  cargo book --fresh          measure everything again
  cargo book check --strict   verdicts in the terminal, for a script
  cargo book serve            rebuild on every save"
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Option<Step>,

    #[command(flatten)]
    pub(crate) options: Options,
}

/// Options of all subcommands.
#[derive(Clone, Debug, Args)]
pub(crate) struct Options {
    /// One round of small problems, marked as such on every page
    #[arg(long, global = true, conflicts_with = "full")]
    pub(crate) quick: bool,

    /// The published sizes, also where that takes minutes
    #[arg(long, global = true)]
    pub(crate) full: bool,

    /// Measure again what is measured already
    #[arg(long, global = true)]
    pub(crate) fresh: bool,

    /// Exit with 3 if a claim does not hold here
    #[arg(long, global = true)]
    pub(crate) strict: bool,

    /// Show the book in the browser
    #[arg(long, global = true)]
    pub(crate) open: bool,

    /// Build into this folder [default: as book.toml says, `book`]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) dest_dir: Option<PathBuf>,

    /// Print how long each step of the build took
    #[arg(long, global = true)]
    pub(crate) timings: bool,

    /// Stop a measurement after so long [default: ten times its share of the
    /// plan, at least a minute]
    #[arg(long, global = true, value_name = "SECONDS",
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: Option<u64>,

    /// Say only what went wrong
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Step {
    /// Measure what is stale and build the book (the default)
    Build,
    /// Measure what is stale, without building
    Measure {
        /// Only these experiments [default: all of the book]
        #[arg(value_name = "EXPERIMENT")]
        slugs: Vec<String>,
    },
    /// Show what held on this machine, from the records
    Check,
    /// Serve the book on this machine and rebuild it on every save
    Serve {
        /// Listen on this port; 0 takes a free one
        #[arg(long, default_value_t = 3000)]
        port: u16,
    },
    /// Say what this machine can and can't show
    Doctor,
    /// Remove the built book
    Clean {
        /// And what was measured
        #[arg(long)]
        records: bool,
    },
    /// Speak mdBook's protocol, for the stock `mdbook build`
    Preprocess {
        #[command(subcommand)]
        question: Option<Question>,
    },
    /// Run one command of a chapter
    #[command(hide = true, name = crate::page::relay::SUBCOMMAND)]
    Relay {
        /// The command.
        job: String,
    },
}

/// What mdBook asks before it sends a book.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Question {
    /// Exit with 0 if this renderer is supported
    Supports {
        /// Its name
        renderer: String,
    },
}

impl Options {
    pub(crate) fn profile(&self) -> Profile {
        match (self.quick, self.full) {
            (true, _) => Profile::Quick,
            (_, true) => Profile::Full,
            _ => Profile::Standard,
        }
    }

    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.timeout.map(Duration::from_secs)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn options_may_stand_before_and_after_the_subcommand() {
        for line in
            [&["book", "--quick", "check"][..], &["book", "check", "--quick"]]
        {
            let line = CommandLine::try_parse_from(line).unwrap();
            assert_eq!(line.options.profile(), Profile::Quick);
        }
    }

    #[test]
    fn absurd_values_are_refused() {
        for line in [
            &["book", "--timeout", "0"][..],
            &["book", "--timeout", "-1"],
            &["book", "--quick", "--full"],
            &["book", "serve", "--port", "65536"],
            &["book", "nonsense"],
        ] {
            assert!(CommandLine::try_parse_from(line).is_err(), "{line:?}");
        }
    }
}
