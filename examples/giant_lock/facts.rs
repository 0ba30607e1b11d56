//! Named values of the rows, for the prose.

use measure::record::RowRecord;
use measure::{Fact, Missing, Record, stats};

/// The number behind the last slash of a row's id.
pub(crate) fn threads(row: &RowRecord) -> usize {
    row.number().map_or(1, |number| number as usize)
}

/// Each wait of a row, over all rounds, in milliseconds.
pub(crate) fn waits(row: &RowRecord) -> Vec<f64> {
    let each = row.extra.iter().filter(|(name, _)| name.starts_with("wait/"));
    each.flat_map(|(_, waits)| waits.iter().copied()).collect()
}

/// A percentile over the waits of all rounds.
pub(crate) fn percentile(
    record: &Record,
    id: &str,
    percent: f64,
) -> Result<f64, Missing> {
    record.samples(id)?;
    record
        .row(id)
        .and_then(|row| stats::percentile(&waits(row), percent))
        .ok_or_else(|| Missing::Extra(id.into(), "wait/…".into()))
}

/// How many waits row `id` has, over all rounds.
pub(crate) fn count(record: &Record, id: &str) -> Result<usize, Missing> {
    record.samples(id)?;
    Ok(record.row(id).map_or(0, |row| waits(row).len()))
}

/// How many waits of row `id` were cut short, over all rounds.
pub(crate) fn cut(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.extras(id, "cut")?.iter().sum())
}

pub(crate) fn speedup(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.ratio("sequential", id)?.median)
}

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("wait_5ms_ms", "ms", "median wait, interval 5 ms", |r| {
            r.median("wait/5ms")
        }),
        fact("wait_500us_ms", "ms", "median wait, interval 0.5 ms", |r| {
            r.median("wait/500us")
        }),
        fact("wait_50us_ms", "ms", "median wait, interval 50 µs", |r| {
            r.median("wait/50us")
        }),
        fact("wait_two_holders_ms", "ms", "median wait, two holders", |r| {
            r.median("busy/2")
        }),
        fact("hoped_waits", "", "waits without hand-over", |r| {
            Ok(count(r, "hoped")? as f64)
        }),
        fact("hoped_cut", "", "of these, cut short", |r| cut(r, "hoped")),
        fact("wait_released_ms", "ms", "median wait, let go for work", |r| {
            r.median("released")
        }),
        fact("wait_without_lock_ms", "ms", "median wait, no lock", |r| {
            r.median("without_lock")
        }),
        fact("longest_5ms_ms", "ms", "longest wait, interval 5 ms", |r| {
            percentile(r, "wait/5ms", 100.0)
        }),
        fact("speedup_locked_8", "×", "8 threads, one lock", |r| {
            speedup(r, "locked/8")
        }),
        fact("speedup_free_8", "×", "8 threads, a lock each", |r| {
            speedup(r, "threads/8")
        }),
        fact("cores_busy_locked_8", "", "cores busy, one lock", |r| {
            r.extra("locked/8", "cores_busy")
        }),
        fact("cores_busy_free_8", "", "cores busy, a lock each", |r| {
            r.extra("threads/8", "cores_busy")
        }),
        fact("sequential_s", "s", "eight jobs, one after another", |r| {
            r.median("sequential")
        }),
        fact("cores", "", "cores this program may use", |r| {
            Ok(r.machine.cores as f64)
        }),
    ]
}
