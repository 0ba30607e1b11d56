//! The one interface, over threads and over processes.

#[path = "common/both.rs"]
mod both;
mod common;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::thread;

use both::{Start, over_both};
use common::Job;
use workers::{Crew, PoolError};

over_both!(
    answers_come_in_the_order_of_the_jobs,
    an_error_names_its_task_and_costs_no_other,
    an_empty_batch_is_no_wait,
    imap_keeps_the_order_and_takes_no_more_than_its_look_ahead,
    imap_goes_on_behind_an_error,
    imap_unordered_returns_each_once_and_waits_for_none,
    many_callers_share_a_pool,
);

fn answers_come_in_the_order_of_the_jobs<C>(start: Start<C>)
where
    C: Crew<Job, u64>,
{
    let pool = start(3);
    let doubled: Vec<_> = (0..500).map(|x| x * 2).collect();
    for chunk in [0, 1, 7, 500, 1000] {
        let batch = pool.submit_all((0..500).map(Job::Double), chunk);
        assert_eq!(batch.len(), 500);
        assert_eq!(batch.collect().unwrap(), doubled);
    }
    assert_eq!(pool.map((0..500).map(Job::Double)).unwrap(), doubled);
    assert_eq!(pool.apply(Job::Double(4)).unwrap(), 8);
    assert_eq!(pool.submit(Job::Double(5)).wait().unwrap(), 10);
}

fn an_error_names_its_task_and_costs_no_other<C>(start: Start<C>)
where
    C: Crew<Job, u64>,
{
    let pool = start(2);
    let jobs = || {
        (0..12).map(|x| match x {
            5 => Job::Fail("five".into()),
            7 => Job::Panic("seven".into()),
            _ => Job::Double(x),
        })
    };
    for chunk in [1, 4, 12] {
        let results = pool.submit_all(jobs(), chunk).results();
        assert_eq!(results.len(), 12);
        for (index, result) in results.into_iter().enumerate() {
            match (index, result) {
                (5, Err(error)) => {
                    let text = "task 5: the job failed: `five`";
                    assert_eq!(error.to_string(), text);
                    assert!(!error.is_lost());
                }
                (7, Err(error)) => {
                    assert_eq!(error.index(), Some(7));
                    assert!(
                        matches!(error.cause(), PoolError::Panicked { message }
                            if message == "seven")
                    );
                }
                (_, result) => assert_eq!(result.unwrap(), index as u64 * 2),
            }
        }
        let first = pool.submit_all(jobs(), chunk).collect().unwrap_err();
        assert_eq!(first.index(), Some(5));
    }
}

fn an_empty_batch_is_no_wait<C: Crew<Job, u64>>(start: Start<C>) {
    let pool = start(1);
    let batch = pool.submit_all([], 10);
    assert!(batch.is_empty());
    assert_eq!(batch.collect().unwrap(), [0; 0]);
    assert!(pool.imap([]).next().is_none());
    assert!(pool.imap_unordered([]).next().is_none());
}

fn imap_keeps_the_order_and_takes_no_more_than_its_look_ahead<C>(
    start: Start<C>,
) where
    C: Crew<Job, u64>,
{
    let pool = start(2);
    for (look_ahead, chunk) in [(1, 1), (8, 1), (8, 3), (8, 8), (2, 100)] {
        let (taken, returned) = (Cell::new(0), Cell::new(0));
        // Without an end: whoever wants all of it never returns.
        let jobs = (0..).map(|x| {
            taken.set(taken.get() + 1);
            assert!(taken.get() - returned.get() <= look_ahead as u64);
            Job::Double(x)
        });
        let answers = pool.imap(jobs).look_ahead(look_ahead).chunk(chunk);
        assert_eq!(taken.get(), 0, "nothing before the first `next`");
        for (x, answer) in (0..100).zip(answers) {
            assert_eq!(answer.unwrap(), x * 2);
            returned.set(x + 1);
        }
        assert!(taken.get() >= 100);
    }
}

fn imap_goes_on_behind_an_error<C: Crew<Job, u64>>(start: Start<C>) {
    let pool = start(2);
    let jobs = [Job::Double(1), Job::Fail("second".into()), Job::Double(3)];
    let answers: Vec<_> = pool.imap(jobs).collect();
    let [Ok(2), Err(error), Ok(6)] = &*answers else { panic!("{answers:?}") };
    assert_eq!(error.to_string(), "task 1: the job failed: `second`");
}

fn imap_unordered_returns_each_once_and_waits_for_none<C>(start: Start<C>)
where
    C: Crew<Job, u64>,
{
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let pool = start(2);
    let jobs = (0..50).map(|x| match x {
        0 => Job::Await(go.clone()),
        _ => Job::Double(x),
    });
    let mut answers = pool.imap_unordered(jobs).look_ahead(4);
    let mut seen = BTreeSet::new();
    for (index, answer) in answers.by_ref().take(49) {
        assert_eq!(answer.unwrap(), index as u64 * 2);
        assert!(seen.insert(index));
    }
    assert!(seen.into_iter().eq(1..50), "the first holds back nobody");
    fs::write(&go, "").unwrap();
    assert!(matches!(answers.next(), Some((0, Ok(0)))));
    assert!(answers.next().is_none());
}

fn many_callers_share_a_pool<C>(start: Start<C>)
where
    C: Crew<Job, u64> + Sync,
{
    let pool = start(2);
    thread::scope(|scope| {
        for caller in 0..4 {
            let pool = &pool;
            scope.spawn(move || {
                for x in 0..200 {
                    let x = 1000 * caller + x;
                    assert_eq!(pool.apply(Job::Double(x)).unwrap(), x * 2);
                    let pending = pool.submit(Job::Double(x));
                    assert_eq!(pending.wait().unwrap(), x * 2);
                }
            });
        }
    });
}
