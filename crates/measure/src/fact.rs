//! Named values for the prose, computed from a record.

use crate::record::{FactRecord, Missing, Record};
use crate::rounds::Rounds;

/// A named value of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// Name within the experiment; that of a time or a size ends in its
    /// unit: `process_start_8_s`, `lost_percent_median`.
    pub name: &'static str,
    /// Unit for people: `s`, `ms`, `×`, `%` …; empty for a count.
    pub unit: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    value: Value,
}

#[derive(Clone, Copy, Debug)]
enum Value {
    Median(&'static str),
    Extra(&'static str, &'static str),
    Ratio(&'static str, &'static str),
    Rounds(fn(&Record) -> Result<Rounds, Missing>),
    Of(fn(&Record) -> Result<f64, Missing>),
}

impl Fact {
    /// A value that `value` computes.
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        value: fn(&Record) -> Result<f64, Missing>,
    ) -> Self {
        Self { name, unit, about, value: Value::Of(value) }
    }

    /// The median of the numbers that `rounds` computes, one a round.
    pub const fn rounds(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        rounds: fn(&Record) -> Result<Rounds, Missing>,
    ) -> Self {
        Self { name, unit, about, value: Value::Rounds(rounds) }
    }

    /// The median of row `row`, in the unit that the name ends in: that of a
    /// row in seconds is put into milliseconds for `…_ms`.
    pub const fn median(
        name: &'static str,
        row: &'static str,
        about: &'static str,
    ) -> Self {
        Self { name, unit: unit_of(name), about, value: Value::Median(row) }
    }

    /// The median of row `row`'s further value `extra`, in the unit that the
    /// name ends in.
    pub const fn extra(
        name: &'static str,
        row: &'static str,
        extra: &'static str,
        about: &'static str,
    ) -> Self {
        let value = Value::Extra(row, extra);
        Self { name, unit: unit_of(name), about, value }
    }

    /// How many times as long row `over` takes as row `under`: the median of
    /// the ratios within each round.
    pub const fn ratio(
        name: &'static str,
        over: &'static str,
        under: &'static str,
        about: &'static str,
    ) -> Self {
        Self { name, unit: "×", about, value: Value::Ratio(over, under) }
    }

    /// Computes the fact from `record`.
    pub fn of(&self, record: &Record) -> FactRecord {
        let value = match self.value {
            Value::Median(row) => {
                let times = scale(row_unit(record, row), self.unit);
                record.median(row).map(|value| value * times)
            }
            Value::Extra(row, extra) => {
                // As [`crate::row::Sample::with`] has it.
                let unit = match unit_of(extra) {
                    "" => row_unit(record, row),
                    unit => unit,
                };
                let times = scale(unit, self.unit);
                record.extra(row, extra).map(|value| value * times)
            }
            Value::Ratio(over, under) => {
                record.ratio(over, under).map(|ratio| ratio.median)
            }
            Value::Rounds(rounds) => rounds(record).and_then(|rounds| {
                let summary = rounds.summary().ok_or(Missing::NoRound)?;
                Ok(summary.median)
            }),
            Value::Of(value) => value(record),
        };
        let (value, reason) = match value {
            Ok(value) if value.is_finite() => (Some(value), None),
            Ok(value) => (None, Some(format!("the sum gave {value}"))),
            Err(missing) => (None, Some(missing.to_string())),
        };
        FactRecord { value, unit: self.unit.into(), reason }
    }
}

fn row_unit<'a>(record: &'a Record, id: &str) -> &'a str {
    record.row(id).map_or("", |row| row.unit.as_str())
}

/// What a value in unit `from` is multiplied by to be in unit `to`; 1 where
/// the two are no times.
fn scale(from: &str, to: &str) -> f64 {
    let per_second = |unit| match unit {
        "s" => Some(1.0),
        "ms" => Some(1e3),
        "µs" => Some(1e6),
        "ns" => Some(1e9),
        _ => None,
    };
    per_second(to).zip(per_second(from)).map_or(1.0, |(to, from)| to / from)
}

/// The unit that `name` ends in: that of `thread_us` is `µs`. A name without
/// such an end is that of a count.
const fn unit_of(name: &str) -> &'static str {
    const UNITS: [(&[u8], &str); 8] = [
        (b"_s", "s"),
        (b"_ms", "ms"),
        (b"_us", "µs"),
        (b"_ns", "ns"),
        (b"_kib", "KiB"),
        (b"_mib", "MiB"),
        (b"_bytes", "bytes"),
        (b"_percent", "%"),
    ];
    let mut i = 0;
    while i < UNITS.len() {
        if ends_with(name.as_bytes(), UNITS[i].0) {
            return UNITS[i].1;
        }
        i += 1;
    }
    ""
}

const fn ends_with(name: &[u8], end: &[u8]) -> bool {
    if name.len() < end.len() {
        return false;
    }
    let mut i = 0;
    while i < end.len() {
        if name[name.len() - end.len() + i] != end[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RecordBuilder;

    fn record() -> Record {
        RecordBuilder::new("demo")
            .row("one", "s", &[2.0, 4.0, 6.0])
            .extra("peak_mib", &[1.0, 2.0, 9.0])
            .row("two", "s", &[1.0, 2.0, 2.0])
            .build()
    }

    #[test]
    fn the_usual_facts_need_no_code() {
        let value = |fact: Fact| fact.of(&record()).value.unwrap();
        assert_eq!(value(Fact::median("a_s", "one", "")), 4.0);
        assert_eq!(value(Fact::extra("a_mib", "one", "peak_mib", "")), 2.0);
        // Of the ratios 2, 2 and 3, not of the medians 4 and 2.
        assert_eq!(value(Fact::ratio("a", "one", "two", "")), 2.0);
        let ratios: fn(&Record) -> _ = |r| r.ratios("two", "one");
        assert_eq!(value(Fact::rounds("a", "×", "", ratios)), 0.5);
    }

    #[test]
    fn the_name_says_the_unit() {
        let unit = |name| Fact::median(name, "one", "").unit;
        assert_eq!(
            ["a_s", "a_us", "a_mib", "lost_percent", "runs", "s"].map(unit),
            ["s", "µs", "MiB", "%", "", ""]
        );
    }

    #[test]
    fn a_time_is_put_into_the_unit_of_the_name() {
        let record = RecordBuilder::new("demo")
            .row("one", "s", &[0.5])
            .extra("p99", &[0.75])
            .extra("gap_ms", &[4.0])
            .extra("count", &[7.0])
            .build();
        let value = |fact: Fact| fact.of(&record).value.unwrap();
        assert_eq!(value(Fact::median("a_us", "one", "")), 5e5);
        assert_eq!(value(Fact::extra("a_ms", "one", "p99", "")), 750.0);
        assert_eq!(value(Fact::extra("a_us", "one", "gap_ms", "")), 4e3);
        assert_eq!(value(Fact::extra("a", "one", "count", "")), 7.0);
    }

    #[test]
    fn a_fact_without_value_says_why() {
        let value = Fact::median("three_s", "three", "").of(&record());
        assert_eq!(value.value, None);
        assert!(value.reason.unwrap().contains("`three`"));
    }

    #[test]
    fn a_division_by_zero_is_no_fact() {
        let value = Fact::new("x", "", "", |_| Ok(1.0 / 0.0)).of(&record());
        assert_eq!(value.value, None);
        assert_eq!(value.reason.unwrap(), "the sum gave inf");
    }
}
