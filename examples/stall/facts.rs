//! Named values of the rows, for the prose.

use measure::{Fact, Missing, Record};

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("pause_ms", "ms", "what the handler takes", |r| {
            r.extra("one_thread/thread_sleep", "pause_ms")
        }),
        fact("gap_blocking_one_thread_ms", "ms", "thread::sleep", |r| {
            r.median("one_thread/thread_sleep")
        }),
        fact("gap_async_ms", "ms", "tokio sleep, one thread", |r| {
            r.median("one_thread/async_sleep")
        }),
        fact("gap_spawn_blocking_ms", "ms", "spawn_blocking", |r| {
            r.median("one_thread/spawn_blocking")
        }),
        fact("gap_compute_ms", "ms", "CPU loop, one thread", |r| {
            r.median("one_thread/compute")
        }),
        fact("gap_compute_yield_ms", "ms", "CPU loop that yields", |r| {
            r.median("one_thread/compute_yield")
        }),
        fact(
            "gap_one_blocker_two_workers_ms",
            "ms",
            "one thread::sleep on two workers",
            |r| r.median("one_blocker/thread_sleep"),
        ),
        fact(
            "gap_two_blockers_two_workers_ms",
            "ms",
            "two of thread::sleep on two workers",
            |r| r.median("two_blockers/thread_sleep"),
        ),
        fact("gap_from_driver_ms", "ms", "one, woken by the driver", |r| {
            r.median("from_driver/thread_sleep")
        }),
        fact("gap_lifo_ms", "ms", "a child of a parent that blocks", |r| {
            r.median("child/blocked")
        }),
        fact("gap_lifo_cured_ms", "ms", "slowest of the three cures", |r| {
            let cures = ["child/yield", "child/in_place", "child/elsewhere"];
            largest(r, &cures)
        }),
        fact("gap_first_child_ms", "ms", "the first of two children", |r| {
            r.extra("child/two", "first_ms")
        }),
        fact("yield_share_percent", "%", "time away in yields", |r| {
            r.extra("one_thread/compute_yield", "yield_share_percent")
        }),
        fact("yields", "", "yields of the polite loop", |r| {
            r.extra("one_thread/compute_yield", "yields")
        }),
        fact("pool_wait_ms", "ms", "a short job behind a full pool", |r| {
            r.median("pool/full")
        }),
        fact("pool_limited_wait_ms", "ms", "the same, one in turn", |r| {
            r.median("pool/limited")
        }),
        fact("busy_asleep_ms", "ms", "busy time of a blocked sleep", |r| {
            r.extra("one_thread/thread_sleep", "busy_ms")
        }),
        fact("ticks_stalled", "", "ticks beside thread::sleep", |r| {
            r.extra("one_thread/thread_sleep", "ticks")
        }),
        fact("ticks_async", "", "ticks beside the tokio sleep", |r| {
            r.extra("one_thread/async_sleep", "ticks")
        }),
        fact("gap_median_stalled_ms", "ms", "median gap, stalled", |r| {
            r.extra("one_thread/thread_sleep", "gap_median_ms")
        }),
        fact("poll_timer_ns", "ns", "the poll timer, for each poll", |r| {
            Ok(r.median("cost/timed")? - r.median("cost/bare")?)
        }),
        fact("two_clock_reads_ns", "ns", "two reads of the clock", |r| {
            r.median("cost/clock")
        }),
    ]
}

fn largest(record: &Record, ids: &[&str]) -> Result<f64, Missing> {
    ids.iter().try_fold(0.0, |largest: f64, id| {
        record.median(id).map(|value| largest.max(value))
    })
}
