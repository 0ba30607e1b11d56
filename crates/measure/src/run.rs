//! The runner: clock in, samples out.
//!
//! One warm-up of each row, then round by round through all rows (A B C,
//! A B C …), so that a drift of the machine meets all rows alike.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use crate::floor::{Certainty, Floor};
use crate::fresh;
use crate::record::RowRecord;
use crate::row::{Body, FloorRule, Row, RowError, Sample, WarmUp};
use crate::stats::Summary;

/// Where in a run the runner is; `at` is the reading that ended the sample,
/// so that watching costs no further reading of the clock.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Label of the row that runs next.
    pub label: &'a str,
    /// Samples taken so far, warm-ups included.
    pub done: u64,
    /// Samples to take in all, warm-ups included.
    pub of: u64,
    /// Now.
    pub at: Instant,
}

/// What goes on beside the measurement: progress, calibration.
pub trait Observer {
    /// Before each sample.
    fn before_sample(&mut self, _step: Step<'_>) {}
    /// Between rounds, and before the first.
    fn between_rounds(&mut self) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The rows in the order given.
    pub rows: Vec<RowRecord>,
    /// Sum of the timed regions, warm-ups included.
    pub timed: Duration,
}

/// Why a run was given up.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A row gave no sample.
    #[error("row `{row}`, round {round}: {source}")]
    Row {
        /// The row's id.
        row: String,
        /// The round, counted from 1; 0 is the warm-up.
        round: u32,
        /// What went wrong.
        source: RowError,
    },
    /// A sample is below what arithmetic allows.
    #[error(
        "row `{row}`, round {round}: {sample} {unit} is impossible: below \
         its floor of {floor} {unit} ({why})"
    )]
    Impossible {
        /// The row's id.
        row: String,
        /// The round, counted from 1.
        round: u32,
        /// What was measured.
        sample: f64,
        /// The least that is possible.
        floor: f64,
        /// Unit of both.
        unit: String,
        /// The arithmetic of the floor.
        why: String,
    },
    /// Two rows have the same id.
    #[error("two rows are called `{0}`")]
    Twice(String),
    /// A floor rests on a row that does not exist or was not run.
    #[error(
        "the floor of row `{row}` rests on row `{on}`, which has no samples"
    )]
    FloorWithoutRow {
        /// The row with the floor.
        row: String,
        /// The row it rests on.
        on: String,
    },
}

/// Samples of one row while they come in.
#[derive(Default)]
struct Collected {
    samples: Vec<f64>,
    extra: BTreeMap<String, Vec<f64>>,
    said: BTreeMap<String, String>,
}

/// Runs `rows` for `rounds` rounds after one warm-up. `args` are the
/// program's own arguments, for rows that run in a fresh process.
///
/// # Errors
/// A row fails, answers wrongly or is faster than its hard floor; two rows
/// share an id; a floor rests on a row without samples.
pub fn run(
    mut rows: Vec<Row<'_>>,
    rounds: u32,
    args: &[OsString],
    observer: &mut dyn Observer,
) -> Result<Measured, RunError> {
    refuse_twins(&rows)?;
    let runnable =
        rows.iter().filter(|row| matches!(row.body, Body::Run(_))).count();
    let of = runnable as u64 * (u64::from(rounds) + 1);
    let mut collected: Vec<Collected> = Vec::new();
    collected.resize_with(rows.len(), || Collected {
        samples: Vec::with_capacity(rounds as usize),
        ..Collected::default()
    });
    let mut timed = Duration::ZERO;
    let mut done = 0;
    let mut at = Instant::now();
    for round in 0..=rounds {
        observer.between_rounds();
        for (row, collected) in rows.iter_mut().zip(&mut collected) {
            if matches!(row.body, Body::NotRun(_)) {
                continue;
            }
            observer.before_sample(Step { label: &row.label, done, of, at });
            done += 1;
            let result = match round {
                0 => warm_up(row, args).map(|time| (None, time)),
                _ => once(row, args).map(|(sample, time)| (Some(sample), time)),
            };
            match result {
                Ok((sample, time)) => {
                    timed += time;
                    at += time;
                    sample.into_iter().for_each(|s| collected.keep(s));
                }
                Err(RowError::Unavailable(reason)) => {
                    row.body = Body::NotRun(reason.0);
                    *collected = Collected::default();
                }
                Err(source) => {
                    let row = row.id.clone();
                    return Err(RunError::Row { row, round, source });
                }
            }
        }
        at = Instant::now();
    }
    observer.between_rounds();
    let rows = records(rows, collected)?;
    check_floors(&rows)?;
    Ok(Measured { rows, timed })
}

impl Collected {
    fn keep(&mut self, sample: Sample) {
        self.samples.push(sample.value);
        for (name, value) in sample.extra {
            self.extra.entry(name).or_default().push(value);
        }
        self.said.extend(sample.said);
    }
}

fn refuse_twins(rows: &[Row<'_>]) -> Result<(), RunError> {
    let mut ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(RunError::Twice(pair[0].into())),
        None => Ok(()),
    }
}

fn warm_up(row: &mut Row<'_>, args: &[OsString]) -> Result<Duration, RowError> {
    match &mut row.warm_up {
        WarmUp::None => Ok(Duration::ZERO),
        WarmUp::With(shorter) => Ok(crate::clock::timed(shorter).1),
        WarmUp::Body => once(row, args).map(|(_, time)| time),
    }
}

fn once(
    row: &mut Row<'_>,
    args: &[OsString],
) -> Result<(Sample, Duration), RowError> {
    let (sample, time) = match &mut row.body {
        Body::Run(_) if row.fresh => {
            fresh::run_in_fresh_process(&row.id, args)?
        }
        Body::Run(run) => run()?,
        Body::NotRun(_) => unreachable!("the caller leaves such rows out"),
    };
    let values = sample.extra.values().chain([&sample.value]);
    let odd = values.copied().find(|value| !value.is_finite());
    match odd {
        Some(odd) => Err(RowError::NotANumber(odd)),
        None => Ok((sample, time)),
    }
}

fn records(
    rows: Vec<Row<'_>>,
    collected: Vec<Collected>,
) -> Result<Vec<RowRecord>, RunError> {
    let medians: BTreeMap<String, f64> = rows
        .iter()
        .zip(&collected)
        .filter_map(|(row, collected)| {
            Some((row.id.clone(), Summary::of(&collected.samples)?.median))
        })
        .collect();
    rows.into_iter()
        .zip(collected)
        .map(|(row, collected)| {
            let summary = Summary::of(&collected.samples);
            let floor = match row.floor {
                None => None,
                Some(FloorRule::Fixed(floor)) => Some(floor),
                Some(FloorRule::ShareOf { row: on, divisor, why }) => {
                    if summary.is_none() {
                        None
                    } else if let Some(median) = medians.get(&on) {
                        Some(Floor::soft(median / divisor, why))
                    } else {
                        return Err(RunError::FloorWithoutRow {
                            row: row.id,
                            on,
                        });
                    }
                }
            };
            Ok(RowRecord {
                id: row.id,
                label: row.label,
                unit: row.unit,
                samples: collected.samples,
                median: summary.map(|s| s.median),
                min: summary.map(|s| s.min),
                max: summary.map(|s| s.max),
                floor,
                extra: collected.extra,
                said: collected.said,
                not_run: match row.body {
                    Body::NotRun(reason) => Some(reason),
                    Body::Run(_) => None,
                },
            })
        })
        .collect()
}

/// Refuses samples under a hard floor. Soft floors are left to the page.
///
/// # Errors
/// [`RunError::Impossible`] for the first such sample.
pub fn check_floors(rows: &[RowRecord]) -> Result<(), RunError> {
    for row in rows {
        let Some(floor) = &row.floor else { continue };
        if floor.certainty == Certainty::Soft {
            continue;
        }
        for (round, sample) in (1..).zip(&row.samples) {
            if floor.is_undercut_by(*sample) {
                return Err(RunError::Impossible {
                    row: row.id.clone(),
                    round,
                    sample: *sample,
                    floor: floor.value,
                    unit: row.unit.clone(),
                    why: floor.why.clone(),
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
