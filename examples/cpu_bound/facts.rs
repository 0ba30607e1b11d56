//! Named values of the rows, for the prose.

use measure::record::RowRecord;
use measure::{Fact, Missing, Record};

/// Speed-up of row `id` over sequential, from the ratios within each round.
pub(crate) fn speedup(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.ratio("sequential", id)?.median)
}

/// How many workers a row has.
pub(crate) fn workers(row: &RowRecord) -> usize {
    row.number().map_or(1, |number| number as usize)
}

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("sequential_s", "s", "eight jobs, one after another", |r| {
            r.median("sequential")
        }),
        fact("speedup_threads_2", "×", "2 threads over sequential", |r| {
            speedup(r, "threads/2")
        }),
        fact("speedup_threads_4", "×", "4 threads over sequential", |r| {
            speedup(r, "threads/4")
        }),
        fact("speedup_rayon", "×", "rayon's pool over sequential", |r| {
            speedup(r, "rayon")
        }),
        fact("speedup_processes_2", "×", "2 processes over sequential", |r| {
            speedup(r, "processes/2")
        }),
        fact("process_start_8_s", "s", "start 8 worker processes", |r| {
            r.median("start/8")
        }),
        fact("speedup_tasks", "×", "async tasks on one thread", |r| {
            speedup(r, "tasks")
        }),
        fact("speedup_locked_4", "×", "4 threads under one lock", |r| {
            Ok(r.ratio("unlocked", "locked/4")?.median)
        }),
        fact("speedup_half_locked_4", "×", "4 threads, half locked", |r| {
            Ok(r.ratio("unlocked", "half_locked/4")?.median)
        }),
        fact("join_inside_ns", "ns", "rayon::join inside the pool", |r| {
            r.median("join/inside")
        }),
        fact("join_main_ns", "ns", "rayon::join called from main", |r| {
            r.median("join/main")
        }),
        fact("cores", "", "cores this program may use", |r| {
            Ok(r.machine.cores as f64)
        }),
        fact("published_size_s", "s", "the lectures' size, sequential", |r| {
            r.median("published/sequential")
        }),
        fact("published_over_here", "×", "CPython (A) over here", |r| {
            let published =
                measure::published::cell("cpu_bound/A sequential 1");
            let published = published.ok_or_else(|| {
                Missing::Unavailable("the published cell is gone".into())
            })?;
            Ok(published.value() / r.median("published/sequential")?)
        }),
    ]
}
