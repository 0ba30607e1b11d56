//! Numbers for people: three significant digits and a fitting unit.

use std::time::Duration;

use crate::record::RowRecord;
use crate::rounds::Rounds;
use crate::stats::Summary;

/// `value` with three significant digits and no exponent: `1.70`, `87.0`,
/// `4,000,000`. Below a thousandth there is one: nobody reads `0.0000312`.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "n/a".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    let magnitude = value.abs().log10().floor() as i32;
    let digits = if magnitude < -3 { 1 } else { 3 };
    let mut decimals = (digits - 1 - magnitude).max(0) as usize;
    // 9.996 has three digits before rounding and would get four after.
    let rounded = format!("{value:.decimals$}");
    if decimals > 0
        && rounded
            .parse::<f64>()
            .is_ok_and(|r| r.abs().log10().floor() as i32 > magnitude)
    {
        decimals -= 1;
    }
    let text = format!("{value:.decimals$}");
    if decimals == 0 { with_separators(&text) } else { text }
}

/// A count: no decimals, thousands separated.
pub fn count(value: f64) -> String {
    with_separators(&format!("{value:.0}"))
}

/// Seconds in the unit that suits them: `1.70 s`, `29.0 µs`.
pub fn seconds(value: f64) -> String {
    let (factor, unit) = time_unit(value);
    format!("{} {unit}", number(value * factor))
}

/// The unit that suits `seconds`, and what a value in seconds is multiplied
/// by to be in it.
pub(crate) fn time_unit(seconds: f64) -> (f64, &'static str) {
    match seconds.abs() {
        s if s == 0.0 || s >= 0.9995 => (1.0, "s"),
        s if s >= 0.9995e-3 => (1e3, "ms"),
        s if s >= 0.9995e-6 => (1e6, "µs"),
        _ => (1e9, "ns"),
    }
}

/// A value in the unit that a row or fact has.
pub fn quantity(value: f64, unit: &str) -> String {
    match unit {
        "s" => seconds(value),
        "ms" => seconds(value / 1e3),
        "µs" => seconds(value / 1e6),
        "ns" => seconds(value / 1e9),
        "MiB" if value.abs() >= 1024.0 => {
            format!("{} GiB", number(value / 1024.0))
        }
        "" | "count" => {
            if value.fract() == 0.0 {
                count(value)
            } else {
                number(value)
            }
        }
        _ => format!("{} {unit}", number(value)),
    }
}

/// The median of a row, or `n/a` where it was not run.
pub fn median(row: &RowRecord) -> String {
    row.median.map_or_else(|| "n/a".into(), |m| quantity(m, &row.unit))
}

/// The median of a row; for one that was not run the least it could take, in
/// brackets, where arithmetic tells: `[≥ 100 s]`.
pub fn median_or_bound(row: &RowRecord) -> String {
    bound(row).unwrap_or_else(|| median(row))
}

/// The least that a row which was not run could take, in brackets.
pub fn bound(row: &RowRecord) -> Option<String> {
    row.not_run.as_ref()?;
    let floor = row.floor.as_ref()?;
    Some(format!("[≥ {}]", quantity(floor.value, &row.unit)))
}

/// The counts of a row: `7`, or `6 … 7` where the rounds differ, or `n/a`
/// where it was not run.
pub fn counts(row: &RowRecord) -> String {
    match (row.min, row.max) {
        (Some(min), Some(max)) if min == max => count(min),
        (Some(min), Some(max)) => format!("{} … {}", count(min), count(max)),
        _ => "n/a".into(),
    }
}

/// The ends of a row's samples: `1.68 s … 1.73 s`; a dash for a single run,
/// which has no spread.
pub fn spread(row: &RowRecord) -> String {
    match (row.min, row.max) {
        (Some(min), Some(max)) if row.samples.len() > 1 => format!(
            "{} … {}",
            quantity(min, &row.unit),
            quantity(max, &row.unit)
        ),
        _ => "–".into(),
    }
}

/// A ratio and its ends: `1.95 × (1.87 … 1.98)`.
pub fn ratio(ratio: &Summary) -> String {
    let median = number(ratio.median);
    match ratio.runs {
        1 => format!("{median} ×"),
        _ => format!(
            "{median} × ({} … {})",
            number(ratio.min),
            number(ratio.max)
        ),
    }
}

/// An age in its largest unit: `just now`, `3 min ago`, `2 days ago`. That of
/// a moment still to come, by this clock, is `None`.
pub fn age(age: Option<Duration>) -> String {
    let Some(age) = age else {
        return "at a time still to come by this clock".into();
    };
    let seconds = age.as_secs();
    match seconds {
        0..=59 => "just now".into(),
        60..=3599 => format!("{} min ago", seconds / 60),
        3600..=86399 => format!("{} h ago", seconds / 3600),
        86400..=172_799 => "1 day ago".into(),
        _ => format!("{} days ago", seconds / 86400),
    }
}

/// A row's floor, or a dash where it has none.
pub fn floor(row: &RowRecord) -> String {
    let floor = row.floor.as_ref();
    floor.map_or("–".into(), |floor| quantity(floor.value, &row.unit))
}

/// The median of a row's further value, or a dash where it has none.
pub fn extra(row: &RowRecord, name: &str, unit: &str) -> String {
    let values = row.extra.get(name).map(|values| Rounds::with_gaps(values));
    let summary = values.and_then(|values| values.summary());
    summary.map_or("–".into(), |summary| quantity(summary.median, unit))
}

fn with_separators(digits: &str) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("−", rest),
        None => ("", digits),
    };
    let mut text = String::from(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        assert_eq!(number(1.7), "1.70");
        assert_eq!(number(87.04), "87.0");
        assert_eq!(number(870.4), "870");
        assert_eq!(number(0.01234), "0.0123");
        assert_eq!(number(0.00123), "0.00123");
        assert_eq!(number(0.0000312), "0.00003");
        assert_eq!(number(0.0), "0");
        assert_eq!(number(9.996), "10.0");
        assert_eq!(number(99.96), "100");
        assert_eq!(number(4_000_000.0), "4,000,000");
        assert_eq!(number(f64::NAN), "n/a");
    }

    #[test]
    fn seconds_take_the_unit_that_suits_them() {
        assert_eq!(seconds(1.7), "1.70 s");
        assert_eq!(seconds(0.87), "870 ms");
        assert_eq!(seconds(29e-6), "29.0 µs");
        assert_eq!(seconds(134e-9), "134 ns");
        assert_eq!(seconds(0.9996), "1.00 s");
        assert_eq!(seconds(0.0), "0 s");
    }

    #[test]
    fn a_row_s_unit_does_not_change_how_a_time_reads() {
        assert_eq!(quantity(0.5, "s"), quantity(500.0, "ms"));
        assert_eq!(quantity(2.0, "µs"), quantity(2000.0, "ns"));
    }

    #[test]
    fn counts_are_whole_and_ratios_are_not() {
        assert_eq!(quantity(4_000_000.0, "count"), "4,000,000");
        assert_eq!(quantity(-1234.0, ""), "−1,234");
        assert_eq!(quantity(1.954, "×"), "1.95 ×");
        assert_eq!(quantity(2048.0, "MiB"), "2.00 GiB");
    }

    #[test]
    fn ages_take_their_largest_unit() {
        let age = |seconds| age(Some(Duration::from_secs(seconds)));
        assert_eq!(age(59), "just now");
        assert_eq!(age(200), "3 min ago");
        assert_eq!(age(7300), "2 h ago");
        assert_eq!(age(90_000), "1 day ago");
        assert_eq!(age(400_000), "4 days ago");
    }

    #[test]
    fn a_record_from_the_future_is_not_just_now() {
        assert!(age(None).contains("still to come"));
    }
}
