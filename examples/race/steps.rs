//! What one thread does, over whichever `sync` the module above names: the
//! standard library's to measure, the model checker's to try every order.

use std::hint::black_box;

use super::sync::Mutex;
use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

// ANCHOR: lost
pub fn add_lost(counter: &AtomicU64) {
    let mut value = counter.load(Relaxed);
    // Keeps load and store apart, as any work on the value would.
    for _ in 0..20 {
        value = black_box(value);
    }
    counter.store(value + 1, Relaxed);
}
// ANCHOR_END: lost

// ANCHOR: exact
pub fn add_locked(counter: &Mutex<u64>) {
    *counter.lock().unwrap() += 1;
}

pub fn add_atomic(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}
// ANCHOR_END: exact

// ANCHOR: withdraw
/// Each access is locked, and still it is wrong.
pub fn withdraw_checked_first(balance: &Mutex<i64>, amount: i64) -> bool {
    let enough = *balance.lock().unwrap() >= amount;
    if enough {
        *balance.lock().unwrap() -= amount;
    }
    enough
}

/// Check and act under one lock.
pub fn withdraw_under_one_lock(balance: &Mutex<i64>, amount: i64) -> bool {
    let mut balance = balance.lock().unwrap();
    let enough = *balance >= amount;
    if enough {
        *balance -= amount;
    }
    enough
}
// ANCHOR_END: withdraw

// ANCHOR: transfer
pub struct Account {
    pub number: u32,
    pub balance: Mutex<i64>,
}

/// Locks the payer first: in two orders, where two pay each other.
pub fn transfer_as_given(from: &Account, to: &Account, amount: i64) {
    let mut payer = from.balance.lock().unwrap();
    let mut payee = to.balance.lock().unwrap();
    *payer -= amount;
    *payee += amount;
}

/// Locks the lower number first, whoever pays.
pub fn transfer_in_order(from: &Account, to: &Account, amount: i64) {
    let (mut payer, mut payee);
    if from.number < to.number {
        payer = from.balance.lock().unwrap();
        payee = to.balance.lock().unwrap();
    } else {
        payee = to.balance.lock().unwrap();
        payer = from.balance.lock().unwrap();
    }
    *payer -= amount;
    *payee += amount;
}
// ANCHOR_END: transfer
