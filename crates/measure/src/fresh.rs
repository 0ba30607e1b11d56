//! A process of its own for a row: the program starts itself again and the
//! second copy runs that row alone.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock;
use crate::machine;
use crate::row::{Body, Row, RowError, Sample, Unavailable};

/// Names the row that this process is to run alone.
pub(crate) const ROW_VARIABLE: &str = "MEASURE_ROW";

/// What the process of a row prints.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Sample(Sample),
    Unavailable(String),
}

/// The row that this process was started for, where it was.
pub(crate) fn requested_row() -> Option<String> {
    std::env::var(ROW_VARIABLE).ok()
}

/// Runs row `id` once in a new process of this program.
pub(crate) fn run_in_fresh_process(
    id: &str,
    args: &[OsString],
) -> Result<(Sample, Duration), RowError> {
    let program = machine::own_program().map_err(RowError::Spawn)?;
    let mut command = Command::new(program);
    command.args(args).env(ROW_VARIABLE, id).stdin(Stdio::null());
    let (output, time) = clock::timed(|| command.output());
    let output = output.map_err(RowError::Spawn)?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let failed = |stderr: String| RowError::Process {
        status: output.status.to_string(),
        stderr,
    };
    if !output.status.success() {
        let last = stderr.trim_end().lines().next_back();
        return Err(failed(last.unwrap_or("no error text").into()));
    }
    match serde_json::from_slice(&output.stdout) {
        Ok(Outcome::Sample(sample)) => Ok((sample, time)),
        Ok(Outcome::Unavailable(reason)) => {
            Err(RowError::Unavailable(Unavailable(reason)))
        }
        Err(error) => {
            Err(failed(format!("its output is not a sample: {error}")))
        }
    }
}

/// Ends this process when its parent ends, even by a kill: no row goes on
/// for nobody.
#[cfg(target_os = "linux")]
fn end_with_parent() {
    // A kernel that refuses leaves a row that ends by itself.
    let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent() {}

/// The other side: runs the one row that was asked for.
pub(crate) fn run_alone(
    rows: Vec<Row<'_>>,
    id: &str,
) -> Result<Outcome, String> {
    end_with_parent();
    let row = rows
        .into_iter()
        .find(|row| row.id == id)
        .ok_or_else(|| format!("there is no row `{id}`"))?;
    let Body::Run(mut run) = row.body else {
        return Err(format!("row `{id}` is not to be run"));
    };
    match run() {
        Ok((sample, _)) => Ok(Outcome::Sample(sample)),
        Err(RowError::Unavailable(reason)) => {
            Ok(Outcome::Unavailable(reason.0))
        }
        Err(error) => Err(error.to_string()),
    }
}
