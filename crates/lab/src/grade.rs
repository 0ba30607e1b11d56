//! Runs every test of a lab in a process of its own, so that one that breaks
//! off, hangs or floods its output takes no other with it.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::bench::{Bench, Step, Test, list};
use crate::ending::{Ending, Said, said};
use crate::guard::Guard;

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
