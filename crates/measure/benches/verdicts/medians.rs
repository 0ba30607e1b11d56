//! The usual rule, for comparison: the medians decide, whatever the rounds
//! say, and a machine that was not quiet excuses a failure.

use measure::Record;
use measure::record::{RowRecord, Verdict};
use measure::stats::Summary;

use crate::noise::requote;

/// Below this quietness, in percent, a failure counted as "too noisy to
/// tell" while this book used the rule.
const QUIET_PERCENT: f64 = 90.0;

/// `record` with the median of each row in all of its rounds, and without
/// signs of noise: the verdict on it rests on the medians alone.
pub(crate) fn only(record: &Record) -> Record {
    let mut flat = record.clone();
    flat.quietness = Some(100.0);
    flat.rows.iter_mut().for_each(flatten);
    flat
}

/// What the rule says of `record` where its medians say `verdict`.
pub(crate) fn excused(record: &Record, verdict: Verdict) -> Verdict {
    let quiet = record.quietness.is_none_or(|q| q >= QUIET_PERCENT);
    match verdict {
        Verdict::Fails if !quiet => Verdict::Untestable,
        verdict => verdict,
    }
}

fn flatten(row: &mut RowRecord) {
    if let Some(summary) = Summary::of(&row.samples) {
        row.samples.fill(summary.median);
    }
    requote(row);
    row.again.clear();
    for values in row.extra.values_mut() {
        let known: Vec<f64> = values.iter().copied().flatten().collect();
        if let Some(summary) = Summary::of(&known) {
            values.fill(Some(summary.median));
        }
    }
}
