//! Fetches on threads: nothing can cancel a thread from outside.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use crate::fetch::{Answer, Ending, Failure, Plan, STEP};
use crate::log::Log;
use crate::variants::Answers;

// ANCHOR: fetch_blocking
pub fn fetch_blocking(plan: Plan, log: &Log, stop: &AtomicBool) -> Answer {
    let work = log.begin(plan.name);
    let start = Instant::now();
    for step in 1..=plan.steps {
        if stop.load(Relaxed) {
            return Err(Failure::Cancelled);
        }
        let due = start + step * STEP;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        work.step();
    }
    match plan.ending {
        Ending::Success => work.done(),
        Ending::Failure => {
            work.failed();
            return Err(Failure::Refused(plan.name));
        }
        Ending::Panic => panic!("fetch {} panics", plan.name),
    }
    Ok(plan.name)
}
// ANCHOR_END: fetch_blocking

// ANCHOR: scope
pub fn scope(plans: [Plan; 3], log: &Log, use_flag: bool) -> Answers {
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        let threads = plans.map(|plan| {
            scope.spawn(move || {
                let answer = fetch_blocking(plan, log, stop);
                if use_flag && answer.is_err() {
                    stop.store(true, Relaxed);
                }
                answer
            })
        });
        let joined = threads.map(|t| t.join().unwrap_or_else(panicked));
        joined.into_iter().collect()
    })
}
// ANCHOR_END: scope

fn panicked<T>(_: T) -> Answer {
    Err(Failure::Panicked)
}

/// How a runtime is ended.
#[derive(Clone, Copy, Debug)]
pub enum Shutdown {
    Drop,
    Timeout(Duration),
    Background,
}

// ANCHOR: shutdown
pub fn shut_down(runtime: Runtime, how: Shutdown) {
    match how {
        Shutdown::Drop => drop(runtime),
        Shutdown::Timeout(limit) => runtime.shutdown_timeout(limit),
        Shutdown::Background => runtime.shutdown_background(),
    }
}
// ANCHOR_END: shutdown
