//! The giant lock: its line, its checkpoints, and panics of its holder.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use workers::giant_lock::GiantLock;

/// Longer than any test takes: nobody asks.
const NEVER: Duration = Duration::from_secs(3600);

/// Short, so that a waiter asks soon.
const SOON: Duration = Duration::from_micros(100);

fn wait_for_waiters(lock: &GiantLock, n: u64) {
    while lock.waiters() < n {
        thread::yield_now();
    }
}

#[test]
fn waiters_are_served_in_the_order_they_came() {
    let lock = GiantLock::new(NEVER);
    let served = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let held = lock.lock();
        for who in 0..6 {
            let (lock, served) = (&lock, &served);
            scope.spawn(move || {
                let _held = lock.lock();
                served.lock().unwrap().push(who);
            });
            wait_for_waiters(lock, who + 1);
        }
        drop(held);
    });
    assert_eq!(*served.lock().unwrap(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(lock.waiters(), 0);
}

#[test]
fn a_holder_that_nobody_asks_keeps_the_lock() {
    let lock = GiantLock::new(NEVER);
    thread::scope(|scope| {
        let mut held = lock.lock();
        assert!(!held.checkpoint());
        scope.spawn(|| drop(lock.lock()));
        wait_for_waiters(&lock, 1);
        assert!(!held.checkpoint(), "the interval is not over");
    });
}

#[test]
fn a_holder_that_is_asked_comes_back_after_the_waiter() {
    let lock = GiantLock::new(SOON);
    let served = Mutex::new(false);
    thread::scope(|scope| {
        let mut held = lock.lock();
        scope.spawn(|| {
            let _held = lock.lock();
            *served.lock().unwrap() = true;
        });
        while !held.checkpoint() {
            assert!(!*served.lock().unwrap(), "two threads hold the lock");
        }
        assert!(*served.lock().unwrap(), "the holder overtook the waiter");
        assert!(!held.checkpoint(), "the question was answered");
    });
}

#[test]
fn without_hand_over_a_waiter_still_gets_the_lock_when_it_is_free() {
    let lock = GiantLock::without_hand_over(SOON);
    thread::scope(|scope| {
        let mut held = lock.lock();
        scope.spawn(|| drop(lock.lock()));
        while !held.checkpoint() {}
    });
    assert_eq!(lock.waiters(), 0);
}

#[test]
fn a_panic_of_the_holder_lets_the_lock_go() {
    let lock = GiantLock::new(NEVER);
    let (inside, is_inside) = mpsc::channel();
    let panicked = thread::scope(|scope| {
        let holder = scope.spawn(|| {
            let _held = lock.lock();
            inside.send(()).unwrap();
            wait_for_waiters(&lock, 1);
            panic!("as a job may");
        });
        is_inside.recv().unwrap();
        // The line must not be stuck behind the thread that is gone.
        drop(lock.lock());
        holder.join().is_err()
    });
    assert!(panicked);
    assert_eq!(lock.waiters(), 0);
}

#[test]
fn a_thread_that_takes_the_lock_twice_is_told_so() {
    let lock = GiantLock::new(NEVER);
    let held = lock.lock();
    let again = catch_unwind(AssertUnwindSafe(|| drop(lock.lock())));
    let panic = again.expect_err("it would wait for itself");
    let text = panic.downcast_ref::<String>().expect("a message");
    assert!(text.contains("this thread holds the lock"), "{text}");
    // The refusal left no ticket in the line.
    drop(held);
    drop(lock.lock());
    assert_eq!(lock.waiters(), 0);
}
