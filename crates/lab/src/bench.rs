//! Runs one test after the other, each in a process of its own, and ends those
//! that don't end by themselves.

use std::collections::VecDeque;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, io};

use crate::ending::{Ending, ending};
use crate::grade::Outcome;
use crate::guard::{Group, Guard};
use crate::output::Pipe;

/// A right solution needs a second or two; a wrong one may never end.
const LIMIT: Duration = Duration::from_secs(60);

/// A right solution needs a few; a wrong one may collect answers for ever.
const LIMIT_MIB: u64 = 512;

/// A test of one of the programs.
pub(crate) struct Test<'a> {
    pub(crate) program: &'a Path,
    pub(crate) name: String,
    pub(crate) ignored: bool,
}

/// What a thread that runs tests reports.
pub(crate) enum Step {
    Begun(String),
    Ended(io::Result<Outcome>),
}

/// What the threads share that run tests.
pub(crate) struct Bench<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) guard: &'a Guard,
    pub(crate) queue: Mutex<VecDeque<Test<'a>>>,
    pub(crate) stopped: AtomicBool,
}

impl Bench<'_> {
    /// Runs tests from the queue until it is empty or the run is stopped.
    pub(crate) fn work(&self, results: &Sender<Step>) {
        while !self.stopped.load(Ordering::Relaxed) {
            let queue = self.queue.lock();
            let next =
                queue.unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(test) = next else { return };
            // A closed channel means that the run is at its end.
            if results.send(Step::Begun(test.name.clone())).is_err() {
                return;
            }
            let outcome = self.run(test);
            if results.send(Step::Ended(outcome)).is_err() {
                return;
            }
        }
    }

    fn run(&self, test: Test<'_>) -> io::Result<Outcome> {
        let Test { program, name, ignored } = test;
        if ignored {
            let printed = String::new();
            return Ok(Outcome { name, ending: Ending::Ignored, printed });
        }
        let mut command = Command::new(program);
        command
            .current_dir(self.folder)
            // With one test thread the test would run on the main thread,
            // whose name is not the test's.
            .args(["--exact", &name, "--test-threads=2"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = retry_busy(|| self.guard.spawn(&mut command))?;
        let out = group.leader.stdout.take().map(Pipe::read);
        let err = group.leader.stderr.take().map(Pipe::read);
        let end = self.wait(&mut group)?;
        // Ends whatever is left, so that the pipes are closed.
        drop(group);
        let out = out.map(Pipe::finish).unwrap_or_default();
        let err = err.map(Pipe::finish).unwrap_or_default();
        let ending = match end {
            Ok(status) => ending(&name, status, &out, &err),
            Err(why) => Ending::BrokeOff(why),
        };
        Ok(Outcome { name, ending, printed: out + &err })
    }

    /// The status of a program that has ended, or why it has to be ended.
    fn wait(
        &self,
        group: &mut Group<'_>,
    ) -> io::Result<Result<ExitStatus, String>> {
        let started = Instant::now();
        let mut looked = Instant::now();
        loop {
            if let Some(status) = group.try_wait()? {
                return Ok(Ok(status));
            }
            if started.elapsed() > LIMIT {
                let limit = LIMIT.as_secs();
                return Ok(Err(format!("no end after {limit} s")));
            }
            if looked.elapsed() > Duration::from_millis(50) {
                looked = Instant::now();
                if resident_mib(group.leader.id()) > LIMIT_MIB {
                    return Ok(Err(format!(
                        "it took more than {LIMIT_MIB} MiB of memory and was \
                         ended: does a loop collect without end?"
                    )));
                }
            }
            if self.stopped.load(Ordering::Relaxed) {
                return Ok(Err("no longer of interest".to_string()));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Memory of a process; 0 where the system doesn't tell it in a file.
fn resident_mib(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status"));
    status
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next())
        .and_then(|kib| kib.parse::<u64>().ok())
        .map_or(0, |kib| kib / 1024)
}

/// The names of a program's tests, or of those among them that it ignores.
pub(crate) fn list(
    folder: &Path,
    program: &Path,
    ignored: bool,
) -> io::Result<Vec<String>> {
    let mut command = Command::new(program);
    command.current_dir(folder).args(["--list", "--format", "terse"]);
    if ignored {
        command.arg("--ignored");
    }
    let output = retry_busy(|| command.output())?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text
        .lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .map(str::to_string)
        .collect())
}

/// A program that was written a moment ago can be busy: another thread's
/// child has inherited the open file and not yet closed it.
fn retry_busy<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..50 {
        match start() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(20));
            }
            result => return result,
        }
    }
    start()
}
