//! The programs that the model runs: two threads each, and what must be true
//! when both are done.

use std::sync::Arc;

use shuttle::thread;

use super::search::finish;
use super::steps::{self, Account};
use super::sync::Mutex;
use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) struct Program {
    pub(crate) id: &'static str,
    pub(crate) label: &'static str,
    /// Names of its counters and locks, in the order in which it makes them.
    pub(crate) objects: &'static [&'static str],
    /// What each of them holds at the start.
    pub(crate) start: &'static str,
    pub(super) run: fn(),
}

pub(crate) const PROGRAMS: [Program; 7] = [
    Program {
        id: "lost",
        label: "load, then store",
        objects: &["counter"],
        start: "0",
        run: || count_to_two(AtomicU64::new(0), steps::add_lost),
    },
    Program {
        id: "fetch_add",
        label: "fetch_add",
        objects: &["counter"],
        start: "0",
        run: || count_to_two(AtomicU64::new(0), steps::add_atomic),
    },
    Program {
        id: "locked",
        label: "Mutex",
        objects: &["counter"],
        start: "0",
        run: || count_to_two(Mutex::new(0), steps::add_locked),
    },
    Program {
        id: "checked_first",
        label: "check, then withdraw",
        objects: &["balance"],
        start: "10",
        run: || withdraw_twice(steps::withdraw_checked_first),
    },
    Program {
        id: "one_lock",
        label: "both under one lock",
        objects: &["balance"],
        start: "10",
        run: || withdraw_twice(steps::withdraw_under_one_lock),
    },
    Program {
        id: "as_given",
        label: "two locks, two orders",
        objects: &["account 1", "account 2"],
        start: "10",
        run: || pay_each_other(steps::transfer_as_given),
    },
    Program {
        id: "in_order",
        label: "two locks, one order",
        objects: &["account 1", "account 2"],
        start: "10",
        run: || pay_each_other(steps::transfer_in_order),
    },
];

/// The program called `id`.
///
/// # Panics
/// If there is none: the names are constants of this example.
pub(crate) fn program(id: &str) -> &'static Program {
    let found = PROGRAMS.iter().find(|program| program.id == id);
    found.expect("a program of this model")
}

/// Runs `a` on this thread and `b` on a second one.
fn both<T: Send + 'static>(
    a: impl FnOnce() -> T,
    b: impl FnOnce() -> T + Send + 'static,
) -> [T; 2] {
    let b = thread::spawn(b);
    let a = a();
    [a, b.join().expect("the model's threads do not panic")]
}

/// A counter whose value can be read when all is done.
trait Counter: Send + Sync + 'static {
    fn value(&self) -> u64;
}

impl Counter for AtomicU64 {
    fn value(&self) -> u64 {
        self.load(Relaxed)
    }
}

impl Counter for Mutex<u64> {
    fn value(&self) -> u64 {
        *self.lock().unwrap()
    }
}

fn count_to_two<C: Counter>(counter: C, add: fn(&C)) {
    let counter = Arc::new(counter);
    let other = Arc::clone(&counter);
    both(|| add(&counter), move || add(&other));
    finish(|| counter.value() == 2);
}

fn withdraw_twice(withdraw: fn(&Mutex<i64>, i64) -> bool) {
    let balance = Arc::new(Mutex::new(10));
    let other = Arc::clone(&balance);
    let paid = both(|| withdraw(&balance, 10), move || withdraw(&other, 10));
    finish(|| paid[0] != paid[1] && *balance.lock().unwrap() == 0);
}

fn pay_each_other(transfer: fn(&Account, &Account, i64)) {
    let account = |number| Account { number, balance: Mutex::new(10) };
    let accounts = Arc::new([account(1), account(2)]);
    let other = Arc::clone(&accounts);
    both(
        || transfer(&accounts[0], &accounts[1], 1),
        move || transfer(&other[1], &other[0], 1),
    );
    finish(|| accounts.iter().all(|a| *a.balance.lock().unwrap() == 10));
}
