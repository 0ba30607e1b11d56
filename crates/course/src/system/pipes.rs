//! What a program prints, read aside: a full pipe would stop it.

use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Bytes of standard error that are kept: the last ones, where the cause is.
pub(crate) const STDERR_KEPT: usize = 16 * 1024;

/// Reads a pipe in a thread of its own. What was read so far can be taken at
/// any time: who holds the other end may never close it.
#[derive(Debug)]
pub(crate) struct Reader {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Shared {
    bytes: Mutex<Vec<u8>>,
    flooded: AtomicBool,
}

impl Reader {
    /// Keeps the first `limit` bytes, and stops reading beyond.
    pub(crate) fn first(
        pipe: impl Read + Send + 'static,
        limit: usize,
    ) -> Self {
        Self::start(pipe, move |shared, new| {
            let fits = shared.keep(|bytes| {
                let fits = bytes.len() + new.len() <= limit;
                if fits {
                    bytes.extend_from_slice(new);
                }
                fits
            });
            if !fits {
                shared.flooded.store(true, Ordering::Relaxed);
            }
            fits
        })
    }

    /// Keeps the last [`STDERR_KEPT`] bytes or some more.
    pub(crate) fn last(pipe: impl Read + Send + 'static) -> Self {
        Self::start(pipe, |shared, new| {
            shared.keep(|bytes| {
                bytes.extend_from_slice(new);
                if bytes.len() > 2 * STDERR_KEPT {
                    bytes.drain(..bytes.len() - STDERR_KEPT);
                }
            });
            true
        })
    }

    /// Passes each line on as it comes, whether it ends with `\n` or, to be
    /// drawn over, with `\r`. Nothing is kept.
    pub(crate) fn lines(
        pipe: impl Read + Send + 'static,
        mut heard: impl FnMut(&str) + Send + 'static,
    ) -> Self {
        let mut line = Vec::new();
        Self::start(pipe, move |_, new| {
            for byte in new {
                match byte {
                    b'\n' | b'\r' => {
                        heard(&String::from_utf8_lossy(&line));
                        line.clear();
                    }
                    byte => line.push(*byte),
                }
            }
            true
        })
    }

    fn start(
        mut pipe: impl Read + Send + 'static,
        mut take: impl FnMut(&Shared, &[u8]) -> bool + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            let mut buffer = [0; 1 << 14];
            // A pipe that breaks has ended; what came before it counts.
            while let Ok(n @ 1..) = pipe.read(&mut buffer)
                && take(&of_thread, &buffer[..n])
            {}
        });
        Self { shared, thread }
    }

    /// Whether everything was read, or too much.
    pub(crate) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Whether there was more than the limit.
    pub(crate) fn is_flooded(&self) -> bool {
        self.shared.flooded.load(Ordering::Relaxed)
    }

    /// What was kept so far.
    pub(crate) fn taken(&self) -> Vec<u8> {
        self.shared.keep(std::mem::take)
    }
}

impl Shared {
    fn keep<T>(&self, change: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        let bytes = self.bytes.lock();
        change(&mut bytes.unwrap_or_else(PoisonError::into_inner))
    }
}
