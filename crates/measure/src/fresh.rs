//! A process of its own for a row: the program starts itself again and the
//! second copy runs that row alone.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::clock;
use crate::row::{Body, Row, RowError, Sample};

/// Names the row that this process is to run alone.
pub(crate) const ROW_VARIABLE: &str = "MEASURE_ROW";

/// The row that this process was started for, where it was.
pub(crate) fn requested_row() -> Option<String> {
    std::env::var(ROW_VARIABLE).ok()
}

/// Runs row `id` once in a new process of this program.
pub(crate) fn run_in_fresh_process(
    id: &str,
    args: &[OsString],
) -> Result<(Sample, Duration), RowError> {
    let program = std::env::current_exe().map_err(RowError::Spawn)?;
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
    let sample = serde_json::from_slice(&output.stdout).map_err(|error| {
        failed(format!("its output is not a sample: {error}"))
    })?;
    Ok((sample, time))
}

/// The other side: runs the one row that was asked for.
pub(crate) fn run_alone(
    rows: Vec<Row<'_>>,
    id: &str,
) -> Result<Sample, String> {
    let row = rows
        .into_iter()
        .find(|row| row.id == id)
        .ok_or_else(|| format!("there is no row `{id}`"))?;
    match row.body {
        Body::Run(mut run) => run()
            .map(|(sample, _)| sample)
            .map_err(|error| format!("row `{id}`: {error}")),
        Body::NotRun(reason) => Err(format!("row `{id}`: {reason}")),
    }
}
