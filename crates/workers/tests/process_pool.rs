//! The process pool against workers that work.

#[path = "common/alive.rs"]
mod alive;
mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use alive::alive;
use common::{FIXTURE, Job, Pool, pool};
use workers::PoolError;

#[test]
fn workers_are_processes_of_their_own() {
    let pool = pool().start(3).unwrap();
    let ids: BTreeSet<_> = pool.worker_ids().into_iter().collect();
    assert_eq!(ids.len(), 3);
    assert!(!ids.contains(&std::process::id()));
    let answer = pool.submit(Job::Pid).wait().unwrap();
    assert!(ids.contains(&u32::try_from(answer).unwrap()));
}

#[test]
fn idle_workers_take_the_jobs_behind_a_stuck_one() {
    let pool = pool().start(2).unwrap();
    let stuck = pool.submit(Job::Hang);
    assert_eq!(pool.map((0..20).map(Job::Double)).unwrap().len(), 20);
    assert!(stuck.wait_for(Duration::ZERO).is_none());
}

#[test]
fn a_payload_larger_than_any_pipe_arrives_whole() {
    let text = "line\n\"é\" ".repeat(300_000);
    let length = text.len() as u64;
    let pool = pool().start(1).unwrap();
    assert_eq!(pool.submit(Job::Length(text)).wait().unwrap(), length);
}

#[test]
fn a_failed_job_says_why_and_its_worker_lives_on() {
    let pool = pool().start(1).unwrap();
    let ids = pool.worker_ids();
    let error = pool.submit(Job::Fail("no such file".into())).wait();
    assert!(
        matches!(&error, Err(PoolError::Failed { message })
            if message == "no such file"),
        "{error:?}"
    );
    let error = pool.submit(Job::Panic("by design".into())).wait();
    assert!(
        matches!(&error, Err(PoolError::Panicked { message })
            if message == "by design"),
        "{error:?}"
    );
    assert_eq!(pool.submit(Job::Double(4)).wait().unwrap(), 8);
    assert_eq!(pool.worker_ids(), ids);
}

#[test]
fn a_job_that_panics_while_it_is_written_costs_only_itself() {
    struct Explosive;
    impl serde::Serialize for Explosive {
        fn serialize<S: serde::Serializer>(
            &self,
            _: S,
        ) -> Result<S::Ok, S::Error> {
            panic!("not serialisable after all")
        }
    }
    let pool = workers::ProcessPool::<Explosive, u64>::builder()
        .program(FIXTURE)
        .start(1)
        .unwrap();
    let pid = pool.worker_ids();
    for direct in [false, true] {
        let error = if direct {
            pool.apply(Explosive)
        } else {
            pool.submit(Explosive).wait()
        };
        let error = error.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the job panicked: `not serialisable after all`"
        );
    }
    assert_eq!(pool.worker_ids(), pid);
}

#[test]
fn a_job_whose_destructor_panics_costs_no_worker() {
    struct Explosive;
    impl serde::Serialize for Explosive {
        fn serialize<S: serde::Serializer>(
            &self,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            Job::Double(1).serialize(to)
        }
    }
    impl Drop for Explosive {
        fn drop(&mut self) {
            panic!("by design");
        }
    }
    let pool = workers::ProcessPool::<Explosive, u64>::builder()
        .program(FIXTURE)
        .start(1)
        .unwrap();
    let pid = pool.worker_ids();
    for _ in 0..3 {
        assert_eq!(pool.submit(Explosive).wait().unwrap(), 2);
    }
    assert_eq!(pool.worker_ids(), pid);
}

#[test]
fn a_talkative_stderr_blocks_nothing() {
    // More than any pipe holds.
    let pool = pool().start(1).unwrap();
    assert_eq!(pool.submit(Job::Complain(1000)).wait().unwrap(), 1000);
}

#[test]
fn a_worker_is_replaced_after_its_share_of_jobs() {
    type Ask = fn(&Pool) -> Vec<u64>;
    let asks: [Ask; 3] = [
        |pool| (0..5).map(|_| pool.apply(Job::Pid).unwrap()).collect(),
        |pool| pool.map((0..5).map(|_| Job::Pid)).unwrap(),
        |pool| {
            let jobs = (0..5).map(|_| Job::Pid);
            pool.submit_all(jobs, 5).collect().unwrap()
        },
    ];
    for ask in asks {
        let pool = pool().recycle_after(2).start(1).unwrap();
        let ids = ask(&pool);
        assert_eq!(ids[0], ids[1]);
        assert_eq!(ids[2], ids[3]);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 3, "{ids:?}");
        for gone in &ids[..4] {
            assert!(!alive(u32::try_from(*gone).unwrap()));
        }
    }
}

#[test]
fn a_worker_may_have_a_pool_of_its_own() {
    let pool = pool().start(1).unwrap();
    let sum = pool.submit(Job::Nested(3)).wait().unwrap();
    assert_eq!(sum, 3 * 2, "three workers of generation 2");
}

#[test]
fn a_program_that_a_job_starts_is_no_worker() {
    let pool = pool().start(1).unwrap();
    // Its generation and a refusal; a worker would print its hello alone.
    assert_eq!(pool.submit(Job::Program).wait().unwrap(), 2);
}

#[test]
fn dropping_a_pool_leaves_no_process() {
    let pool = pool().start(3).unwrap();
    let ids = pool.worker_ids();
    assert!(ids.iter().all(|id| alive(*id)));
    drop(pool);
    assert!(!ids.iter().any(|id| alive(*id)));
}

#[test]
fn dropping_a_busy_pool_leaves_no_process_and_no_waiter() {
    let pool = pool().start(2).unwrap();
    let ids = pool.worker_ids();
    let jobs: Vec<_> = (0..5).map(|_| pool.submit(Job::Hang)).collect();
    drop(pool);
    assert!(!ids.iter().any(|id| alive(*id)));
    for job in jobs {
        let error = job.wait().unwrap_err();
        assert!(matches!(error, PoolError::Closed), "{error}");
    }
}

#[test]
fn zero_is_refused_by_name() {
    let error = pool().start(0).unwrap_err();
    assert_eq!(error.to_string(), "`workers` is 0, it must be at least 1");
    let error = pool().recycle_after(0).start(1).unwrap_err();
    assert!(error.to_string().contains("`recycle_after`"), "{error}");
}

#[test]
fn a_missing_program_is_named() {
    let error = Pool::builder().program("no/such/worker").start(1);
    assert!(
        matches!(&error, Err(PoolError::Start { program, .. })
            if program.ends_with("worker")),
        "{error:?}"
    );
}
