//! `cargo book`: plans, measures, embeds, renders and checks the book.

mod chapter;
mod commands;
mod page;
mod records;
mod steps;
mod system;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::commands::cli::CommandLine;
use crate::commands::failure::exit_code;
use crate::system::group;
use crate::system::interrupt;

fn main() -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => {
            // A closed stream can't be told about.
            let _ = error.print();
            return ExitCode::from(
                u8::try_from(error.exit_code()).unwrap_or(2),
            );
        }
    };
    let done = commands::run(line);
    if !interrupt::requested() {
        group::kill_all();
    }
    // Another thread may still be ending what an interrupted step started.
    group::until_none_runs();
    match done {
        Ok(code) => code,
        Err(error) => {
            let text = format!("{error:#}");
            let text = text.trim_end();
            // As above.
            let _ = writeln!(io::stderr(), "error: {text}");
            ExitCode::from(exit_code(&error))
        }
    }
}
