//! Named values of the rows, for the prose.

use measure::Fact;

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::extra("pause_ms", ONE_SLEEP, PAUSE_MS, "what the handler takes"),
    Fact::median("gap_blocking_one_thread_ms", ONE_SLEEP, "thread::sleep"),
    Fact::median("gap_async_ms", ONE_ASYNC, "tokio sleep, one thread"),
    Fact::median("gap_spawn_blocking_ms", ONE_SPAWN, "spawn_blocking"),
    Fact::median("gap_compute_ms", ONE_COMPUTE, "CPU loop, one thread"),
    Fact::median("gap_compute_yield_ms", ONE_YIELD, "CPU loop that yields"),
    Fact::median(
        "gap_one_blocker_two_workers_ms",
        BLOCKER_SLEEP,
        "one thread::sleep on two workers",
    ),
    Fact::median(
        "gap_two_blockers_two_workers_ms",
        TWO_SLEEP,
        "two of thread::sleep on two workers",
    ),
    Fact::median("gap_from_driver_ms", DRIVER_SLEEP, "woken by the driver"),
    Fact::median("gap_lifo_ms", CHILD_BLOCKED, "child of a blocked parent"),
    Fact::rounds("gap_lifo_cured_ms", "ms", "slowest of the cures", |r| {
        let [first, others @ ..] = CHILD_CURED;
        others.iter().try_fold(r.rounds(first)?, |slowest, id| {
            Ok(slowest.paired(&r.rounds(id)?, f64::max))
        })
    }),
    Fact::extra(
        "gap_first_child_ms",
        CHILD_TWO,
        FIRST_MS,
        "the first of two children",
    ),
    Fact::extra(
        "yield_share_percent",
        ONE_YIELD,
        YIELD_SHARE,
        "time away in yields",
    ),
    Fact::extra("yields", ONE_YIELD, YIELDS, "yields of the polite loop"),
    Fact::median("pool_wait_ms", POOL_FULL, "short job, full pool"),
    Fact::median("pool_limited_wait_ms", POOL_LIMITED, "the same, in turn"),
    Fact::extra("busy_asleep_ms", ONE_SLEEP, BUSY_MS, "busy in a sleep"),
    Fact::extra("ticks_stalled", ONE_SLEEP, TICKS, "beside thread::sleep"),
    Fact::extra("ticks_async", ONE_ASYNC, TICKS, "beside the tokio sleep"),
    Fact::extra(
        "gap_median_stalled_ms",
        ONE_SLEEP,
        GAP_MEDIAN_MS,
        "median gap, stalled",
    ),
    Fact::rounds("poll_timer_ns", "ns", "the poll timer, a poll", |r| {
        Ok(r.rounds(COST_TIMED)?.minus(&r.rounds(COST_BARE)?))
    }),
    Fact::median("two_clock_reads_ns", COST_CLOCK, "two clock reads"),
];
