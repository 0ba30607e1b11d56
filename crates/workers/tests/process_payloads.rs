//! What crosses to a process: JSON, raw bytes, shared memory, and what can't.

mod common;

use std::collections::BTreeMap;

use common::{FIXTURE, Job, pool as pool_of_jobs};
use serde::Serialize;
use serde::de::DeserializeOwned;
use workers::{PoolError, ProcessPool, RawBytes, SharedBytes};

/// A pool whose workers run another function of the fixture.
fn pool_of<J, A>(mode: &str, limit: usize) -> ProcessPool<J, A>
where
    J: Serialize + Send + 'static,
    A: DeserializeOwned + Send + 'static,
{
    ProcessPool::builder()
        .program(FIXTURE)
        .args([mode])
        .payload_limit(limit)
        .start(1)
        .unwrap()
}

const LARGE: usize = 64 << 20;

#[test]
fn raw_bytes_of_any_length_cross_unchanged_both_ways() {
    let pool = pool_of::<RawBytes, RawBytes>("reverse", LARGE);
    // Around what a pipe holds, and far more.
    for length in [0, 1, 65_535, 65_536, 65_537, 10_000_000] {
        let bytes: Vec<_> = (0..length).map(|i| (i % 251) as u8).collect();
        let mut expected = bytes.clone();
        expected.reverse();
        let job = RawBytes::from(bytes);
        for answer in [pool.apply(job.clone()), pool.submit(job).wait()] {
            assert!(Vec::from(answer.unwrap()) == expected, "{length} bytes");
        }
    }
}

#[test]
fn raw_bytes_of_many_jobs_keep_their_jobs() {
    let pool = pool_of::<RawBytes, RawBytes>("reverse", LARGE);
    let job = |x: usize| RawBytes::from(vec![x as u8; x * 100]);
    for chunk in [1, 10, 300] {
        let batch = pool.submit_all((0..300).map(job), chunk);
        let answers = batch.collect().unwrap();
        assert!(answers.into_iter().eq((0..300).map(job)));
    }
}

#[test]
fn raw_bytes_outside_a_pool_are_plain_json() {
    let bytes = RawBytes::from(vec![1, 2, 255]);
    let text = serde_json::to_string(&bytes).unwrap();
    assert_eq!(text, "[1,2,255]");
    assert_eq!(serde_json::from_str::<RawBytes>(&text).unwrap(), bytes);
    let error = serde_json::from_str::<RawBytes>("7").unwrap_err();
    assert!(error.to_string().starts_with("no raw part `7`"), "{error}");
}

#[test]
fn shared_bytes_are_read_by_each_worker_that_gets_the_address() {
    let pool = pool_of::<SharedBytes, (usize, u64)>("shared", 1000);
    for length in [0, 1, 10_000_000] {
        let shared = SharedBytes::new(&vec![3; length]).unwrap();
        for _ in 0..2 {
            let (len, sum) = pool.apply(shared.clone()).unwrap();
            assert_eq!((len, sum), (length, 3 * length as u64));
        }
    }
}

#[test]
fn shared_bytes_whose_owner_has_dropped_them_are_an_error() {
    let pool = pool_of::<SharedBytes, (usize, u64)>("shared", 1000);
    let shared = SharedBytes::new(b"short-lived").unwrap();
    let address = serde_json::to_string(&shared).unwrap();
    let map = shared.map().unwrap();
    drop(shared);
    let gone: SharedBytes = serde_json::from_str(&address).unwrap();
    assert_eq!(gone.map().unwrap_err().kind(), std::io::ErrorKind::NotFound);
    let error = pool.apply(gone).unwrap_err();
    assert!(error.to_string().contains("are gone"), "{error}");
    assert_eq!(&*map, b"short-lived", "what is mapped stays");
}

#[test]
fn a_job_over_the_limit_is_refused_before_it_is_sent() {
    let pool = pool_of::<RawBytes, RawBytes>("reverse", 1000);
    let ids = pool.worker_ids();
    let jobs = [999, 1000, 1, 5_000_000, 3];
    let jobs = || jobs.map(|length| RawBytes::from(vec![7; length]));
    for chunk in [1, 5] {
        let results = pool.submit_all(jobs(), chunk).results();
        for (index, result) in results.into_iter().enumerate() {
            match index {
                // One byte of JSON stands for the raw ones.
                1 | 3 => {
                    let error = result.unwrap_err();
                    assert_eq!(
                        error.to_string(),
                        format!(
                            "task {index}: it has more than `1000` bytes, the \
                             limit of a message"
                        )
                    );
                }
                _ => assert_eq!(result.unwrap()[0], 7),
            }
        }
    }
    let error = pool.apply(RawBytes::from(vec![0; 1001])).unwrap_err();
    assert!(matches!(error, PoolError::TooLarge { limit: 1000 }), "{error}");
    assert_eq!(pool.worker_ids(), ids, "no worker saw it");
}

#[test]
fn json_over_the_limit_is_refused_as_well() {
    let pool = pool_of_jobs().payload_limit(1000).start(1).unwrap();
    let error = pool.apply(Job::Length("x".repeat(1000))).unwrap_err();
    assert!(matches!(error, PoolError::TooLarge { limit: 1000 }), "{error}");
    assert_eq!(pool.apply(Job::Double(1)).unwrap(), 2);
}

#[test]
fn an_answer_over_the_limit_fails_its_job_alone() {
    let pool = pool_of::<usize, String>("repeat", 1000);
    let ids = pool.worker_ids();
    assert_eq!(pool.apply(998).unwrap().len(), 998, "and two quotes");
    let error = pool.apply(2000).unwrap_err();
    let text = "the job failed: `its answer can't be sent: it has more than \
                `1000` bytes, the limit of a message`";
    assert_eq!(error.to_string(), text);
    assert_eq!(pool.apply(3).unwrap(), "xxx");
    assert_eq!(pool.worker_ids(), ids);
}

#[test]
fn a_job_that_json_has_no_words_for_costs_only_itself() {
    // JSON has no keys but strings.
    type Keys = Option<BTreeMap<(u8, u8), u8>>;
    let pool =
        ProcessPool::<Keys, u64>::builder().program(FIXTURE).start(1).unwrap();
    let ids = pool.worker_ids();
    let jobs = || (0..3).map(|x| (x == 1).then(|| [((1, 2), 3)].into()));
    for chunk in [1, 3] {
        let results = pool.submit_all(jobs(), chunk).results();
        for (index, result) in results.into_iter().enumerate() {
            let error = result.unwrap_err();
            assert_eq!(error.index(), Some(index));
            match error.cause() {
                PoolError::Unwritable { error } if index == 1 => {
                    assert_eq!(error.to_string(), "key must be a string");
                }
                // `null` is no job of the fixture.
                PoolError::Failed { message } if index != 1 => {
                    assert!(message.contains("can't be read"), "{message}");
                }
                other => panic!("{index}: {other}"),
            }
        }
    }
    assert_eq!(pool.worker_ids(), ids);
}

#[test]
fn a_large_answer_to_a_large_frame_blocks_nobody() {
    // Each way more than the pipes hold: whoever wrote without reading, or
    // read nothing while the other writes, would wait for ever.
    let pool = pool_of::<RawBytes, RawBytes>("reverse", LARGE);
    let jobs = (0..200).map(|_| RawBytes::from(vec![1; 60_000]));
    let answers = pool.submit_all(jobs, 200).collect().unwrap();
    assert_eq!(answers.len(), 200);
    let pool = pool_of_jobs().start(1).unwrap();
    let jobs = (0..5_000).map(Job::Double);
    assert_eq!(pool.submit_all(jobs, 5_000).collect().unwrap().len(), 5_000);
}
