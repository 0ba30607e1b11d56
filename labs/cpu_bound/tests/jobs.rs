//! Watches which thread does which job, and what runs beside what.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use lab_cpu_bound::{Panicked, run_all};

/// Turns a wait that would never end into a failed test. A right solution
/// waits for microseconds, so this is no limit on how slow a machine may be.
const GIVE_UP: Duration = Duration::from_secs(5);

/// Counts events; jobs use it to wait until another job has come so far.
#[derive(Default)]
struct Count {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    events: usize,
    // One wait in vain is enough: the others then fail without waiting.
    given_up: bool,
}

impl Count {
    fn add(&self) {
        self.state.lock().unwrap().events += 1;
        self.changed.notify_all();
    }

    fn reaches(&self, wanted: usize) -> bool {
        let state = self.state.lock().unwrap();
        let wait = |state: &mut State| state.events < wanted && !state.given_up;
        let (mut state, _) =
            self.changed.wait_timeout_while(state, GIVE_UP, wait).unwrap();
        state.given_up |= state.events < wanted;
        !state.given_up
    }
}

fn workers(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

#[test]
fn no_jobs_have_no_answers() {
    let answers = run_all(&[], workers(4), |job: &u32| *job);
    assert_eq!(answers, Ok(vec![]));
}

#[test]
fn every_job_is_done_exactly_once() {
    // Shares that come out even, a remainder, fewer jobs than workers.
    for (jobs, number) in [(12, 4), (10, 3), (11, 4), (3, 8), (1, 1)] {
        let times: Vec<_> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
        let numbers: Vec<usize> = (0..jobs).collect();
        let answers = run_all(&numbers, workers(number), |&job| {
            times[job].fetch_add(1, Ordering::SeqCst);
            job * 10
        });
        let expected: Vec<_> = numbers.iter().map(|job| job * 10).collect();
        let place = format!("{jobs} jobs, {number} workers");
        assert_eq!(answers, Ok(expected), "{place}");
        let times: Vec<_> =
            times.iter().map(|times| times.load(Ordering::SeqCst)).collect();
        assert_eq!(times, vec![1; jobs], "times each job was done, {place}");
    }
}

#[test]
fn all_workers_work_at_the_same_time() {
    let begun = Count::default();
    let met = run_all(&[(); 4], workers(4), |()| {
        begun.add();
        begun.reaches(4)
    });
    assert_eq!(
        met,
        Ok(vec![true; 4]),
        "each of four jobs waited for the other three to begin"
    );
}

#[test]
fn no_more_threads_work_than_were_asked_for() {
    let seen = Mutex::new(HashSet::new());
    let done = run_all(&[(); 20], workers(3), |()| {
        seen.lock().unwrap().insert(thread::current().id());
    });
    assert_eq!(done, Ok(vec![(); 20]));
    let seen = seen.into_inner().unwrap().len();
    assert!(seen <= 3, "{seen} threads did jobs, 3 workers were asked for");
}

#[test]
fn a_long_job_holds_up_no_other_job() {
    // Wherever the long job stands, the second worker does all the rest.
    for long in [0, 3, 6] {
        let others = Count::default();
        let jobs = [0, 1, 2, 3, 4, 5, 6];
        let done = run_all(&jobs, workers(2), |&job| {
            if job == long {
                return others.reaches(jobs.len() - 1);
            }
            others.add();
            true
        });
        assert_eq!(
            done,
            Ok(vec![true; jobs.len()]),
            "job {long} lasts until all others are done, which are waiting \
             for the worker that is busy with it"
        );
    }
}

#[test]
fn answers_come_in_the_order_of_the_jobs() {
    // Job 0 lasts until job 2 has begun, and job 2 until job 3 has: the jobs
    // end as 1, 0, 3, 2, and one worker does 0 and 3, the other 1 and 2.
    let begun: [Count; 4] = Default::default();
    let answers = run_all(&[0, 1, 2, 3], workers(2), |&job| {
        begun[job].add();
        match job {
            0 => assert!(begun[2].reaches(1), "job 2 waits for job 0"),
            2 => assert!(begun[3].reaches(1), "job 3 waits for job 2"),
            _ => (),
        }
        job
    });
    assert_eq!(answers, Ok(vec![0, 1, 2, 3]));
}

#[test]
fn a_panic_is_an_error_and_stops_no_other_job() {
    let done = AtomicUsize::new(0);
    let answers = run_all(&[0, 1, 2, 3, 4, 5, 6, 7], workers(2), |&job| {
        assert!(job != 2 && job != 5, "job {job} panics, as the test asks");
        done.fetch_add(1, Ordering::SeqCst);
    });
    assert_eq!(answers, Err(Panicked { job: 2 }), "the first that panicked");
    assert_eq!(done.into_inner(), 6, "jobs done beside the two that panicked");
}
