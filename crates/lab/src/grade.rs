//! Runs every test of a lab in a process of its own, so that one that breaks
//! off, hangs or floods its output takes no other with it.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, io};

use anyhow::{Context, Result, bail};

use crate::ending::{Ending, Said, ending, said};
use crate::guard::{Group, Guard};
use crate::output::Pipe;

/// A right solution needs a second or two; a wrong one may never end.
const LIMIT: Duration = Duration::from_secs(30);

/// A right solution needs a few; a wrong one may collect answers for ever.
const LIMIT_MIB: u64 = 512;

/// After this time a student is told which tests are still running.
const SLOW: Duration = Duration::from_secs(10);

/// Tests of a wrong solution mostly wait for what never comes: more of them
/// than there are cores can do so side by side.
const AT_ONCE: usize = 8;

/// A test and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) ending: Ending,
    /// All that its program printed, cut in the middle if it was too much.
    pub(crate) printed: String,
}

impl Outcome {
    pub(crate) fn passed(&self) -> bool {
        self.ending == Ending::Passed
    }

    pub(crate) fn said(&self) -> Said {
        said(&self.name, &self.printed)
    }
}

/// What is told while the tests run.
pub(crate) enum News<'a> {
    Ended(&'a Outcome),
    /// These have run for a while and have no result yet.
    StillRunning(&'a [String]),
}

/// Every test of the program's own list, each with its ending.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report(pub(crate) Vec<Outcome>);

impl Report {
    pub(crate) fn all_passed(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(Outcome::passed)
    }

    pub(crate) fn not_passed(&self) -> impl Iterator<Item = &Outcome> {
        self.0.iter().filter(|outcome| !outcome.passed())
    }
}

struct Test<'a> {
    program: &'a Path,
    name: String,
    ignored: bool,
}

/// When a run has told enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    AllHaveEnded,
    /// The other tests are ended, and are not in the report.
    OneFails,
}

/// Runs the tests of the `programs` in `folder`, several side by side.
pub(crate) fn grade(
    folder: &Path,
    programs: &[PathBuf],
    guard: &Guard,
    until: Until,
    mut tell: impl FnMut(News<'_>),
) -> Result<Report> {
    let mut tests = VecDeque::new();
    for program in programs {
        let list = |ignored: bool| {
            list(folder, program, ignored).with_context(|| {
                format!("can't list the tests in {}", program.display())
            })
        };
        let ignored = list(true)?;
        for name in list(false)? {
            let ignored = ignored.contains(&name);
            tests.push_back(Test { program, name, ignored });
        }
    }
    let all = tests.len();
    let bench = Bench {
        folder,
        guard,
        queue: Mutex::new(tests),
        stopped: AtomicBool::new(false),
    };
    let (sender, results) = mpsc::channel();
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(all);
    let mut running: Vec<(String, Instant)> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(all) {
            let sender = sender.clone();
            let bench = &bench;
            scope.spawn(move || bench.work(&sender));
        }
        drop(sender);
        let mut told_at = Instant::now();
        loop {
            match results.recv_timeout(Duration::from_millis(200)) {
                Ok(Step::Begun(name)) => running.push((name, Instant::now())),
                Ok(Step::Ended(outcome)) => {
                    let outcome = outcome?;
                    running.retain(|(name, _)| *name != outcome.name);
                    if until == Until::OneFails && !outcome.passed() {
                        outcomes.push(outcome);
                        bench.stopped.store(true, Ordering::Relaxed);
                        return Ok(());
                    }
                    tell(News::Ended(&outcome));
                    outcomes.push(outcome);
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let slow: Vec<_> = running
                .iter()
                .filter(|(_, begun)| begun.elapsed() >= SLOW)
                .map(|(name, _)| name.clone())
                .collect();
            if !slow.is_empty() && told_at.elapsed() >= SLOW {
                tell(News::StillRunning(&slow));
                told_at = Instant::now();
            }
        }
    })
    .and_then(|()| {
        if outcomes.len() == all || bench.stopped.into_inner() {
            return Ok(Report(outcomes));
        }
        bail!("{} of {all} tests came to an end", outcomes.len())
    })
}

enum Step {
    Begun(String),
    Ended(io::Result<Outcome>),
}

/// What the threads share that run tests.
struct Bench<'a> {
    folder: &'a Path,
    guard: &'a Guard,
    queue: Mutex<VecDeque<Test<'a>>>,
    stopped: AtomicBool,
}

impl Bench<'_> {
    fn work(&self, results: &Sender<Step>) {
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

fn list(
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
