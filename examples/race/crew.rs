//! Threads that start together, and the time from their start to the end.

use std::cell::Cell;
use std::hint::spin_loop;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Barrier, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// So many threads; knows how long their last work took.
pub(crate) struct Crew {
    threads: usize,
    elapsed: Cell<Duration>,
}

impl Crew {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, elapsed: Cell::new(Duration::ZERO) }
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// From the first thread's start behind the barrier to the last one's
    /// end: what it costs to make a thread is another chapter.
    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed.get()
    }

    /// Runs `work` on each thread with the thread's number; the answers come
    /// in the order of the numbers.
    pub(crate) fn together<T: Send>(
        &self,
        work: impl Fn(usize) -> T + Sync,
    ) -> io::Result<Vec<T>> {
        let barrier = &Barrier::new(self.threads);
        let work = &work;
        let runs = thread::scope(|scope| {
            // A thread that can't be started must not leave the others at
            // the barrier: they go there once all exist.
            let mut gates = Vec::new();
            let mut crew = Vec::new();
            for number in 0..self.threads {
                let (open, gate) = mpsc::channel();
                gates.push(open);
                let run = move || {
                    gate.recv().ok()?;
                    barrier.wait();
                    let start = Instant::now();
                    let answer = work(number);
                    Some((answer, start, Instant::now()))
                };
                crew.push(thread::Builder::new().spawn_scoped(scope, run)?);
            }
            for gate in gates {
                // The thread waits for this: it can't have gone.
                let _ = gate.send(());
            }
            let runs = crew.into_iter().filter_map(|thread| {
                thread.join().expect("the work does not panic")
            });
            io::Result::Ok(runs.collect::<Vec<_>>())
        })?;
        let start = runs.iter().map(|(_, start, _)| *start).min();
        let end = runs.iter().map(|(_, _, end)| *end).max();
        if let (Some(start), Some(end)) = (start, end) {
            self.elapsed.set(end - start);
        }
        Ok(runs.into_iter().map(|(answer, ..)| answer).collect())
    }
}

/// Where two threads meet, again and again, so that what they do next
/// overlaps where two cores run them.
#[derive(Default)]
pub(crate) struct Meeting(AtomicU64);

impl Meeting {
    /// Looks at the other thread before giving up the core, which takes
    /// about as long as a switch: with one core nobody comes meanwhile.
    const LOOKS: u32 = 100;

    /// Waits until both have come for the `round`th time, counted from 0.
    pub(crate) fn wait(&self, round: u64) {
        self.0.fetch_add(1, Relaxed);
        let mut looks = 0;
        while self.0.load(Relaxed) < 2 * (round + 1) {
            looks += 1;
            if looks % Self::LOOKS == 0 {
                thread::yield_now();
            }
            spin_loop();
        }
    }
}
