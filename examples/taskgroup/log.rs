//! Who worked until when, noted by the work itself.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How a piece of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Done,
    Failed,
    Cancelled,
}

impl How {
    /// The number that stands for it in a record.
    pub fn code(self) -> f64 {
        match self {
            Self::Done => 0.0,
            Self::Failed => 1.0,
            Self::Cancelled => 2.0,
        }
    }
}

/// The end of a piece of work, counted from the start of the log.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub name: char,
    pub how: How,
    pub at: Duration,
}

/// A shared notebook; clones write into the same one.
#[derive(Clone)]
pub struct Log(Arc<Notes>);

struct Notes {
    start: Instant,
    running: AtomicUsize,
    cleaned: AtomicUsize,
    steps: Mutex<Vec<Duration>>,
    ends: Mutex<Vec<End>>,
}

impl Log {
    pub fn start() -> Self {
        Self(Arc::new(Notes {
            start: Instant::now(),
            running: AtomicUsize::new(0),
            cleaned: AtomicUsize::new(0),
            steps: Mutex::default(),
            ends: Mutex::default(),
        }))
    }

    /// Begins a piece of work called `name`.
    pub fn begin(&self, name: char) -> Work {
        self.0.running.fetch_add(1, Relaxed);
        Work { log: self.clone(), name, how: How::Cancelled }
    }

    pub fn elapsed(&self) -> Duration {
        self.0.start.elapsed()
    }

    /// Pieces of work that have begun and not ended.
    pub fn running(&self) -> usize {
        self.0.running.load(Relaxed)
    }

    /// Notes that a clean-up came to its end.
    pub fn cleaned(&self) {
        self.0.cleaned.fetch_add(1, Relaxed);
        self.step();
    }

    pub fn clean_ups(&self) -> usize {
        self.0.cleaned.load(Relaxed)
    }

    pub fn ends(&self) -> Vec<End> {
        unpoisoned(&self.0.ends).clone()
    }

    /// When each step of any work was made.
    pub fn steps(&self) -> Vec<Duration> {
        unpoisoned(&self.0.steps).clone()
    }

    fn step(&self) {
        let at = self.elapsed();
        unpoisoned(&self.0.steps).push(at);
    }
}

/// A piece of work under way. Dropped without `done` or `failed`, it counts
/// as cancelled; in a panic, as failed.
pub struct Work {
    log: Log,
    name: char,
    how: How,
}

impl Work {
    pub fn step(&self) {
        self.log.step();
    }

    pub fn done(mut self) {
        self.how = How::Done;
    }

    pub fn failed(mut self) {
        self.how = How::Failed;
    }
}

// This runs however the work ends, also when the future that holds it is
// dropped at an `.await`.
impl Drop for Work {
    fn drop(&mut self) {
        let how = match self.how {
            How::Cancelled if std::thread::panicking() => How::Failed,
            how => how,
        };
        let end = End { name: self.name, how, at: self.log.elapsed() };
        unpoisoned(&self.log.0.ends).push(end);
        self.log.0.running.fetch_sub(1, Relaxed);
    }
}

/// A task that panicked is part of the experiment; what it noted is whole.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
