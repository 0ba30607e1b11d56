//! What only thread pools do: they share memory, and can't be killed.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use workers::threads::run_on;
use workers::{PoolError, ThreadPool};

/// A pool that runs any closure.
type Closures<T> = ThreadPool<Box<dyn FnOnce() -> T + Send>, T>;

fn closures<T: Send + 'static>(workers: usize) -> Closures<T> {
    ThreadPool::start(workers, |job: Box<dyn FnOnce() -> T + Send>| Ok(job()))
        .unwrap()
}

#[test]
fn all_threads_work_at_the_same_time() {
    // Nobody passes before all three are there.
    let barrier = Barrier::new(3);
    let pool = ThreadPool::start(3, move |()| {
        barrier.wait();
        Ok(thread::current().id())
    })
    .unwrap();
    assert_eq!(pool.workers(), 3);
    let ids: HashSet<_> = pool.map([(); 3]).unwrap().into_iter().collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn a_panic_is_an_error_and_its_thread_lives_on() {
    let pool = closures(1);
    let id = || thread::current().id();
    let before = pool.apply(Box::new(id)).unwrap();
    let error = pool.apply(Box::new(|| panic!("job {}", 3))).unwrap_err();
    assert_eq!(error.to_string(), "the job panicked: `job 3`");
    let error = pool.apply(Box::new(|| std::panic::panic_any(3))).unwrap_err();
    assert!(matches!(error, PoolError::Panicked { .. }), "{error}");
    assert_eq!(pool.apply(Box::new(id)).unwrap(), before);
}

#[test]
fn dropping_a_pool_lets_running_jobs_finish_and_drops_the_others() {
    let (begun, has_begun) = mpsc::channel();
    let (go, gone) = mpsc::channel::<()>();
    let pool = closures(1);
    let running = pool.submit(Box::new(move || {
        begun.send(()).unwrap();
        let _ = gone.recv();
        1
    }));
    let queued = pool.submit(Box::new(|| 2));
    has_begun.recv().unwrap();
    let dropping = thread::spawn(move || drop(pool));
    let error = queued.wait().unwrap_err();
    assert!(matches!(error, PoolError::Closed), "{error}");
    drop(go);
    dropping.join().unwrap();
    assert_eq!(running.wait().unwrap(), 1);
}

#[test]
fn a_job_may_drop_the_last_handle_to_its_pool() {
    let pool = Arc::new(closures(1));
    let (go, gone) = mpsc::channel::<()>();
    let own = Arc::clone(&pool);
    let pending = pool.submit(Box::new(move || {
        let _ = gone.recv();
        drop(own);
        5
    }));
    drop(pool);
    drop(go);
    let answer = pending.wait_for(Duration::from_secs(60));
    assert_eq!(answer.expect("no deadlock").unwrap(), 5);
}

enum Nested {
    /// Submits `Inner` to its own pool, and waits for so long.
    Outer(Arc<ThreadPool<Nested, bool>>, Duration),
    Inner,
}

fn nested(job: Nested) -> Result<bool, String> {
    match job {
        Nested::Outer(pool, limit) => {
            let inner = pool.submit(Nested::Inner).wait_for(limit);
            inner.unwrap_or(Ok(false)).map_err(|error| error.to_string())
        }
        Nested::Inner => Ok(true),
    }
}

#[test]
fn jobs_that_wait_for_their_own_full_pool_are_seen_to_wait() {
    let pool = Arc::new(ThreadPool::start(2, nested).unwrap());
    let limit = Duration::from_millis(50);
    let outer = || pool.submit(Nested::Outer(Arc::clone(&pool), limit));
    // The first to miss its limit frees a thread, and may save the second.
    let answers = [outer(), outer()].map(|outer| outer.wait().unwrap());
    assert!(answers.contains(&false), "two waits on two threads");
    // One worker more than there are waits is the cure.
    let pool = Arc::new(ThreadPool::start(3, nested).unwrap());
    let limit = Duration::from_secs(60);
    let outer = || pool.submit(Nested::Outer(Arc::clone(&pool), limit));
    let answers = [outer(), outer()].map(|outer| outer.wait().unwrap());
    assert_eq!(answers, [true, true]);
}

#[test]
fn zero_workers_are_refused() {
    let error = ThreadPool::start(0, Ok::<u8, _>).unwrap_err();
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
