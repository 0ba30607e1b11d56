//! Builds a lab's tests, in the book itself or in a copy of it.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::house::cargo;

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

/// Builds the tests of the lab `slug` in the workspace at `root`.
pub(crate) fn compile(
    root: &Path,
    target: &Path,
    slug: &str,
    progress: Progress,
) -> Result<Build> {
    let shown = progress == Progress::Shown;
    let colours = shown && io::stderr().is_terminal();
    let format = if colours { ",json-diagnostic-rendered-ansi" } else { "" };
    let output = cargo()
        .current_dir(root)
        .args(["test", "--package", &format!("lab_{slug}"), "--no-run"])
        // Without the library's own, empty, test program.
        .args(["--test", "*"])
        .arg(format!("--message-format=json{format}"))
        .env("CARGO_TARGET_DIR", target)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(if shown { Stdio::inherit() } else { Stdio::piped() })
        .spawn()
        .and_then(|cargo| cargo.wait_with_output())
        .with_context(|| {
            format!("can't start cargo: try `cargo test --package lab_{slug}`")
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
