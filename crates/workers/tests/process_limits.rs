//! The process pool against workers that hang or are no workers.

#[path = "common/alive.rs"]
mod alive;
mod common;
#[cfg(unix)]
#[path = "common/signals.rs"]
mod signals;

use std::time::Duration;

use alive::alive;
use common::{Job, Pool, pool};
#[cfg(unix)]
use signals::kill;
use workers::{Pending, PoolError};

/// Long enough for any worker to answer, and waited for in full only by the
/// tests whose worker never does.
const SHORT: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(60);

/// A pool that never answers fails the test and does not hang it.
fn answer(job: Pending<u64>) -> Result<u64, PoolError> {
    job.wait_for(LONG).expect("an answer")
}

fn lives_on(pool: &Pool) {
    assert_eq!(answer(pool.submit(Job::Double(21))).unwrap(), 42);
}

#[test]
fn apply_keeps_the_limit_of_a_job() {
    let pool = pool().job_timeout(SHORT).start(1).unwrap();
    let error = pool.apply(Job::Hang).unwrap_err();
    assert!(matches!(error, PoolError::TimedOut { .. }), "{error}");
    assert_eq!(pool.apply(Job::Double(1)).unwrap(), 2);
}

#[test]
fn a_late_job_of_a_chunk_keeps_the_answers_before_it() {
    let pool = pool().job_timeout(SHORT).start(1).unwrap();
    let jobs = [Job::Double(1), Job::Double(2), Job::Hang, Job::Double(4)];
    let results = pool.submit_all(jobs, 4).results();
    let [Ok(2), Ok(4), Err(late), Err(lost)] = &*results else {
        panic!("{results:?}");
    };
    assert!(matches!(late.cause(), PoolError::TimedOut { .. }), "{late}");
    assert!(matches!(lost.cause(), PoolError::Lost { .. }), "{lost}");
    assert_eq!((late.index(), lost.index()), (Some(2), Some(3)));
    lives_on(&pool);
}

#[test]
fn a_worker_that_hangs_is_killed_at_its_limit() {
    let pool = pool().job_timeout(SHORT).start(1).unwrap();
    let pid = pool.worker_ids()[0];
    let error = answer(pool.submit(Job::Hang)).unwrap_err();
    let PoolError::TimedOut { worker, limit, stderr } = &error else {
        panic!("{error}");
    };
    assert_eq!((worker.pid, *limit), (pid, SHORT));
    assert_eq!(stderr, "hanging");
    assert!(!alive(pid));
    lives_on(&pool);
}

#[cfg(unix)]
#[test]
fn a_stopped_worker_that_reads_nothing_is_killed_at_its_limit() {
    use nix::{sys::signal, unistd::Pid};
    let pool = pool().job_timeout(SHORT).start(1).unwrap();
    let pid = pool.worker_ids()[0];
    let id = Pid::from_raw(pid.try_into().unwrap());
    signal::kill(id, signal::Signal::SIGSTOP).unwrap();
    // More than the pipe holds, so the pool is stuck in writing.
    let job = Job::Length("x".repeat(1 << 20));
    let error = answer(pool.submit(job)).unwrap_err();
    assert!(matches!(error, PoolError::TimedOut { .. }), "{error}");
    assert!(!alive(pid));
    lives_on(&pool);
}

/// Ends the process whose id a hanging worker has written to its stderr.
#[cfg(unix)]
fn end_child(of: &PoolError) {
    let PoolError::TimedOut { stderr, .. } = of else { panic!("{of}") };
    kill(stderr.parse().unwrap());
}

#[cfg(unix)]
#[test]
fn a_pipe_held_open_by_a_workers_child_hangs_nothing() {
    let pool = pool().job_timeout(SHORT).start(1).unwrap();
    let pid = pool.worker_ids()[0];
    let error = answer(pool.submit(Job::HangWithChild)).unwrap_err();
    assert!(!alive(pid));
    lives_on(&pool);
    let second = pool.worker_ids()[0];
    drop(pool);
    assert!(!alive(second));
    end_child(&error);
}

#[cfg(unix)]
#[test]
fn a_drop_answers_also_those_queued_behind_a_stuck_pipe() {
    let pool = pool().job_timeout(SHORT).start(1).unwrap();
    let stuck = pool.submit(Job::HangWithChild);
    let error = answer(stuck).unwrap_err();
    let stuck = pool.submit(Job::Hang);
    let queued = pool.submit(Job::Double(1));
    drop(pool);
    for job in [stuck, queued] {
        let error = answer(job).unwrap_err();
        assert!(matches!(error, PoolError::Closed), "{error}");
    }
    end_child(&error);
}

#[test]
fn a_main_that_never_calls_init_is_an_error_not_a_hang() {
    let cases = [
        ("silent", SHORT, "gave no answer within `1s`"),
        ("greets", LONG, "printed `Hello, world!`"),
        ("ends", LONG, "stderr `nothing to do`"),
    ];
    for (mode, limit, what) in cases {
        let error =
            pool().args([mode]).handshake_timeout(limit).start(2).unwrap_err();
        let PoolError::NoHello { cause } = &error else { panic!("{error}") };
        let text = error.to_string();
        assert!(text.contains(what), "{mode}: {text}");
        assert!(text.ends_with("`workers::process::init` first?"), "{text}");
        let (PoolError::Died { worker, .. }
        | PoolError::Garbage { worker, .. }
        | PoolError::TimedOut { worker, .. }) = &**cause
        else {
            panic!("{cause}");
        };
        assert!(!alive(worker.pid), "{mode}");
    }
}
