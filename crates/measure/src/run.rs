//! The runner: clock in, samples out.
//!
//! One warm-up of each row, then round by round through all rows, forwards
//! and backwards in turn (A B C, A C B …), so that a drift of the machine
//! meets all rows alike and no row always follows the same one. A baseline
//! row runs first and once more last in each round: what its two runs differ
//! by is the run's own noise ([`crate::noise`]).

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
    /// A floor rests on a row that does not exist.
    #[error(
        "the floor of row `{row}` rests on row `{on}`, which does not exist"
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
    again: Vec<f64>,
    extra: BTreeMap<String, Vec<Option<f64>>>,
    said: BTreeMap<String, String>,
}

/// How often and with what a run's rows are measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Rounds after the warm-up.
    pub rounds: u32,
    /// Ids of the rows that run first and last in each round. One that this
    /// run doesn't have is passed over.
    pub baselines: &'a [&'a str],
    /// The program's own arguments, for rows that run in a fresh process.
    pub args: &'a [OsString],
}

/// Runs `rows` round by round after one warm-up.
///
/// # Errors
/// A row fails, answers wrongly or is faster than its hard floor; two rows
/// share an id; a floor rests on a row that does not exist.
pub fn run(
    mut rows: Vec<Row<'_>>,
    plan: Plan<'_>,
    observer: &mut dyn Observer,
) -> Result<Measured, RunError> {
    refuse_twins(&rows)?;
    refuse_missing_floors(&rows)?;
    let order = Order::of(&rows, plan.baselines);
    let of = order.samples(&rows, plan.rounds);
    let mut collected: Vec<Collected> = Vec::new();
    collected.resize_with(rows.len(), Collected::default);
    let mut timed = Duration::ZERO;
    let mut done = 0;
    let mut at = Instant::now();
    for round in 0..=plan.rounds {
        observer.between_rounds();
        for turn in order.turns(round) {
            let row = &mut rows[turn.row];
            if matches!(row.body, Body::NotRun(_)) {
                continue;
            }
            observer.before_sample(Step { label: &row.label, done, of, at });
            done += 1;
            let result = match round {
                0 => warm_up(row, plan.args).map(|time| (None, time)),
                _ => once(row, plan.args)
                    .map(|(sample, time)| (Some(sample), time)),
            };
            match result {
                Ok((sample, time)) => {
                    timed += time;
                    at += time;
                    let collected = &mut collected[turn.row];
                    sample.into_iter().for_each(|s| {
                        collected.keep(s, turn.again);
                    });
                }
                Err(RowError::Unavailable(reason)) => {
                    row.body = Body::NotRun(reason.0);
                    collected[turn.row] = Collected::default();
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
    let rows = records(rows, collected);
    check_floors(&rows)?;
    Ok(Measured { rows, timed })
}

/// In which order the rounds go through the rows.
struct Order {
    warm_up: Vec<Turn>,
    forwards: Vec<Turn>,
    backwards: Vec<Turn>,
}

/// One sample of a round: which row, and whether it is a baseline's second.
#[derive(Clone, Copy)]
struct Turn {
    row: usize,
    again: bool,
}

impl Order {
    fn of(rows: &[Row<'_>], baselines: &[&str]) -> Self {
        let is_baseline = |i: &usize| baselines.contains(&rows[*i].id.as_str());
        let turn = |row| Turn { row, again: false };
        let (baselines, others): (Vec<_>, Vec<_>) =
            (0..rows.len()).partition(is_baseline);
        let first = || baselines.iter().copied().map(turn);
        let last =
            || baselines.iter().map(|row| Turn { row: *row, again: true });
        let others = others.into_iter().map(turn);
        Self {
            warm_up: first().chain(others.clone()).collect(),
            forwards: first().chain(others.clone()).chain(last()).collect(),
            backwards: first().chain(others.rev()).chain(last()).collect(),
        }
    }

    fn turns(&self, round: u32) -> &[Turn] {
        match round {
            0 => &self.warm_up,
            odd if odd % 2 == 1 => &self.forwards,
            _ => &self.backwards,
        }
    }

    /// The samples of a whole run, warm-ups included.
    fn samples(&self, rows: &[Row<'_>], rounds: u32) -> u64 {
        let runnable = |turns: &[Turn]| {
            let runs = |t: &&Turn| matches!(rows[t.row].body, Body::Run(_));
            turns.iter().filter(runs).count() as u64
        };
        runnable(&self.warm_up) + u64::from(rounds) * runnable(&self.forwards)
    }
}

impl Collected {
    fn keep(&mut self, sample: Sample, again: bool) {
        if again {
            self.again.push(sample.value);
            return;
        }
        // Rounds before this one that had no such value keep their places.
        let before = self.samples.len();
        self.samples.push(sample.value);
        for (name, value) in sample.extra {
            let values = self.extra.entry(name).or_default();
            values.resize(before, None);
            values.push(Some(value));
        }
        self.said.extend(sample.said);
    }
}

fn refuse_missing_floors(rows: &[Row<'_>]) -> Result<(), RunError> {
    for row in rows {
        if let Some(FloorRule::ShareOf { row: on, .. }) = &row.floor
            && !rows.iter().any(|other| other.id == *on)
        {
            let (row, on) = (row.id.clone(), on.clone());
            return Err(RunError::FloorWithoutRow { row, on });
        }
    }
    Ok(())
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

fn records(rows: Vec<Row<'_>>, collected: Vec<Collected>) -> Vec<RowRecord> {
    let medians: BTreeMap<String, f64> = rows
        .iter()
        .zip(&collected)
        .filter_map(|(row, collected)| {
            Some((row.id.clone(), Summary::of(&collected.samples)?.median))
        })
        .collect();
    let rows = rows.into_iter().zip(collected);
    rows.map(|(row, collected)| record_of(row, collected, &medians)).collect()
}

/// A floor whose base row could not be run is no floor.
fn record_of(
    row: Row<'_>,
    mut collected: Collected,
    medians: &BTreeMap<String, f64>,
) -> RowRecord {
    let summary = Summary::of(&collected.samples);
    let floor = match row.floor {
        Some(FloorRule::Fixed(floor)) => Some(floor),
        Some(FloorRule::ShareOf { row: on, divisor, why }) => summary
            .and(medians.get(&on))
            .map(|median| Floor::soft(median / divisor, why)),
        None => None,
    };
    let rounds = collected.samples.len();
    collected.extra.values_mut().for_each(|v| v.resize(rounds, None));
    RowRecord {
        id: row.id,
        label: row.label,
        unit: row.unit,
        samples: collected.samples,
        again: collected.again,
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
    }
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
        let runs = [&row.samples, &row.again];
        for (round, sample) in runs.into_iter().flat_map(|s| (1..).zip(s)) {
            if *sample < floor.value {
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
