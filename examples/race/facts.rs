//! Named values of the rows, for the prose.

use measure::{Fact, Missing, Record};

/// Programs of the model that are right in every order.
pub(crate) const MENDED: [&str; 4] =
    ["model/fetch_add", "model/locked", "model/one_lock", "model/in_order"];

/// Programs of the model that some order breaks.
pub(crate) const WRONG: [&str; 3] =
    ["model/lost", "model/checked_first", "model/as_given"];

/// Runs of row `id` in which updates were lost.
pub(crate) fn lost_runs(record: &Record, id: &str) -> Result<usize, Missing> {
    let lost = record.extras(id, "lost_percent")?;
    Ok(lost.iter().filter(|percent| **percent > 0.0).count())
}

/// Runs of row `id` that came to a standstill.
pub(crate) fn stuck_runs(record: &Record, id: &str) -> Result<usize, Missing> {
    let stuck = record.extras(id, "stuck")?;
    Ok(stuck.iter().filter(|stuck| **stuck == 1.0).count())
}

pub(crate) fn orders(record: &Record, ids: &[&str]) -> Result<f64, Missing> {
    ids.iter().map(|id| record.median(id)).sum()
}

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("lost_percent_median", "%", "lost with work between", |r| {
            r.extra("racy/apart", "lost_percent")
        }),
        fact("lost_runs", "", "runs that lost updates", |r| {
            Ok(lost_runs(r, "racy/apart")? as f64)
        }),
        fact("runs", "", "runs of each variant", |r| {
            Ok(r.samples("racy/apart")?.len() as f64)
        }),
        fact("expected", "", "increments in all", |r| {
            r.extra("racy/apart", "expected")
        }),
        fact("result_median", "", "what the counter showed", |r| {
            r.extra("racy/apart", "result")
        }),
        fact("lost_percent_call", "%", "lost with a call between", |r| {
            r.extra("racy/call", "lost_percent")
        }),
        fact("lost_percent_plain", "%", "lost with nothing between", |r| {
            r.extra("racy/plain", "lost_percent")
        }),
        fact("locked_ns", "ns", "an increment, Mutex", |r| {
            r.extra("exact/locked", "ns")
        }),
        fact("fetch_add_ns", "ns", "an increment, fetch_add", |r| {
            r.extra("exact/fetch_add", "ns")
        }),
        fact("per_thread_adjacent_ns", "ns", "the same, adjacent", |r| {
            r.extra("exact/adjacent", "ns")
        }),
        fact("per_thread_padded_ns", "ns", "the same, padded", |r| {
            r.extra("exact/padded", "ns")
        }),
        fact("per_thread_local_ns", "ns", "the same, in a local", |r| {
            r.extra("exact/local", "ns")
        }),
        fact("fold_billion_s", "s", "a billion additions", |r| {
            r.median("fold/billion")
        }),
        fact("paid_twice", "", "accounts that paid twice", |r| {
            r.median("account/checked_first")
        }),
        fact("accounts", "", "accounts that two threads emptied", |r| {
            r.extra("account/checked_first", "accounts")
        }),
        fact("paid_twice_runs", "", "runs with such accounts", |r| {
            let runs = r.samples("account/checked_first")?;
            Ok(runs.iter().filter(|twice| **twice > 0.0).count() as f64)
        }),
        fact("standstill_runs", "", "runs that stood still", |r| {
            Ok(stuck_runs(r, "transfer/as_given")? as f64)
        }),
        fact("model_schedules", "", "orders the mended ones pass", |r| {
            orders(r, &MENDED)
        }),
        fact("model_lost_schedules", "", "orders of two increments", |r| {
            r.median("model/lost")
        }),
        fact("model_losing_schedules", "", "of these, losing", |r| {
            r.extra("model/lost", "wrong")
        }),
    ]
}
