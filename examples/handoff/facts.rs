//! Named values of the rows, for the prose, and the worked sum.

use measure::{Fact, Missing, Record, Rounds};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("thread_pinned_us", PINNED_MPSC, "std mpsc, one core"),
    Fact::median("thread_unpinned_us", UNPINNED_MPSC, "std mpsc, any core"),
    Fact::median("park_pinned_us", PINNED_PARK, "park, one core"),
    Fact::median("floor_pinned_us", PINNED_FUTEX, "floor program, one core"),
    Fact::median("floor_apart_us", APART, "floor program, a core each"),
    Fact::ratio("park_over_floor", PINNED_PARK, PINNED_FUTEX, "one core"),
    Fact::ratio("condvar_over_floor", PINNED_CONDVAR, PINNED_FUTEX, "one core"),
    Fact::median("spin_unpinned_ns", UNPINNED_SPIN, "spinning, any core"),
    Fact::median("spin_pinned_ms", PINNED_SPIN, "spinning, one core"),
    Fact::median("task_one_thread_ns", UNPINNED_TASKS, "tasks, 1 thread"),
    Fact::median("task_two_workers_ns", TWO_WORKERS, "tasks, 2 workers"),
    Fact::median("task_block_on_us", BLOCK_ON, "a task and `block_on`"),
    Fact::extra(
        "switches_per_thread_round_trip",
        PINNED_MPSC,
        SWITCHES,
        "OS switches, std mpsc, one core",
    ),
    Fact::extra(
        "switches_per_task_round_trip",
        UNPINNED_TASKS,
        SWITCHES,
        "OS switches, tasks over mpsc, 1 thread",
    ),
    Fact::extra(
        "switches_rendezvous",
        PINNED_RENDEZVOUS,
        SWITCHES,
        "crossbeam(0), one core",
    ),
    Fact::median("ring_threads_1000_us", RING_THREADS_1000, "1,000 threads"),
    Fact::median("ring_tasks_1000_ns", RING_TASKS_1000, "1,000 tasks"),
    Fact::median("yield_1_ns", YIELD_1, "a yield, one task alone"),
    Fact::median("yield_100_ns", YIELD_100, "a yield, 100 tasks"),
    Fact::extra("idle_p99_us", THREADS_NONE, P99, "threads, none busy"),
    Fact::extra("busy_p99_us", THREADS_TWICE, P99, "threads, 2 × cores busy"),
    Fact::extra("busy_p999_us", THREADS_TWICE, P999, "slowest of 1,000, busy"),
    Fact::median("locked_one_busy_ms", LOCKED_ONE, "locked threads, 1 busy"),
    Fact::median("locked_tasks_median_ns", LOCKED_TASKS_ONE, "locked tasks"),
    Fact::extra(
        "locked_tasks_longest_ms",
        LOCKED_TASKS_ONE,
        MAX,
        "locked tasks, longest",
    ),
    Fact::new("handoffs_per_second", "", "input of the worked sum", |r| {
        Ok(inputs(r).0)
    }),
    Fact::rounds("share_percent", "%", "hand-offs' share of a core", |r| {
        let (rate, from) = inputs(r);
        Ok(handoff(r, from)?.times(100.0 * rate))
    }),
];

/// The two inputs of the worked sum. A record without options has no rate.
pub(crate) fn inputs(record: &Record) -> (f64, &str) {
    let rate = record.option("handoffs-per-second").parse();
    (rate.unwrap_or(f64::NAN), record.option("cost-from"))
}

/// Hand-offs in a sample of row `id`: a round trip is two of them, a hop round
/// a ring and a yield are one.
fn handoffs(id: &str) -> f64 {
    let one = id.starts_with("ring_") || id.starts_with(YIELD);
    if one { 1.0 } else { 2.0 }
}

/// Seconds of one hand-off in row `id`.
pub(crate) fn handoff(record: &Record, id: &str) -> Result<Rounds, Missing> {
    Ok(record.rounds(id)?.times(handoffs(id).recip()))
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
    Ok(record.extra(id, CPU)? / handoffs(id))
}
