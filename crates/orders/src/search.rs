//! Tries orders one after the other until one goes wrong.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use shuttle::scheduler::{DfsScheduler, RandomScheduler};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner, current};

use crate::waits;

/// The labs' small programs have fewer orders than this with the locks that
/// they need; one with more steps is also tried in mixed orders, so that the
/// late part of its search is not left out.
const ORDERS: usize = 4_000;
const MIXED: usize = 500;
const SEED: u64 = 7;

/// The labs' programs need some hundreds; a loop that waits for another thread
/// is noticed at once.
const STEPS: usize = 20_000;

/// Which orders are tried, and what the program is about.
#[derive(Clone, Debug)]
pub struct Search {
    in_turn: usize,
    mixed: usize,
    about: String,
}

impl Search {
    /// All orders of a small program, or many of a larger one.
    pub fn every() -> Search {
        Search { in_turn: ORDERS, mixed: MIXED, about: String::new() }
    }

    /// So many orders, each step drawn by lot, the same on every machine.
    pub fn mixed(orders: usize) -> Search {
        Search { in_turn: 0, mixed: orders, about: String::new() }
    }

    /// The first orders only, for a program that fails in each or in none.
    pub fn few() -> Search {
        Search { in_turn: 4, mixed: 0, about: String::new() }
    }

    /// Words that come first in what a failure says.
    #[must_use]
    pub fn about(mut self, words: impl Into<String>) -> Search {
        self.about = words.into();
        self
    }

    /// Runs the program in these orders.
    ///
    /// # Panics
    ///
    /// If the program does in one of them, or its threads wait for ever.
    #[track_caller]
    pub fn run(&self, program: impl Fn() + Send + Sync + 'static) {
        listen();
        SAID.set(None);
        LISTENING.set(true);
        let tried =
            panic::catch_unwind(AssertUnwindSafe(|| self.try_all(program)));
        LISTENING.set(false);
        if let Err(payload) = tried {
            let said = SAID.take().or_else(|| words_of(&*payload));
            let said = in_plain_words(said.unwrap_or_default());
            match self.about.as_str() {
                "" => panic!("{said}"),
                about => panic!("{about}: {said}"),
            }
        }
    }

    fn try_all(&self, program: impl Fn() + Send + Sync + 'static) {
        let program = std::sync::Arc::new(program);
        let new_program = || {
            let program = std::sync::Arc::clone(&program);
            move || {
                waits::reset();
                program();
            }
        };
        if self.in_turn > 0 {
            let search = DfsScheduler::new(Some(self.in_turn), false);
            let tried = Runner::new(search, config()).run(new_program());
            if tried < self.in_turn {
                return;
            }
        }
        if self.mixed > 0 {
            let mixed = RandomScheduler::new_from_seed(SEED, self.mixed);
            Runner::new(mixed, config()).run(new_program());
        }
    }
}

/// Runs the program in every order, as far as that can be done.
///
/// # Panics
///
/// If the program does in one of them, or its threads wait for ever.
#[track_caller]
pub fn in_every_order(program: impl Fn() + Send + Sync + 'static) {
    Search::every().run(program);
}

/// The steps of `action` that the model checker sees; it sees each use of what
/// is in `sync`, and nothing else.
pub fn steps_of<R>(action: impl FnOnce() -> R) -> usize {
    let before = current::context_switches();
    action();
    current::context_switches() - before
}

fn config() -> Config {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::FailAfter(STEPS);
    // About relaxed atomics, which the checker treats as the strongest: the
    // chapter says so, and no lab depends on a weaker one.
    config.silence_warnings = true;
    config
}

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    /// What the first panic of a search said.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics of a search to itself: they are told once, in plain words.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The checker sets a hook of its own at its first run, which has to
        // lie under this one.
        Runner::new(RandomScheduler::new_from_seed(SEED, 1), config())
            .run(|| ());
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !LISTENING.get() {
                return before(panic);
            }
            let place = panic.location().map(|place| {
                let file = place.file();
                // A test's own words need no place.
                let tests = file.contains("tests/") || file.contains("orders");
                let line = place.line();
                if tests { String::new() } else { format!(" ({file}:{line})") }
            });
            SAID.with_borrow_mut(|said| {
                let words = words_of(panic.payload()).unwrap_or_default();
                said.get_or_insert(words + &place.unwrap_or_default());
            });
        }));
    });
}

fn words_of(payload: &(dyn Any + Send)) -> Option<String> {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}

fn in_plain_words(said: String) -> String {
    if said.starts_with("deadlock!") {
        return waits::describe();
    }
    if said.starts_with("exceeded max_steps") {
        return "no end after thousands of steps: does a thread wait for \
                another in a loop? Wait with a lock or a condition variable"
            .to_string();
    }
    said
}

#[cfg(test)]
mod tests;
