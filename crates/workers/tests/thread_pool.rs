//! The thread pools: order, panics, what a drop waits for.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use workers::threads::run_on;
use workers::{PoolError, ThreadPool};

#[test]
fn answers_come_in_the_order_of_the_jobs() {
    let pool = ThreadPool::new(4).unwrap();
    let doubled = pool.map(0..1000, |x| x * 2).unwrap();
    assert_eq!(doubled, (0..1000).map(|x| x * 2).collect::<Vec<_>>());
    assert_eq!(pool.map([], |x: u8| x).unwrap(), [0; 0]);
}

#[test]
fn all_threads_work_at_the_same_time() {
    let pool = ThreadPool::new(3).unwrap();
    assert_eq!(pool.workers(), 3);
    // Nobody passes before all three are there.
    let barrier = Arc::new(Barrier::new(3));
    let ids = pool.map(0..3, move |_| {
        barrier.wait();
        thread::current().id()
    });
    let names: BTreeSet<_> =
        ids.unwrap().iter().map(|id| format!("{id:?}")).collect();
    assert_eq!(names.len(), 3);
}

#[test]
fn a_panic_is_an_error_and_its_thread_lives_on() {
    let pool = ThreadPool::new(1).unwrap();
    let before = pool.submit(|| thread::current().id()).wait().unwrap();
    let error = pool.submit(|| panic!("job {}", 3)).wait().unwrap_err();
    assert_eq!(error.to_string(), "the job panicked: `job 3`");
    let error = pool.submit(|| std::panic::panic_any(3)).wait().unwrap_err();
    assert!(matches!(error, PoolError::Panicked { .. }), "{error}");
    let after = pool.submit(|| thread::current().id()).wait().unwrap();
    assert_eq!(before, after);
}

#[test]
fn dropping_a_pool_first_runs_what_is_queued() {
    let pool = ThreadPool::new(2).unwrap();
    let done = Arc::new(AtomicUsize::new(0));
    for _ in 0..100 {
        let done = Arc::clone(&done);
        drop(pool.submit(move || done.fetch_add(1, Ordering::Relaxed)));
    }
    drop(pool);
    assert_eq!(done.load(Ordering::Relaxed), 100);
    assert_eq!(Arc::strong_count(&done), 1, "a thread still has its job");
}

#[test]
fn a_job_may_drop_the_last_handle_to_its_pool() {
    let pool = Arc::new(ThreadPool::new(1).unwrap());
    let (go, gone) = mpsc::channel::<()>();
    let own = Arc::clone(&pool);
    let pending = pool.submit(move || {
        let _ = gone.recv();
        drop(own);
        5
    });
    drop(pool);
    drop(go);
    let answer = pending.wait_for(Duration::from_secs(60));
    assert_eq!(answer.expect("no deadlock").unwrap(), 5);
}

#[test]
fn a_job_that_waits_for_its_own_full_pool_is_seen_to_wait() {
    let pool = Arc::new(ThreadPool::new(1).unwrap());
    let own = Arc::clone(&pool);
    let outer = pool.submit(move || {
        let inner = own.submit(|| 7);
        let full = inner.wait_for(Duration::from_millis(50)).is_none();
        (full, inner)
    });
    let (full, inner) = outer.wait().unwrap();
    assert!(full, "the only thread was waiting");
    assert_eq!(inner.wait().unwrap(), 7);
}

#[test]
fn zero_workers_are_refused() {
    let error = ThreadPool::new(0).unwrap_err();
    assert_eq!(error.to_string(), "`workers` is 0, it must be at least 1");
    assert!(run_on(0, &[1], |x| *x).is_err());
}

#[test]
fn run_on_keeps_the_order_and_borrows() {
    let words = ["one".to_owned(), "three".to_owned(), String::new()];
    for workers in 1..5 {
        let lengths = run_on(workers, &words, |word| word.len()).unwrap();
        assert_eq!(lengths, [3, 5, 0]);
    }
    assert_eq!(run_on(2, &[], |x: &u8| *x).unwrap(), [0; 0]);
}

#[test]
fn run_on_takes_each_job_once() {
    let runs: Vec<_> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
    run_on(4, &runs, |runs| runs.fetch_add(1, Ordering::Relaxed)).unwrap();
    assert!(runs.iter().all(|runs| runs.load(Ordering::Relaxed) == 1));
}

#[test]
fn run_on_reports_the_first_panic_in_order() {
    let error = run_on(2, &[1, 2, 3], |x| assert!(*x < 2, "job {x}"));
    assert_eq!(error.unwrap_err().to_string(), "the job panicked: `job 2`");
}
