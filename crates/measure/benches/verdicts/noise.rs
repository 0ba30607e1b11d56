//! Ways in which a machine spoils a measurement, done to a record.
//!
//! Each is a factor for every time in the record: samples, second runs of
//! baselines, and further values whose name ends in a unit of time. Counts
//! and sizes stay as they are. The quietness that the run would have shown is
//! set beside it.

use fastrand::Rng;
use measure::Record;
use measure::record::RowRecord;
use measure::stats::Summary;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Noise {
    /// The rounds drawn anew, with replacement: no noise but the record's.
    None,
    /// One other busy program on each core. Each row gets about half of what
    /// it had, and some rows more of it than others, in all rounds alike.
    BothLoaded,
    /// One other busy program: rows that find the free core are as fast as
    /// ever, others half as fast.
    OneLoaded,
    /// Now and then the hypervisor takes the processor away for a while.
    StealBursts,
    /// One round in which something else ran.
    SlowRound,
    /// The second half of the run on a machine that is half as fast.
    SlowHalf,
    /// A machine that gets slower by a third from the first to the last row.
    Drift,
    /// One core a quarter slower than the other; the scheduler picks.
    UnequalCores,
}

impl Noise {
    pub(crate) const ALL: [Self; 8] = [
        Self::None,
        Self::BothLoaded,
        Self::OneLoaded,
        Self::StealBursts,
        Self::SlowRound,
        Self::SlowHalf,
        Self::Drift,
        Self::UnequalCores,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::BothLoaded => "both cores loaded",
            Self::OneLoaded => "one core loaded",
            Self::StealBursts => "steal in bursts",
            Self::SlowRound => "one slow round",
            Self::SlowHalf => "slow second half",
            Self::Drift => "drift",
            Self::UnequalCores => "a fast and a slow core",
        }
    }

    /// Quietness of such a run, as a share of that of the record.
    fn quietness(self, rng: &mut Rng) -> f64 {
        match self {
            Self::None | Self::UnequalCores => 1.0,
            Self::BothLoaded => between(rng, 0.45, 0.55),
            Self::OneLoaded => between(rng, 0.65, 0.8),
            Self::StealBursts => between(rng, 0.85, 0.95),
            Self::SlowRound => between(rng, 0.9, 1.0),
            Self::SlowHalf => between(rng, 0.7, 0.85),
            Self::Drift => between(rng, 0.83, 0.9),
        }
    }

    /// A record of the same run under this noise.
    pub(crate) fn spoil(self, record: &Record, rng: &mut Rng) -> Record {
        let mut spoilt = record.clone();
        let rounds = record.rows.iter().map(|row| row.samples.len()).max();
        let rounds = rounds.unwrap_or(0);
        let drawn: Vec<usize> =
            (0..rounds).map(|_| rng.usize(..rounds)).collect();
        let slow_round = rng.usize(..rounds.max(1));
        let count = record.rows.len().max(1);
        for (place, row) in spoilt.rows.iter_mut().enumerate() {
            draw_anew(row, &drawn);
            // How much more or less than others this row suffers.
            let bias = between(rng, 0.75, 1.33);
            for round in 0..row.samples.len() {
                let mut factor = |last: bool| {
                    let place = if last { count } else { place };
                    let at = (round * count + place) as f64
                        / (rounds * count).max(1) as f64;
                    self.factor(rng, bias, round == slow_round, at)
                };
                let first = factor(false);
                let again = factor(true);
                slow_down(row, round, first, again);
            }
            requote(row);
        }
        let share = self.quietness(rng);
        spoilt.quietness = record.quietness.map(|percent| percent * share);
        spoilt
    }

    /// The factor of one sample; `at` is how far through the run it is.
    fn factor(self, rng: &mut Rng, bias: f64, slow: bool, at: f64) -> f64 {
        match self {
            Self::None => 1.0,
            Self::BothLoaded => 2.0 * bias * between(rng, 0.85, 1.2),
            Self::OneLoaded => match rng.bool() {
                true => 1.0 + bias * between(rng, 0.4, 0.9),
                false => 1.0,
            },
            Self::StealBursts => match rng.f64() < 0.15 {
                // Mostly short, seldom long.
                true => 1.0 - 0.5 * rng.f64().max(1e-6).ln(),
                false => 1.0,
            },
            Self::SlowRound => {
                if slow {
                    between(rng, 1.2, 3.0)
                } else {
                    1.0
                }
            }
            Self::SlowHalf => {
                if at >= 0.5 {
                    2.0 * between(rng, 0.9, 1.1)
                } else {
                    1.0
                }
            }
            Self::Drift => 1.0 + at / 3.0,
            Self::UnequalCores => {
                if rng.bool() {
                    1.25
                } else {
                    1.0
                }
            }
        }
    }
}

fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.f64()
}

/// The rounds `drawn` of the record instead of its own: what was measured
/// side by side stays so.
fn draw_anew(row: &mut RowRecord, drawn: &[usize]) {
    fn pick<T: Copy>(values: &mut Vec<T>, drawn: &[usize]) {
        // A row that was given up earlier than others has fewer rounds.
        if values.len() == drawn.len() {
            *values = drawn.iter().map(|round| values[*round]).collect();
        }
    }
    pick(&mut row.samples, drawn);
    pick(&mut row.again, drawn);
    row.extra.values_mut().for_each(|values| pick(values, drawn));
}

/// Makes the times of a round longer. A wait that arithmetic fixes gets only
/// what is above its floor made longer: noise delays its end.
fn slow_down(row: &mut RowRecord, round: usize, first: f64, again: f64) {
    if is_time(&row.unit) {
        let floor =
            row.floor.as_ref().map_or(0.0, |floor| match floor.certainty {
                measure::floor::Certainty::Hard => floor.value,
                measure::floor::Certainty::Soft => 0.0,
            });
        let longer = |v: f64, by: f64| floor + (v - floor).max(0.0) * by;
        row.samples[round] = longer(row.samples[round], first);
        if let Some(value) = row.again.get_mut(round) {
            *value = longer(*value, again);
        }
    }
    for (name, values) in &mut row.extra {
        if name.rsplit_once('_').is_some_and(|(_, end)| is_time(end))
            && let Some(Some(value)) = values.get_mut(round)
        {
            *value *= first;
        }
    }
}

fn is_time(unit: &str) -> bool {
    matches!(unit, "s" | "ms" | "us" | "µs" | "ns")
}

/// Quotes the samples that the row has now.
pub(crate) fn requote(row: &mut RowRecord) {
    let summary = Summary::of(&row.samples);
    row.median = summary.map(|summary| summary.median);
    row.min = summary.map(|summary| summary.min);
    row.max = summary.map(|summary| summary.max);
}
