//! What can be typed after `cargo book`.

mod build;
mod check;
mod clean;
pub(crate) mod cli;
mod doctor;
pub(crate) mod failure;
mod measure;
mod serve;
mod setup;
mod stock;

use std::process::ExitCode;

use crate::commands::cli::{CommandLine, Question, Step};
use crate::page::relay;
use crate::system::interrupt;
use crate::system::warnings;

/// Does what was typed; the exit code is that of success or a finding.
pub(crate) fn run(line: CommandLine) -> anyhow::Result<ExitCode> {
    interrupt::install()?;
    warnings::show();
    let options = &line.options;
    match line.command.unwrap_or(Step::Build) {
        Step::Build => build::run(options)?,
        Step::Measure { slugs } => measure::run(options, &slugs)?,
        Step::Check => check::run(options)?,
        Step::Serve { port } => serve::run(options, port)?,
        Step::Doctor => return doctor::run(),
        Step::Clean { records } => clean::run(options, records)?,
        Step::Preprocess { question: None } => stock::preprocess(options)?,
        Step::Preprocess { question: Some(question) } => {
            let Question::Supports { renderer } = question;
            return Ok(ExitCode::from(u8::from(renderer != "html")));
        }
        Step::Relay { job } => return relay::answer(&job),
    }
    Ok(ExitCode::SUCCESS)
}
