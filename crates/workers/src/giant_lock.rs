//! One lock for a whole process, as an interpreter has it.

use std::marker::PhantomData;
use std::sync::PoisonError;
use std::time::Duration;

use crate::sync::{AtomicBool, Condvar, Mutex, MutexGuard, Ordering, thread};

// ANCHOR: lock
/// A lock that threads take for everything they do, and let go when asked.
#[derive(Debug)]
pub struct GiantLock {
    line: Mutex<Line>,
    moved: Condvar,
    /// A hint to the holder; what it decides is decided under `line`.
    asked: AtomicBool,
    interval: Duration,
    hand_over: bool,
}

#[derive(Debug, Default)]
struct Line {
    owner: Option<thread::ThreadId>,
    /// The ticket of the next thread that comes.
    next: u64,
    /// The ticket whose turn it is: how often the lock was let go.
    turn: u64,
}

impl Line {
    /// The ticket of the thread that joins the line now.
    fn join(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }
}

impl GiantLock {
    /// A lock whose holder is asked to let go after each `interval`.
    pub fn new(interval: Duration) -> Self {
        Self {
            line: Mutex::default(),
            moved: Condvar::default(),
            asked: AtomicBool::new(false),
            interval,
            hand_over: true,
        }
    }

    /// Waits in line for the lock. It is let go when the result is dropped,
    /// also by a panic.
    ///
    /// # Panics
    /// If this thread holds the lock: it would wait for itself.
    pub fn lock(&self) -> Held<'_> {
        let mut line = self.line();
        let me = Some(thread::current().id());
        assert_ne!(line.owner, me, "this thread holds the lock");
        let ticket = line.join();
        self.wait(line, ticket);
        Held { lock: self, not_send: PhantomData }
    }

    fn wait(&self, mut line: MutexGuard<'_, Line>, ticket: u64) {
        while line.owner.is_some() || self.hand_over && line.turn != ticket {
            let turn = line.turn;
            let woken = self.moved.wait_timeout(line, self.interval);
            let (after, wait) = woken.unwrap_or_else(PoisonError::into_inner);
            line = after;
            // A holder that has only just come has its own interval.
            if wait.timed_out() && line.turn == turn {
                self.asked.store(true, Ordering::Relaxed);
            }
        }
        line.owner = Some(thread::current().id());
        self.asked.store(false, Ordering::Relaxed);
    }

    fn let_go(&self, line: &mut Line) {
        line.owner = None;
        line.turn += 1;
        // All, since only the waiter whose turn it is can go on.
        self.moved.notify_all();
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        // The only panic under it comes before the first change.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lock, held by this thread.
#[derive(Debug)]
#[must_use = "dropping it lets the lock go"]
pub struct Held<'a> {
    lock: &'a GiantLock,
    not_send: PhantomData<MutexGuard<'a, ()>>,
}

impl Held<'_> {
    /// Lets the lock go and joins the line again, if a waiter has asked for
    /// it; returns whether one had.
    #[inline]
    pub fn checkpoint(&mut self) -> bool {
        let asked = self.lock.asked.load(Ordering::Relaxed);
        if asked {
            let mut line = self.lock.line();
            // Before it lets go: a thread that is preempted in between must
            // not lose its place to one that comes later.
            let ticket = line.join();
            self.lock.let_go(&mut line);
            drop(line);
            self.lock.wait(self.lock.line(), ticket);
        }
        asked
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.lock.let_go(&mut self.lock.line());
    }
}
// ANCHOR_END: lock

impl GiantLock {
    // ANCHOR: no_hand_over
    /// A lock that anybody takes who finds it free. A holder that lets go and
    /// comes back at once mostly finds it free.
    pub fn without_hand_over(interval: Duration) -> Self {
        Self { hand_over: false, ..Self::new(interval) }
    }
    // ANCHOR_END: no_hand_over

    /// How many threads wait in line now.
    pub fn waiters(&self) -> u64 {
        let line = self.line();
        line.next - line.turn - u64::from(line.owner.is_some())
    }
}
