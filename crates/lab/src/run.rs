//! Runs a lab's test programs and reads which tests passed.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::house::Lab;

/// A right solution needs a second or two; a wrong one may never end.
const LIMIT: Duration = Duration::from_secs(60);

/// Tests of a wrong solution mostly wait for what never comes: more of them
/// than there are cores can do so side by side.
const TEST_THREADS: &str = "--test-threads=8";

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) passed: BTreeSet<String>,
    pub(crate) failed: BTreeSet<String>,
    /// A program ended without naming a failed test, as an abort does, or was
    /// killed because it didn't end.
    pub(crate) broke_off: Option<String>,
    /// All that the programs printed.
    pub(crate) text: String,
}

impl Report {
    pub(crate) fn all_passed(&self) -> bool {
        self.failed.is_empty()
            && self.broke_off.is_none()
            && !self.passed.is_empty()
    }

    fn add(&mut self, printed: &str, status: Option<ExitStatus>) {
        let mut names_a_failure = false;
        for line in printed.lines() {
            if let Some((name, result)) = test_result(line) {
                let failed = result == "FAILED";
                names_a_failure |= failed;
                let tests =
                    if failed { &mut self.failed } else { &mut self.passed };
                tests.insert(name.to_string());
            }
        }
        self.text.push_str(printed);
        match status {
            None => {
                let limit = LIMIT.as_secs();
                self.broke_off = Some(format!("no end after {limit} s"));
            }
            Some(status) if !status.success() && !names_a_failure => {
                self.broke_off = Some(format!("broke off, {status}"));
            }
            Some(_) => (),
        }
    }
}

/// Reads `test the_name ... ok`; `ignored` is no result.
fn test_result(line: &str) -> Option<(&str, &str)> {
    let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    matches!(result, "ok" | "FAILED").then_some((name, result))
}

pub(crate) fn run(lab: &Lab, programs: &[PathBuf]) -> Result<Report> {
    let mut report = Report::default();
    for program in programs {
        let (printed, status) = run_program(&lab.folder, program)
            .with_context(|| {
                let program = program.display();
                format!(
                    "can't run {program}: try `cargo lab test {}`",
                    lab.slug
                )
            })?;
        report.add(&printed, status);
    }
    Ok(report)
}

fn run_program(
    folder: &Path,
    program: &Path,
) -> io::Result<(String, Option<ExitStatus>)> {
    let mut child = Command::new(program)
        .current_dir(folder)
        .arg(TEST_THREADS)
        // Fifty frames of the model checker would hide the one line that
        // says what went wrong.
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let out = read_aside(child.stdout.take());
    let err = read_aside(child.stderr.take());
    let status = wait(&mut child)?;
    let mut printed = out.join().unwrap_or_default();
    printed.push_str(&err.join().unwrap_or_default());
    Ok((printed, status))
}

/// A full pipe would stop the child, so somebody has to read all the time.
fn read_aside(
    pipe: Option<impl Read + Send + 'static>,
) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The child's status, or none if it had to be killed.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::{Report, test_result};

    #[test]
    fn results_are_read_from_what_a_test_program_prints() {
        let line = "test money::is_never_lost ... ok";
        assert_eq!(test_result(line), Some(("money::is_never_lost", "ok")));
        let line = "test it_stops - should panic ... FAILED";
        assert_eq!(test_result(line), Some(("it_stops", "FAILED")));
    }

    #[test]
    fn other_lines_are_no_results() {
        for line in [
            "test result: FAILED. 5 passed; 6 failed",
            "test slow ... ignored",
            "running 3 tests",
            "test a_student_prints ... nearly ok",
        ] {
            assert_eq!(test_result(line), None, "{line}");
        }
    }

    #[test]
    fn a_program_that_is_killed_has_not_passed() {
        let mut report = Report::default();
        report.add("test quick ... ok\n", None);
        assert!(!report.all_passed());
        assert_eq!(report.broke_off.as_deref(), Some("no end after 60 s"));
    }

    #[test]
    fn no_tests_are_not_a_pass() {
        assert!(!Report::default().all_passed());
    }
}
