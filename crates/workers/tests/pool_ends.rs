//! How a pool and an iterator end, over threads and over processes.

#[path = "common/both.rs"]
mod both;
mod common;

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use both::{Start, over_both};
use common::Job;
use workers::{Crew, PoolError};

over_both!(
    an_iterator_dropped_half_way_calls_off_what_has_not_begun,
    a_closed_pool_does_what_it_has_and_takes_no_more,
    join_waits_for_what_runs,
    what_waits_when_the_pool_is_dropped_is_closed,
);

fn an_iterator_dropped_half_way_calls_off_what_has_not_begun<C>(start: Start<C>)
where
    C: Crew<Job, u64>,
{
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let mark = folder.path().join("mark");
    let pool = start(1);
    let jobs =
        [Job::Double(1), Job::Await(go.clone()), Job::Mark(mark.clone())];
    let mut answers = pool.imap(jobs).look_ahead(3);
    assert_eq!(answers.next().unwrap().unwrap(), 2);
    drop(answers);
    fs::write(&go, "").unwrap();
    // Behind the others, if they were still there.
    assert_eq!(pool.submit(Job::Double(2)).wait().unwrap(), 4);
    assert!(!mark.exists());
}

fn a_closed_pool_does_what_it_has_and_takes_no_more<C>(start: Start<C>)
where
    C: Crew<Job, u64>,
{
    let pool = start(2);
    let before = pool.submit_all((0..100).map(Job::Double), 3);
    pool.close();
    let after = pool.submit_all((0..3).map(Job::Double), 1).results();
    assert_eq!(after.len(), 3);
    for (index, result) in after.into_iter().enumerate() {
        let error = result.unwrap_err();
        assert_eq!(error.index(), Some(index));
        assert!(matches!(error.cause(), PoolError::Closed), "{error}");
    }
    let error = pool.apply(Job::Double(1)).unwrap_err();
    assert!(matches!(error, PoolError::Closed), "{error}");
    let error = pool.imap([Job::Double(1)]).next().unwrap().unwrap_err();
    assert!(matches!(error.cause(), PoolError::Closed), "{error}");
    assert_eq!(before.collect().unwrap().len(), 100);
}

/// Makes the file a little later, from another thread.
fn later(path: PathBuf) {
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        fs::write(path, "").unwrap();
    });
}

fn join_waits_for_what_runs<C: Crew<Job, u64>>(start: Start<C>) {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let pool = start(2);
    let running = pool.submit(Job::Await(go.clone()));
    let queued = pool.submit_all((0..10).map(Job::Double), 1);
    later(go.clone());
    pool.join();
    assert!(go.exists());
    assert_eq!(running.wait().unwrap(), 0);
    assert_eq!(queued.collect().unwrap().len(), 10);
}

fn what_waits_when_the_pool_is_dropped_is_closed<C>(start: Start<C>)
where
    C: Crew<Job, u64>,
{
    let folder = tempfile::tempdir().unwrap();
    for terminate in [false, true] {
        let go = folder.path().join(terminate.to_string());
        let pool = start(1);
        let running = pool.submit(Job::Await(go.clone()));
        let queued = pool.submit(Job::Double(1));
        later(go);
        if terminate {
            pool.terminate();
        } else {
            drop(pool);
        }
        let error = queued.wait().unwrap_err();
        assert!(matches!(error, PoolError::Closed), "{error}");
        // It may have finished or not, but it has an answer.
        assert!(running.wait_for(Duration::ZERO).is_some());
    }
}
