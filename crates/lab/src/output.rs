//! Keeps the beginning and the end of what a program prints, however much.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What is kept of each end: room for every message of every test, and a
/// flood still fits into memory and onto a screen.
const KEPT: usize = 100_000;

/// After the end of a program only what its pipe still holds is read. Whoever
/// holds the pipe open after that is not waited for.
const AFTERWARDS: Duration = Duration::from_millis(300);

#[derive(Debug, Default)]
struct Clip {
    first: Vec<u8>,
    last: VecDeque<u8>,
    left_out: u64,
}

impl Clip {
    fn add(&mut self, bytes: &[u8]) {
        let room = (KEPT - self.first.len()).min(bytes.len());
        self.first.extend(&bytes[..room]);
        self.last.extend(&bytes[room..]);
        let over = self.last.len().saturating_sub(KEPT);
        self.last.drain(..over);
        self.left_out += over as u64;
    }

    fn text(&self) -> String {
        let mut bytes = self.first.clone();
        if self.left_out > 0 {
            let left_out = self.left_out;
            let note = format!("\n[… {left_out} bytes left out …]\n");
            bytes.extend(note.as_bytes());
        }
        bytes.extend(&self.last);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A pipe that somebody reads all the time: a full one would stop the program.
pub(crate) struct Pipe {
    clip: Arc<Mutex<Clip>>,
    closed: Receiver<()>,
}

impl Pipe {
    pub(crate) fn read(mut from: impl Read + Send + 'static) -> Pipe {
        let clip = Arc::new(Mutex::new(Clip::default()));
        let (open, closed) = mpsc::channel();
        let shared = Arc::clone(&clip);
        thread::spawn(move || {
            // Dropped at the end of this thread, which `finish` waits for.
            let _open: mpsc::Sender<()> = open;
            let mut bytes = [0; 16_384];
            while let Ok(read @ 1..) = from.read(&mut bytes) {
                let mut clip =
                    shared.lock().unwrap_or_else(PoisonError::into_inner);
                clip.add(&bytes[..read]);
            }
        });
        Pipe { clip, closed }
    }

    /// What was printed up to now; called after the program's end.
    pub(crate) fn finish(self) -> String {
        // Closed or late, it makes no difference.
        let _ = self.closed.recv_timeout(AFTERWARDS);
        self.clip.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}

#[cfg(test)]
mod tests {
    use super::{Clip, KEPT};

    #[test]
    fn what_fits_is_kept_whole() {
        let mut clip = Clip::default();
        assert_eq!(clip.text(), "");
        clip.add(b"one ");
        clip.add(&[b'x'; KEPT]);
        assert_eq!(clip.text(), format!("one {}", "x".repeat(KEPT)));
    }

    #[test]
    fn a_flood_keeps_its_first_and_its_last_part() {
        let mut clip = Clip::default();
        clip.add(b"first");
        for _ in 0..30 {
            clip.add(&[b'.'; KEPT / 10]);
        }
        clip.add(b"last");
        let text = clip.text();
        assert!(text.starts_with("first.") && text.ends_with(".last"));
        let left_out = 5 + 3 * KEPT + 4 - 2 * KEPT;
        assert!(text.contains(&format!("[… {left_out} bytes left out …]")));
        assert!(text.len() < 2 * KEPT + 100);
    }
}
