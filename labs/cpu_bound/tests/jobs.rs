//! Watches which thread does which job, and what runs beside what.

use std::cell::Cell;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use lab_cpu_bound::{Panicked, run_all};

/// Turns a wait that would never end into a failed test. A right solution
/// waits for microseconds, so this is no limit on how slow a machine may be.
const GIVE_UP: Duration = Duration::from_secs(5);

/// How long a test looks out for what must not happen: a right solution never
/// makes it happen, and a wrong one has this time to be caught.
const LOOK_OUT: Duration = Duration::from_millis(200);

/// Counts jobs as they begin; they use it to wait for one another.
#[derive(Default)]
struct Count {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    begun: usize,
    under_way: usize,
    // One wait in vain is enough: the others then go on without waiting.
    given_up: Option<usize>,
}

impl Count {
    /// The number of jobs that had begun before this one.
    fn begin(&self) -> usize {
        let mut state = self.state.lock().unwrap();
        state.begun += 1;
        state.under_way += 1;
        self.changed.notify_all();
        state.begun - 1
    }

    fn end(&self) {
        self.state.lock().unwrap().under_way -= 1;
    }

    /// Whether so many have begun before `patience` is at its end.
    fn reaches(&self, wanted: usize, patience: Duration) -> bool {
        let state = self.state.lock().unwrap();
        let wait = |state: &mut State| {
            state.begun < wanted && state.given_up.is_none()
        };
        let (state, _) =
            self.changed.wait_timeout_while(state, patience, wait).unwrap();
        state.begun >= wanted
    }

    /// Waits for others to begin, for which this one must not have to end.
    fn must_reach(&self, wanted: usize) {
        if !self.reaches(wanted, GIVE_UP) {
            let mut state = self.state.lock().unwrap();
            let under_way = state.under_way;
            state.given_up.get_or_insert(under_way);
            self.changed.notify_all();
        }
    }

    /// Begins a job that lasts until `workers` jobs are under way or none of
    /// `all` is left, whichever of the jobs that are.
    fn meet(&self, workers: usize, all: usize) {
        let round = self.begin() / workers;
        self.must_reach(((round + 1) * workers).min(all));
        self.end();
    }

    /// One wait in vain is enough for a test that is about something else.
    fn has_given_up(&self) -> bool {
        self.state.lock().unwrap().given_up.is_some()
    }

    /// Fails if a job has waited in vain.
    fn assert_met(&self, workers: usize, of: &str) {
        let state = self.state.lock().unwrap();
        if let Some(under_way) = state.given_up {
            panic!(
                "{of}: after {} jobs had begun, only {under_way} were under \
                 way and no other began within {GIVE_UP:?}; {workers} workers \
                 have to be at work as long as there are jobs",
                state.begun
            );
        }
    }
}

fn workers(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn numbers(count: usize) -> Vec<usize> {
    (0..count).collect()
}

#[test]
fn no_jobs_have_no_answers() {
    let answers = run_all(&[], workers(4), |job: &u32| *job);
    assert_eq!(answers, Ok(vec![]));
}

#[test]
fn every_job_is_done_exactly_once() {
    // Shares that come out even, a remainder, fewer jobs than workers, many.
    for (jobs, number) in
        [(12, 4), (10, 3), (11, 4), (3, 8), (1, 1), (1_000, 3), (4_097, 2)]
    {
        let times: Vec<_> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
        let answers = run_all(&numbers(jobs), workers(number), |&job| {
            times[job].fetch_add(1, Ordering::SeqCst);
            job * 10
        });
        let place = format!("{jobs} jobs, {number} workers");
        assert!(answers.is_ok(), "{place}: no job panicked, but {answers:?}");
        for (job, times) in times.iter().enumerate() {
            let times = times.load(Ordering::SeqCst);
            assert_eq!(times, 1, "{place}: times that job {job} was done");
        }
        let expected: Vec<_> = numbers(jobs).iter().map(|j| j * 10).collect();
        let wrong = answers
            .unwrap()
            .into_iter()
            .zip(expected)
            .position(|(answer, expected)| answer != expected);
        assert_eq!(wrong, None, "{place}: the first wrong answer's place");
    }
}

#[test]
fn all_workers_are_at_work_as_long_as_there_are_jobs() {
    for (jobs, number) in [(4, 4), (9, 4), (21, 3), (60, 2), (1_000, 4)] {
        let count = Count::default();
        let done = run_all(&numbers(jobs), workers(number), |_| {
            count.meet(number, jobs);
        });
        count.assert_met(number, &format!("{jobs} jobs"));
        assert!(done.is_ok(), "{jobs} jobs: no job panicked, but {done:?}");
    }
}

#[test]
fn no_more_jobs_are_under_way_than_there_are_workers() {
    for number in [1, 2, 3, 8] {
        let count = Count::default();
        let too_many = Mutex::new(false);
        // The first rests until all workers are busy, and then looks whether
        // one job more begins; the others rest as long as it does.
        let rest = Count::default();
        let done = run_all(&numbers(4 * number), workers(number), |_| {
            if count.begin() == 0 {
                count.must_reach(number);
                *too_many.lock().unwrap() = count.reaches(number + 1, LOOK_OUT);
                rest.begin();
            }
            rest.must_reach(1);
        });
        count.assert_met(number, &format!("{} jobs", 4 * number));
        assert!(
            !too_many.into_inner().unwrap(),
            "{} jobs were under way at the same time, with {number} workers",
            number + 1
        );
        assert!(done.is_ok(), "no job panicked, but {done:?}");
    }
}

#[test]
fn no_more_threads_work_in_all_than_were_asked_for() {
    let seen = Mutex::new(HashSet::new());
    let count = Count::default();
    let done = run_all(&numbers(60), workers(3), |_| {
        seen.lock().unwrap().insert(thread::current().id());
        count.meet(3, 60);
    });
    assert!(done.is_ok(), "no job panicked, but {done:?}");
    let seen = seen.into_inner().unwrap().len();
    assert!(
        seen <= 3,
        "{seen} different threads did jobs; 3 workers were asked for, and a \
         worker can do many jobs"
    );
}

#[test]
fn a_long_job_holds_up_no_other_job() {
    // Wherever the long job stands, the second worker does all the rest.
    for (jobs, places) in
        [(7, [0, 3, 6]), (50, [0, 1, 48]), (1_000, [0, 499, 999])]
    {
        for long in places {
            let count = Count::default();
            let done = run_all(&numbers(jobs), workers(2), |&job| {
                count.begin();
                if job == long {
                    count.must_reach(jobs);
                }
                count.end();
            });
            assert!(
                !count.has_given_up(),
                "job {long} of {jobs} lasts until all others have begun; some \
                 wait for the worker that is busy with it, and the other \
                 worker does nothing"
            );
            assert!(done.is_ok(), "no job panicked, but {done:?}");
        }
    }
}

#[test]
fn answers_come_in_the_order_of_the_jobs() {
    // Job 0 lasts until all others have begun, so it ends last or nearly so.
    for jobs in [4, 30, 300] {
        let count = Count::default();
        let answers = run_all(&numbers(jobs), workers(2), |&job| {
            count.begin();
            if job == 0 {
                count.must_reach(jobs);
            }
            job
        });
        let answers = answers.expect("no job panicked");
        let expected = numbers(jobs);
        assert!(
            answers == expected,
            "the answers of {jobs} jobs don't stand in the order of the jobs: \
             job 0 ends last and has to stand first, but the list begins with \
             {:?}",
            &answers[..answers.len().min(4)]
        );
        if count.has_given_up() {
            return;
        }
    }
}

#[test]
fn a_panic_is_an_error_and_stops_no_other_job() {
    for (jobs, panics) in
        [(8, vec![2, 5]), (100, vec![0]), (100, vec![99]), (90, numbers(90))]
    {
        let times: Vec<_> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
        let answers = run_all(&numbers(jobs), workers(2), |&job| {
            times[job].fetch_add(1, Ordering::SeqCst);
            assert!(!panics.contains(&job), "job {job} panics as asked");
        });
        let first = panics[0];
        assert!(
            answers == Err(Panicked { job: first }),
            "{} of {jobs} jobs panicked, the first of them job {first}; the \
             result was {answers:?}",
            panics.len()
        );
        for (job, times) in times.iter().enumerate() {
            let times = times.load(Ordering::SeqCst);
            assert_eq!(
                times,
                1,
                "times that job {job} of {jobs} was done; {} panicked",
                panics.len()
            );
        }
    }
}

#[test]
fn a_worker_whose_job_panicked_goes_on_working() {
    let count = Count::default();
    let done = run_all(&numbers(120), workers(3), |&job| {
        count.meet(3, 120);
        assert!(job % 3 != 1, "job {job} panics, as the test asks");
    });
    count.assert_met(3, "every third of 120 jobs panicked");
    assert_eq!(done, Err(Panicked { job: 1 }), "the first in the list");
}

#[test]
fn the_first_panic_is_the_first_in_the_list_and_not_in_time() {
    for (jobs, late) in [(8, 2), (200, 0), (200, 150)] {
        let count = Count::default();
        let done = run_all(&numbers(jobs), workers(2), |&job| {
            count.begin();
            if job == late {
                // By then the other worker has been past the second panic.
                count.must_reach(jobs);
            }
            count.end();
            assert!(job != late && job != late + 3, "as the test asks");
        });
        assert_eq!(
            done,
            Err(Panicked { job: late }),
            "jobs {late} and {} panicked, the second of them before the first",
            late + 3
        );
        if count.has_given_up() {
            return;
        }
    }
}

/// A job that can be looked at by several threads and given to none.
struct Borrowed<'a>(&'a AtomicUsize, PhantomData<MutexGuard<'static, ()>>);

/// An answer that can be given away and neither copied nor shared.
struct Answer(Cell<usize>);

#[test]
fn nothing_is_asked_of_jobs_and_answers_but_what_the_signature_says() {
    let number = AtomicUsize::new(4);
    let jobs = [Borrowed(&number, PhantomData), Borrowed(&number, PhantomData)];
    let work = |job: &Borrowed<'_>| {
        Answer(Cell::new(job.0.fetch_add(0, Ordering::SeqCst)))
    };
    let Ok(answers) = run_all(&jobs, workers(2), work) else {
        panic!("no job panicked");
    };
    assert_eq!(answers.len(), 2);
    assert!(answers.iter().all(|answer| answer.0.get() == 4));
}
