//! A worker process that must be reaped, and the start of what it complains.

use std::io::Read;
use std::process::{Child, ChildStderr, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::super::wire::{EXCERPT, excerpt};
use crate::PoolError;

/// How long a worker may take to end by itself once it is told to, before it
/// is killed. Ending takes about a millisecond, so this is for jobs that run.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How long an error waits for the rest of a dead worker's stderr. It ends
/// with the worker, unless a process that the worker started holds it open.
const STDERR_GRACE: Duration = Duration::from_millis(200);

/// The pauses between looks at an ending process. `std` has no wait with a
/// limit; a worker usually ends within the first few.
const SHORTEST_PAUSE: Duration = Duration::from_micros(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// Dropping it kills and reaps the process: no orphan, no zombie.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    stderr: Stderr,
}

impl Running {
    pub(super) fn new(child: Child, stderr: Stderr) -> Self {
        Self { child, stderr }
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the process ends by itself; `None` if it was killed.
    pub(super) fn end_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let asked = Instant::now();
        let mut pause = SHORTEST_PAUSE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if asked.elapsed() < limit => {
                    thread::sleep(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Ok(None) | Err(_) => {
                    self.kill();
                    return None;
                }
            }
        }
    }

    /// Kills and reaps. Both calls are harmless on a process that was reaped.
    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The start of stderr. Call it when the process has ended.
    pub(super) fn stderr(&self) -> String {
        self.stderr.excerpt()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads a worker's stderr to its end, so that the worker never blocks on it,
/// and keeps the start.
#[derive(Debug)]
pub(super) struct Stderr {
    head: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl Stderr {
    pub(super) fn drain(from: ChildStderr) -> Result<Self, PoolError> {
        let head = Arc::new(Mutex::new(Vec::new()));
        let (end, ended) = bounded(0);
        let name = "pool-stderr".to_owned();
        let kept = Arc::clone(&head);
        thread::Builder::new()
            .name(name.clone())
            .spawn(move || keep_start(from, &kept, end))
            .map_err(|error| PoolError::Thread { name, error })?;
        Ok(Self { head, ended })
    }

    fn excerpt(&self) -> String {
        // Nothing is ever sent: the end of the thread ends the wait.
        let _ = self.ended.recv_timeout(STDERR_GRACE);
        excerpt(&self.head.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn keep_start(mut from: ChildStderr, kept: &Mutex<Vec<u8>>, _end: Sender<()>) {
    let mut chunk = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let room = (8 * EXCERPT).saturating_sub(kept.len());
        kept.extend_from_slice(&chunk[..read.min(room)]);
    }
}
