//! The `handoff` example: its command line, its counts, its claims.

#[path = "handoff/claims.rs"]
mod claims;
mod common;
#[path = "../examples/handoff/conclusions.rs"]
mod conclusions;
#[path = "handoff/doubts.rs"]
mod doubts;
#[path = "../examples/handoff/facts.rs"]
mod facts;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/handoff/ids.rs"]
mod ids;
#[path = "../examples/handoff/judges.rs"]
mod judges;
#[path = "../examples/handoff/pin.rs"]
mod pin;
#[path = "../examples/handoff/place.rs"]
#[expect(dead_code, reason = "no rows are named here")]
mod place;
#[path = "../examples/handoff/ring.rs"]
mod ring;
#[cfg(target_os = "linux")]
#[path = "../examples/handoff/system.rs"]
mod system;
#[path = "../examples/handoff/tasks.rs"]
mod tasks;
#[path = "../examples/handoff/variants.rs"]
#[expect(dead_code, reason = "the pipe's far end is another program")]
mod variants;

use std::time::Duration;

use common::{fitting_text, record, refuses};
use workers::giant_lock::GiantLock;

const TRIPS: u64 = 100;

/// Says yes `TRIPS` times.
fn trips() -> impl FnMut() -> bool + Send + 'static {
    let mut left = TRIPS;
    move || {
        let more = left > 0;
        left = left.saturating_sub(1);
        more
    }
}

#[test]
fn a_ball_between_threads_comes_back_each_time() {
    assert_eq!(variants::std_mpsc(trips()).unwrap(), TRIPS);
    assert_eq!(variants::crossbeam(0, trips()).unwrap(), TRIPS);
    assert_eq!(variants::crossbeam(1, trips()).unwrap(), TRIPS);
    assert_eq!(variants::park(trips()).unwrap(), TRIPS);
    assert_eq!(variants::condvar(trips()).unwrap(), TRIPS);
    assert_eq!(tasks::thread_and_task(trips()).unwrap(), TRIPS);
    let lock = GiantLock::new(Duration::from_millis(5));
    assert_eq!(variants::under_lock(&lock, trips()).unwrap(), TRIPS);
    let lock = Box::leak(Box::new(lock));
    assert_eq!(tasks::under_lock(lock, trips()).unwrap(), TRIPS);
    assert_eq!(lock.waiters(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn the_systems_own_ways_bring_each_ball_back() {
    assert_eq!(system::eventfd(trips()).unwrap(), TRIPS);
    assert_eq!(system::futex(|| (), trips()).unwrap(), TRIPS);
}

#[test]
fn spinning_threads_pass_the_ball_also_on_one_core() {
    let mut left = 3;
    let few = move || {
        left -= 1;
        left >= 0
    };
    assert_eq!(variants::spin(few).unwrap(), 3);
}

#[test]
fn a_game_of_no_throws_ends() {
    assert_eq!(variants::std_mpsc(|| false).unwrap(), 0);
    assert_eq!(variants::park(|| false).unwrap(), 0);
    assert_eq!(variants::condvar(|| false).unwrap(), 0);
    assert_eq!(variants::spin(|| false).unwrap(), 0);
    assert_eq!(ring::of_threads(5, || false).unwrap(), 0);
}

#[test]
fn a_ball_between_tasks_comes_back_each_time() {
    for runtime in [tasks::one_thread(), tasks::two_workers()] {
        let runtime = runtime.unwrap();
        let games = [
            tasks::as_tasks(&runtime, tasks::over_mpsc(trips())),
            tasks::as_tasks(&runtime, tasks::over_oneshot(trips())),
            tasks::as_tasks(&runtime, tasks::over_notify(trips())),
            tasks::in_block_on(&runtime, tasks::over_mpsc(trips())),
        ];
        for ball in games {
            assert_eq!(ball.unwrap(), TRIPS);
        }
    }
}

#[test]
fn a_lap_has_as_many_hops_as_workers() {
    let runtime = tasks::one_thread().unwrap();
    for workers in [1, 2, 7] {
        let hops = TRIPS * workers as u64;
        assert_eq!(ring::of_threads(workers, trips()).unwrap(), hops);
        let ring = ring::of_tasks(workers, trips());
        assert_eq!(tasks::as_tasks(&runtime, ring).unwrap(), hops);
    }
}

#[test]
fn yields_and_polls_are_counted() {
    let runtime = tasks::one_thread().unwrap();
    let _entered = runtime.enter();
    let done = runtime.block_on(tasks::yielding(3, 20).join_all());
    assert_eq!(done, [20, 20, 20]);
    assert_eq!(tasks::empty_polls(7), 7);
}

#[cfg(target_os = "linux")]
#[test]
fn pinning_restores_the_cores_it_found() {
    // Affinity is a thread's own, so that other tests are not concerned.
    let found = pin::allowed().unwrap();
    for core in &found {
        let pinned = pin::to_core(*core).unwrap();
        assert_eq!(pin::allowed().unwrap(), [*core]);
        drop(pinned);
        assert_eq!(pin::allowed().unwrap(), found);
    }
    let pinned = pin::to_one_core().unwrap();
    let inherited = std::thread::spawn(|| pin::allowed().unwrap());
    assert_eq!(inherited.join().unwrap(), found[..1]);
    drop(pinned);
    // No machine that tests this has so many cores.
    assert!(pin::to_core(1_023).is_err());
    assert_eq!(pin::allowed().unwrap(), found);
}

#[cfg(target_os = "linux")]
#[test]
fn two_threads_of_one_core_are_no_two_cores() {
    // Processors 0 and 1, and 2 and 3, share a core each.
    let pairs = |processor: usize| {
        let first = processor / 2 * 2;
        Some(vec![first, first + 1])
    };
    assert_eq!(pin::apart(&[0, 1, 2, 3], pairs), Ok((0, 2)));
    assert_eq!(pin::apart(&[1, 3], pairs), Ok((1, 3)));
    assert!(pin::apart(&[2, 3], pairs).is_err());
    assert!(pin::apart(&[5], pairs).is_err());
    assert!(pin::apart(&[0, 1], |_| None).is_err());
    if let Ok((near, far)) = pin::two_cores() {
        let allowed = pin::allowed().unwrap();
        assert!(near != far && [near, far].iter().all(|c| allowed.contains(c)));
    }
    assert_eq!(pin::processors("0-1,6\n"), Some(vec![0, 1, 6]));
    assert_eq!(pin::processors("3"), Some(vec![3]));
    assert_eq!(pin::processors("none"), None);
}

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("handoff", &["--quick"]);
    // Elsewhere some rows can't be run, and say why.
    let complete = cfg!(target_os = "linux") && record.machine.cores > 1;
    for row in &record.rows {
        let run = row.not_run.is_none();
        assert!(run || !complete, "{}: {:?}", row.id, row.not_run);
        assert_eq!(row.samples.len(), usize::from(run), "{}", row.id);
    }
    let bare = record.rows.iter().filter(|row| row.floor.is_none());
    let bare: Vec<_> = bare.map(|row| row.id.as_str()).collect();
    assert_eq!(bare, ["floor/poll"], "the others have floors");
    common::has_facts(
        facts::FACTS,
        &record,
        &[
            "thread_pinned_us",
            "thread_unpinned_us",
            "floor_pinned_us",
            "task_one_thread_ns",
            "task_two_workers_ns",
            "task_block_on_us",
            "switches_per_thread_round_trip",
            "switches_per_task_round_trip",
            "ring_threads_1000_us",
            "ring_tasks_1000_ns",
            "busy_p99_us",
            "idle_p99_us",
        ],
    );
    let without_value: Vec<_> =
        record.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty() || !complete, "{without_value:?}");
    let near = record.facts["park_over_floor"].value;
    assert!(near.is_some_and(|near| near > 0.0) || !complete, "{near:?}");
    let sum = record.facts["share_percent"].value.unwrap();
    let cost = record.median("pinned/std_mpsc").unwrap() / 2.0;
    assert!((sum - 1_000_000.0 * cost).abs() < 1e-9 * sum);
}

#[test]
fn the_text_fits_a_terminal() {
    let args = ["--quick", "--handoffs-per-second", "1000000"];
    let text = fitting_text("handoff", &args);
    assert!(text.contains("1,000,000 hand-offs a second"), "{text}");
}

#[test]
fn absurd_values_are_refused() {
    refuses(
        "handoff",
        &["--handoffs-per-second", "0"],
        "--handoffs-per-second",
    );
    refuses("handoff", &["--handoffs-per-second", "-1"], "-1");
    refuses("handoff", &["--cost-from", "nowhere"], "nowhere");
    refuses("handoff", &["--cost-from", "floor/poll"], "floor/poll");
    refuses("handoff", &["--cost", "1"], "--cost");
}
