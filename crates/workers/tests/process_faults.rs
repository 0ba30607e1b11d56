//! The process pool against workers that die or babble.

#[path = "common/alive.rs"]
mod alive;
mod common;
#[cfg(unix)]
#[path = "common/signals.rs"]
mod signals;
#[cfg(target_os = "linux")]
#[path = "common/wait.rs"]
mod wait;

use alive::alive;
use common::{Job, Pool, pool};
#[cfg(unix)]
use signals::kill;
#[cfg(target_os = "linux")]
use wait::wait_until;
use workers::PoolError;

fn lives_on(pool: &Pool) {
    assert_eq!(pool.apply(Job::Double(21)).unwrap(), 42);
}

#[test]
fn a_worker_that_ends_is_reported_with_code_and_stderr() {
    let pool = pool().start(1).unwrap();
    let pid = pool.worker_ids()[0];
    let error = pool.submit(Job::Exit(7)).wait().unwrap_err();
    let PoolError::Died { worker, status, stderr } = &error else {
        panic!("{error}");
    };
    assert_eq!((worker.index, worker.pid), (0, pid));
    assert_eq!(status.code(), Some(7));
    assert_eq!(stderr, "ending with 7");
    assert!(!alive(pid));
    lives_on(&pool);
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_killed_is_reported_with_its_signal() {
    use std::os::unix::process::ExitStatusExt;
    let pool = pool().start(1).unwrap();
    let error = pool.submit(Job::Abort).wait().unwrap_err();
    let PoolError::Died { status, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(status.signal(), Some(nix::libc::SIGABRT));
    assert!(error.to_string().contains("SIGABRT"), "{error}");
    lives_on(&pool);
}

#[test]
fn a_caller_of_apply_learns_the_same_as_one_of_submit() {
    let pool = pool().start(1).unwrap();
    let pid = pool.worker_ids()[0];
    let error = pool.apply(Job::Exit(7)).unwrap_err();
    let PoolError::Died { worker, status, stderr } = &error else {
        panic!("{error}");
    };
    assert_eq!((worker.pid, status.code()), (pid, Some(7)));
    assert_eq!(stderr, "ending with 7");
    assert!(!alive(pid));
    let error = pool.apply(Job::Print("debug\n".into())).unwrap_err();
    let PoolError::Garbage { line, .. } = &error else { panic!("{error}") };
    assert_eq!(line, "debug");
    let error = pool.apply(Job::Panic("by design".into())).unwrap_err();
    assert!(matches!(error, PoolError::Panicked { .. }), "{error}");
    assert_eq!(pool.apply(Job::Double(1)).unwrap(), 2);
}

#[test]
fn an_answer_that_panics_while_it_is_read_hangs_nothing() {
    #[derive(Debug)]
    struct Explosive;
    impl<'de> serde::Deserialize<'de> for Explosive {
        fn deserialize<D: serde::Deserializer<'de>>(
            _: D,
        ) -> Result<Self, D::Error> {
            panic!("not readable after all")
        }
    }
    let pool = workers::ProcessPool::<Job, Explosive>::builder()
        .program(common::FIXTURE)
        .start(1)
        .unwrap();
    for direct in [false, true, false] {
        let error = if direct {
            pool.apply(Job::Double(1))
        } else {
            pool.submit(Job::Double(1)).wait()
        };
        let error = error.unwrap_err();
        let PoolError::Garbage { reason, line, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(line, r#"{"done":2}"#);
        assert!(reason.contains("not readable after all"), "{reason}");
    }
}

#[test]
fn a_dead_worker_costs_one_job_of_many() {
    let pool = pool().start(2).unwrap();
    let jobs: Vec<_> = (0..100)
        .map(|x| if x == 50 { Job::Exit(1) } else { Job::Double(x) })
        .map(|job| pool.submit(job))
        .collect();
    let lost: Vec<_> = jobs
        .into_iter()
        .enumerate()
        .filter_map(|(x, job)| job.wait().is_err().then_some(x))
        .collect();
    assert_eq!(lost, [50]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_dies_idle_costs_no_job() {
    type Ask = fn(&Pool) -> Result<u64, PoolError>;
    let asks: [Ask; 2] = [
        |pool| pool.submit(Job::Double(1)).wait(),
        |pool| pool.apply(Job::Double(1)),
    ];
    for ask in asks {
        let pool = pool().start(1).unwrap();
        let pid = pool.worker_ids()[0];
        kill(pid);
        // Its pipes are closed before it becomes a zombie.
        let stat = format!("/proc/{pid}/stat");
        wait_until(|| std::fs::read_to_string(&stat).unwrap().contains(") Z "));
        assert_eq!(ask(&pool).unwrap(), 2);
        assert!(!alive(pid));
        assert_ne!(pool.worker_ids(), [pid]);
    }
}

#[test]
fn an_answer_that_a_job_forged_is_found_out_by_the_next_job() {
    let pool = pool().start(1).unwrap();
    let forged = "{\"first\":1,\"sizes\":[[10]]}\n{\"done\":5}";
    assert_eq!(pool.submit(Job::Print(forged.into())).wait().unwrap(), 5);
    let error = pool.submit(Job::Double(1)).wait().unwrap_err();
    let PoolError::Garbage { reason, .. } = &error else { panic!("{error}") };
    assert_eq!(reason, "it answers jobs 1..2, not 2..3");
    lives_on(&pool);
}

#[test]
fn what_a_job_prints_is_shown_and_its_worker_is_replaced() {
    for text in ["debug 1\n", "debug 1", "debug\x1b[2J\n", "\n", "[]\n"] {
        let pool = pool().start(1).unwrap();
        let pid = pool.worker_ids()[0];
        let error = pool.submit(Job::Print(text.into())).wait().unwrap_err();
        let PoolError::Garbage { worker, line, .. } = &error else {
            panic!("{text:?}: {error}");
        };
        assert_eq!(worker.pid, pid);
        let start = text.trim_end().replace('\x1b', "\u{fffd}");
        assert!(line.starts_with(&start), "{text:?}: {line:?}");
        assert!(!alive(pid), "{text:?}");
        lives_on(&pool);
    }
}

#[test]
fn a_long_line_of_garbage_is_cut_to_200_characters() {
    let pool = pool().start(1).unwrap();
    let job = Job::Print("x".repeat(100_000) + "\n");
    let error = pool.submit(job).wait().unwrap_err();
    let PoolError::Garbage { line, .. } = &error else { panic!("{error}") };
    assert_eq!(line.chars().count(), 200);
}
