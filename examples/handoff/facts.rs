//! Named values of the rows, for the prose, and the worked sum.

use measure::{Fact, Missing, Record};

/// A quiet web server's requests, or a busy pool's jobs.
pub(crate) const HANDOFFS_PER_SECOND: u64 = 10_000;

/// The row behind the worked sum.
pub(crate) const COST_FROM: &str = "pinned/std_mpsc";

/// The two inputs of the worked sum. A record keeps them only where they
/// are not the defaults.
pub(crate) fn inputs(record: &Record) -> (f64, &str) {
    let rate = record.args.get("handoffs-per-second");
    let rate = rate.and_then(|rate| rate.parse().ok());
    let from = record.arg("cost-from", COST_FROM);
    (rate.unwrap_or(HANDOFFS_PER_SECOND as f64), from)
}

/// Hand-offs in a sample of row `id`: a round trip is two of them, a hop round
/// a ring and a yield are one.
fn handoffs(id: &str) -> f64 {
    let one = id.starts_with("ring_") || id.starts_with("yield");
    if one { 1.0 } else { 2.0 }
}

/// Seconds of one hand-off in row `id`.
pub(crate) fn handoff(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.median(id)? / handoffs(id))
}

/// Seconds that one hand-off in row `id` keeps a processor busy, both ends
/// together. The system counts it for a whole process: it has the busy
/// neighbours' time in it, and lacks that of the process at the far end.
pub(crate) fn processor_time(
    record: &Record,
    id: &str,
) -> Result<f64, Missing> {
    if id.starts_with("busy_") || id.ends_with("/pipe") {
        let reason = "its processor time is not that of the two ends";
        return Err(Missing::Unavailable(reason.into()));
    }
    Ok(record.extra(id, "cpu")? / handoffs(id))
}

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("thread_pinned_us", "µs", "std mpsc, one core", |r| {
            Ok(1e6 * r.median("pinned/std_mpsc")?)
        }),
        fact("thread_unpinned_us", "µs", "std mpsc, any core", |r| {
            Ok(1e6 * r.median("unpinned/std_mpsc")?)
        }),
        fact("park_pinned_us", "µs", "park and unpark, one core", |r| {
            Ok(1e6 * r.median("pinned/park")?)
        }),
        fact("floor_pinned_us", "µs", "bare futex, one core", |r| {
            Ok(1e6 * r.median("pinned/futex")?)
        }),
        fact("floor_apart_us", "µs", "bare futex, a core each", |r| {
            Ok(1e6 * r.median("apart/futex")?)
        }),
        fact("spin_unpinned_ns", "ns", "spinning, any core", |r| {
            Ok(1e9 * r.median("unpinned/spin")?)
        }),
        fact("spin_pinned_ms", "ms", "spinning, one core", |r| {
            Ok(1e3 * r.median("pinned/spin")?)
        }),
        fact("task_one_thread_ns", "ns", "tasks over mpsc, 1 thread", |r| {
            Ok(1e9 * r.median("unpinned/mpsc_one")?)
        }),
        fact("task_two_workers_ns", "ns", "tasks over mpsc, 2 workers", |r| {
            Ok(1e9 * r.median("unpinned/mpsc_two")?)
        }),
        fact("task_block_on_us", "µs", "a task and `block_on`", |r| {
            Ok(1e6 * r.median("unpinned/block_on")?)
        }),
        fact(
            "switches_per_thread_round_trip",
            "",
            "OS switches, std mpsc, one core",
            |r| r.extra("pinned/std_mpsc", "switches"),
        ),
        fact(
            "switches_per_task_round_trip",
            "",
            "OS switches, tasks over mpsc, 1 thread",
            |r| r.extra("unpinned/mpsc_one", "switches"),
        ),
        fact("switches_rendezvous", "", "crossbeam(0), one core", |r| {
            r.extra("pinned/crossbeam_0", "switches")
        }),
        fact("ring_threads_1000_us", "µs", "a hop, 1,000 threads", |r| {
            Ok(1e6 * r.median("ring_threads/1000")?)
        }),
        fact("ring_tasks_1000_ns", "ns", "a hop, 1,000 tasks", |r| {
            Ok(1e9 * r.median("ring_tasks/1000")?)
        }),
        fact("yield_1_ns", "ns", "a yield, one task alone", |r| {
            Ok(1e9 * r.median("yield/1")?)
        }),
        fact("yield_100_ns", "ns", "a yield, 100 tasks", |r| {
            Ok(1e9 * r.median("yield/100")?)
        }),
        fact("idle_p99_us", "µs", "threads, no busy neighbour", |r| {
            Ok(1e6 * r.extra("busy_threads/none", "p99")?)
        }),
        fact("busy_p99_us", "µs", "threads, 2 × cores busy", |r| {
            Ok(1e6 * r.extra("busy_threads/twice", "p99")?)
        }),
        fact("busy_p999_us", "µs", "the slowest of 1,000, busy", |r| {
            Ok(1e6 * r.extra("busy_threads/twice", "p999")?)
        }),
        fact("locked_one_busy_ms", "ms", "locked threads, 1 busy", |r| {
            Ok(1e3 * r.median("busy_locked/one")?)
        }),
        fact("locked_tasks_median_ns", "ns", "locked tasks, median", |r| {
            Ok(1e9 * r.median("busy_locked_tasks/one")?)
        }),
        fact("locked_tasks_longest_ms", "ms", "locked tasks, longest", |r| {
            Ok(1e3 * r.extra("busy_locked_tasks/one", "max")?)
        }),
        fact("handoffs_per_second", "", "input of the worked sum", |r| {
            Ok(inputs(r).0)
        }),
        fact("share_percent", "%", "hand-offs' share of a core", |r| {
            let (rate, from) = inputs(r);
            Ok(100.0 * rate * handoff(r, from)?)
        }),
    ]
}
