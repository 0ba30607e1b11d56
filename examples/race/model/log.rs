//! What the threads of the model did, in the order in which they did it.

use std::cell::RefCell;
use std::fmt::Display;

/// One step of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// 0 for thread A, 1 for thread B.
    pub(crate) thread: usize,
    /// Number of the counter or lock, in the order in which they were made.
    pub(crate) object: usize,
    /// What was done, in words.
    pub(crate) action: String,
    /// The object's value after the step; nothing where the thread waits.
    pub(crate) value: String,
}

/// The run of one order.
#[derive(Default)]
struct Log {
    on: bool,
    steps: Vec<Step>,
    /// For each object the thread that holds its lock.
    holders: Vec<Option<usize>>,
    /// For each thread the lock it waits for.
    wanted: [Option<usize>; 2],
}

thread_local! {
    // The model runs all its threads on one thread of the system.
    static LOG: RefCell<Log> = RefCell::default();
}

fn with<T>(log: impl FnOnce(&mut Log) -> T) -> T {
    LOG.with_borrow_mut(log)
}

/// Thread A is the model's first, thread B the one it starts.
fn me() -> usize {
    usize::from(shuttle::current::me())
}

/// Forgets the last order.
pub(crate) fn start() {
    with(|log| *log = Log { on: true, ..Log::default() });
}

/// Ends the order and returns its steps; those who wait are last.
pub(crate) fn stop() -> Vec<Step> {
    with(|log| {
        log.on = false;
        let mut steps = std::mem::take(&mut log.steps);
        for (thread, object) in log.wanted.into_iter().enumerate() {
            if let Some(object) = object {
                let action = "waits for ever".into();
                let value = String::new();
                steps.push(Step { thread, object, action, value });
            }
        }
        steps
    })
}

/// The number of a new counter or lock.
pub(crate) fn object() -> usize {
    with(|log| {
        log.holders.push(None);
        log.holders.len() - 1
    })
}

pub(crate) fn step(object: usize, action: String, value: impl Display) {
    let thread = me();
    with(|log| {
        if log.on {
            let value = value.to_string();
            log.steps.push(Step { thread, object, action, value });
        }
    });
}

/// This thread asks for a lock. Says whether that closes a circle: each of
/// two threads holds what the other one asks for.
pub(crate) fn wants(lock: usize) -> bool {
    let me = me();
    with(|log| {
        log.wanted[me] = Some(lock);
        is_stuck(log)
    })
}

/// Whether two threads wait for each other for ever.
pub(crate) fn stuck() -> bool {
    with(|log| log.on && is_stuck(log))
}

fn is_stuck(log: &Log) -> bool {
    let held_by = |wanted: Option<usize>| wanted.and_then(|l| log.holders[l]);
    held_by(log.wanted[0]) == Some(1) && held_by(log.wanted[1]) == Some(0)
}

pub(crate) fn took(lock: usize, value: impl Display) {
    let me = me();
    with(|log| {
        log.wanted[me] = None;
        log.holders[lock] = Some(me);
    });
    step(lock, format!("lock, read {value}"), value);
}

pub(crate) fn released(lock: usize, value: impl Display) {
    with(|log| log.holders[lock] = None);
    step(lock, format!("leave {value}, unlock"), value);
}
