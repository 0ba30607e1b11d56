//! Builds a lab's tests with one of its attempts in the place of the starter.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::house::{Attempt, House, Lab, cargo};

/// Whether cargo's own progress is of interest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    Shown,
    Hidden,
}

#[derive(Debug)]
pub(crate) enum Build {
    Done {
        programs: Vec<PathBuf>,
        /// As the compiler prints them.
        warnings: Vec<String>,
    },
    /// With the errors as they are printed, or what cargo said instead.
    Failed(String),
}

/// The command that a person types to see what `compile` saw.
pub(crate) fn command(lab: &Lab, attempt: &Attempt) -> String {
    format!("cargo {}", arguments(lab, attempt).join(" "))
}

fn arguments(lab: &Lab, attempt: &Attempt) -> Vec<String> {
    // Each feature set has files of its own in the target folder, so that
    // going from one attempt to the next and back compiles nothing twice.
    vec![
        "test".to_string(),
        "--package".to_string(),
        format!("lab_{}", lab.slug),
        "--no-default-features".to_string(),
        "--features".to_string(),
        attempt.feature(),
    ]
}

pub(crate) fn compile(
    house: &House,
    lab: &Lab,
    attempt: &Attempt,
    progress: Progress,
) -> Result<Build> {
    let shown = progress == Progress::Shown;
    let colours = shown && io::stderr().is_terminal();
    let format = if colours { ",json-diagnostic-rendered-ansi" } else { "" };
    let output = cargo()
        .current_dir(&house.root)
        .args(arguments(lab, attempt))
        // Without the library's own, empty, test program.
        .args(["--test", "*", "--no-run"])
        .arg(format!("--message-format=json{format}"))
        .stdout(Stdio::piped())
        .stderr(if shown { Stdio::inherit() } else { Stdio::piped() })
        .spawn()
        .and_then(|cargo| cargo.wait_with_output())
        .with_context(|| {
            format!("can't start cargo: try `{}`", command(lab, attempt))
        })?;
    let messages = Messages::read(&String::from_utf8_lossy(&output.stdout));
    if output.status.success() {
        let Messages { programs, warnings, .. } = messages;
        return Ok(Build::Done { programs, warnings });
    }
    let mut said = messages.errors.concat();
    if said.is_empty() {
        said = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    Ok(Build::Failed(said))
}

#[derive(Default)]
struct Messages {
    programs: Vec<PathBuf>,
    warnings: Vec<String>,
    errors: Vec<String>,
}

impl Messages {
    fn read(lines: &str) -> Messages {
        let mut messages = Messages::default();
        let lines = lines.lines();
        for line in lines.filter_map(|line| serde_json::from_str(line).ok()) {
            let line: Value = line;
            if line["profile"]["test"] == true
                && let Some(program) = line["executable"].as_str()
            {
                messages.programs.push(PathBuf::from(program));
            }
            if let Some(text) = line["message"]["rendered"].as_str() {
                let kind = match line["message"]["level"].as_str() {
                    Some("warning") => &mut messages.warnings,
                    _ => &mut messages.errors,
                };
                kind.push(text.to_string());
            }
        }
        messages
    }
}
