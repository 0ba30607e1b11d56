//! A reader's own number: which of the three sums it fits, and whether it can
//! be true.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::str::FromStr;

use clap::Parser;
use measure::show;

use crate::sums::{Load, Submission};

/// Check a time of your own against arithmetic
#[derive(Debug, Parser)]
#[command(name = "audit")]
pub(crate) struct Number {
    /// How many tasks there were, 1 to 1,000,000,000
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    tasks: u64,

    /// Length of a task: 50ms, 0.05s, 2min
    #[arg(long, value_name = "TIME")]
    delay: Time,

    /// How many workers there were, 1 to 1,000,000
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    workers: u64,

    /// The time that was measured: 7.185, 7.185s, 640ms
    #[arg(long, value_name = "TIME")]
    measured: Time,

    /// Each task was handed over when the one before had come back
    #[arg(long)]
    one_by_one: bool,
}

/// A time of more than nothing and less than a year, in seconds.
#[derive(Clone, Copy, Debug)]
struct Time(f64);

const YEAR_S: f64 = 365.0 * 24.0 * 3600.0;

impl FromStr for Time {
    type Err = String;

    /// A plain number is in seconds.
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(char::is_alphabetic);
        let unit = match &text[digits.len()..] {
            "" | "s" => 1.0,
            "ms" => 1e-3,
            "us" | "µs" => 1e-6,
            "min" => 60.0,
            "h" => 3600.0,
            other => {
                return Err(format!(
                    "`{other}` is no unit of time here; use us, ms, s, min, h"
                ));
            }
        };
        let number: f64 = digits.parse().map_err(|_| {
            format!("`{digits}` is no number; a time is like 50ms or 7.185")
        })?;
        let seconds = number * unit;
        if seconds > 0.0 && seconds < YEAR_S {
            Ok(Self(seconds))
        } else {
            Err("a time is more than nothing and less than a year".into())
        }
    }
}

impl Number {
    /// The number on the command line, where there is one. Wrong use of these
    /// options ends the program with clap's message.
    pub(crate) fn given() -> Option<Result<Self, clap::Error>> {
        let own = ["--tasks", "--delay", "--workers", "--measured"];
        let is_own = |word: &OsString| {
            let word = word.to_string_lossy();
            let name = word.split_once('=').map_or(&*word, |(name, _)| name);
            own.contains(&name) || name == "--one-by-one"
        };
        let given = std::env::args_os().any(|word| is_own(&word));
        given.then(Self::try_parse)
    }

    fn load(&self) -> Load {
        Load { tasks: self.tasks, each_s: self.delay.0, workers: self.workers }
    }

    fn submission(&self) -> Submission {
        match self.one_by_one {
            true => Submission::OneByOne,
            false => Submission::AllAtOnce,
        }
    }

    /// What there is to say, as text.
    fn verdict(&self) -> String {
        let load = self.load();
        let measured = self.measured.0;
        let each = show::seconds(load.each_s);
        let count = |n: u64| show::count(n as f64);
        let (tasks, workers) = (count(load.tasks), count(load.workers));
        let sums = [
            (
                "work ÷ workers",
                load.shared_s(),
                format!("{tasks} × {each} ÷ {workers}"),
            ),
            (
                "rounds × length",
                load.all_at_once_s(),
                format!("{} × {each}", count(load.rounds())),
            ),
            ("one by one", load.one_by_one_s(), format!("{tasks} × {each}")),
        ];
        let mut text =
            format!("{tasks} tasks of {each}, workers: {workers}\n\n");
        for (name, seconds, sum) in &sums {
            let seconds = show::seconds(*seconds);
            let _ = writeln!(text, "  {name:<16} {seconds:>10}  {sum}");
        }
        let floor = load.floor_s(self.submission());
        let how = match self.submission() {
            Submission::AllAtOnce => "handed over all at once",
            Submission::OneByOne => "handed over one by one",
        };
        let took = show::seconds(measured);
        let _ = match measured < floor {
            true => writeln!(
                text,
                "\n{took}, {how}: impossible. It can't be less than {}.",
                show::seconds(floor)
            ),
            false => writeln!(
                text,
                "\n{took}, {how}: possible, {} × the least.",
                show::number(measured / floor)
            ),
        };
        // The largest sum that is not above the number.
        let fits = sums.iter().rev().find(|(_, sum, _)| *sum <= measured);
        let _ = match fits {
            Some((name, sum, _)) => writeln!(
                text,
                "It fits \"{name}\": {} × that.",
                show::number(measured / sum)
            ),
            None => writeln!(
                text,
                "It fits none of the three sums. Was a task shorter than \
                 said, or were there more workers?"
            ),
        };
        text
    }
}

/// Prints the answer for a reader's number.
pub(crate) fn answer(number: Result<Number, clap::Error>) -> ExitCode {
    let number = match number {
        Ok(number) => number,
        Err(error) => {
            // Nothing is left to do where the stream is closed.
            let _ = error.print();
            return ExitCode::from(
                u8::try_from(error.exit_code()).unwrap_or(2),
            );
        }
    };
    let text = number.verdict();
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
