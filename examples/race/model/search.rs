//! Runs a program once for each order that its threads can take.

use std::cell::RefCell;

use shuttle::scheduler::{DfsScheduler, Schedule, Scheduler, Task, TaskId};
use shuttle::{Config, FailurePersistence, Runner};

use super::log::{self, Step};
use super::programs::Program;

/// The programs here have fewer orders; a mistake in one must not run on.
const MOST_ORDERS: usize = 10_000;

/// What became of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Orders that were run.
    pub(crate) orders: usize,
    /// Orders after which something was wrong.
    pub(crate) wrong: usize,
    /// The steps of the first wrong order.
    pub(crate) first_wrong: Vec<Step>,
    /// Steps seen in all orders: none if the program does not use the
    /// model's `sync`.
    pub(crate) steps: usize,
    /// Whether these are all the orders there are.
    pub(crate) ended: bool,
}

thread_local! {
    static OUTCOME: RefCell<Outcome> = RefCell::default();
}

/// Runs `program` in every order, unless there are too many.
pub(crate) fn explore(program: &Program) -> Outcome {
    OUTCOME.take();
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    // About relaxed atomics, which the checker treats as the strongest. The
    // chapter says so.
    config.silence_warnings = true;
    let run = program.run;
    Runner::new(Search::new(), config).run(move || {
        log::start();
        run();
    });
    let outcome = OUTCOME.take();
    // A search that used up its orders may have left others.
    Outcome { ended: outcome.orders < MOST_ORDERS, ..outcome }
}

/// Ends an order. What `is_right` reads is no step of the program.
pub(super) fn finish(is_right: impl FnOnce() -> bool) {
    let steps = log::stop();
    keep(steps, is_right());
}

fn keep(steps: Vec<Step>, is_right: bool) {
    OUTCOME.with_borrow_mut(|outcome| {
        outcome.orders += 1;
        outcome.steps += steps.len();
        if !is_right {
            outcome.wrong += 1;
            if outcome.wrong == 1 {
                outcome.first_wrong = steps;
            }
        }
    });
}

/// Depth first through all orders. It ends an order whose threads wait for
/// each other itself: the checker would stop the whole search with a panic,
/// and the deadlocks could not be counted.
struct Search(DfsScheduler);

impl Search {
    fn new() -> Self {
        Self(DfsScheduler::new(Some(MOST_ORDERS), false))
    }
}

impl Scheduler for Search {
    fn new_execution(&mut self) -> Option<Schedule> {
        self.0.new_execution()
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        if log::stuck() {
            keep(log::stop(), false);
            return None;
        }
        self.0.next_task(runnable, current, is_yielding)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}
