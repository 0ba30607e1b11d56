//! Axes: from a value to a place on the drawing, and the ticks between.

mod placed;
mod ticks;

use super::text;
pub(super) use placed::{Placed, within};

/// How an axis grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps; includes zero where lengths are compared.
    Linear,
    /// Equal factors; values that are not positive have no place on it.
    Log,
}

/// An axis: its scale and the unit in which values are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// How the axis grows.
    pub scale: Scale,
    /// The unit behind each number, such as `s`; may be empty.
    pub suffix: String,
    /// Values are multiplied by this before they are shown: `1e6` shows
    /// seconds as microseconds. Must be positive.
    pub factor: f64,
    /// What is measured along the axis; may be empty.
    pub title: String,
    /// Values in seconds, each shown in the unit that suits it.
    pub own_units: bool,
    /// Where the ticks are; empty for round numbers, or where the data are.
    pub at: Vec<f64>,
}

impl Axis {
    /// A linear axis in the unit `suffix`.
    pub fn linear(suffix: impl Into<String>) -> Axis {
        Axis {
            scale: Scale::Linear,
            suffix: suffix.into(),
            factor: 1.0,
            title: String::new(),
            own_units: false,
            at: Vec::new(),
        }
    }

    /// A linear axis for values in seconds, shown in the unit that suits the
    /// largest of them.
    pub fn time(largest: f64) -> Axis {
        let (factor, unit) = crate::show::time_unit(largest);
        Axis::linear(unit).factor(factor)
    }

    /// A logarithmic axis in the unit `suffix`.
    pub fn log(suffix: impl Into<String>) -> Axis {
        Axis { scale: Scale::Log, ..Axis::linear(suffix) }
    }

    /// A logarithmic axis for values in seconds, each number in the unit that
    /// suits it: 10 µs, 1 ms, 1 s.
    pub fn log_time() -> Axis {
        Axis { own_units: true, ..Axis::log("s") }
    }

    /// Sets where the ticks are, such as at 1, 2, 4 and 8 workers.
    pub fn ticks(mut self, at: impl Into<Vec<f64>>) -> Axis {
        self.at = at.into();
        self
    }

    /// Sets by what values are multiplied before they are shown.
    pub fn factor(mut self, factor: f64) -> Axis {
        self.factor = factor;
        self
    }

    /// Sets what is measured along the axis.
    pub fn title(mut self, title: impl Into<String>) -> Axis {
        self.title = title.into();
        self
    }

    /// A value in the axis's unit, to three significant digits.
    pub(super) fn value_text(&self, value: f64) -> String {
        let shown = value * self.factor;
        if shown == 0.0 || !shown.is_finite() {
            return self.shown_text(shown);
        }
        let unit = 10f64.powf(shown.abs().log10().floor() - 2.0);
        self.shown_text((shown / unit).round() * unit)
    }

    /// A factor, to two significant digits: `× 5.6`.
    pub(super) fn factor_text(&self, factor: f64) -> String {
        let unit = 10f64.powf(factor.abs().log10().floor() - 1.0);
        format!("× {}", text::number((factor / unit).round() * unit))
    }

    fn shown_text(&self, shown: f64) -> String {
        if !shown.is_finite() {
            return "n/a".into();
        }
        let (factor, unit) = match self.own_units {
            true => crate::show::time_unit(shown),
            false => (1.0, self.suffix.as_str()),
        };
        let number = text::number(shown * factor);
        if unit.is_empty() {
            return number;
        }
        format!("{number}\u{a0}{unit}")
    }

    /// Whether `value` has a place on this axis.
    pub(super) fn places(&self, value: f64) -> bool {
        self.shown(value).is_some()
    }

    /// A round step, in values, that divides `lo` to `hi` into at most `most`.
    pub(super) fn round_step(&self, lo: f64, hi: f64, most: usize) -> f64 {
        let (lo, hi) = (lo * self.factor, hi * self.factor);
        ticks::step(lo, hi, most) / self.factor
    }

    /// The value as shown, or nothing if it has no place on this axis.
    fn shown(&self, value: f64) -> Option<f64> {
        // Far outside of anything measured, and where spans would overflow.
        const HUGE: f64 = 1e100;
        let shown = value * self.factor;
        let fits = shown.is_finite() && shown.abs() < HUGE;
        let placed = self.scale == Scale::Linear || shown > 1.0 / HUGE;
        (fits && placed).then_some(shown)
    }

    /// Lays the axis from pixel `from` to pixel `to` so that it covers all
    /// `values`, with about `ticks` ticks.
    pub(super) fn lay(
        &self,
        values: impl IntoIterator<Item = f64>,
        zero: bool,
        (from, to): (f64, f64),
        ticks: usize,
    ) -> Placed {
        let shown = values.into_iter().filter_map(|v| self.shown(v));
        let (mut lo, mut hi) = shown
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| {
                (lo.min(v), hi.max(v))
            });
        let empty = lo > hi;
        if empty {
            (lo, hi) = (1.0, 1.0);
        }
        let mut at: Vec<_> =
            self.at.iter().filter_map(|v| self.shown(*v)).collect();
        at.sort_by(f64::total_cmp);
        let ends =
            at.iter().fold((lo, hi), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
        let ((lo, hi), ticks) = match ends.0 < ends.1 && !empty {
            true if !at.is_empty() => (ends, at),
            _ => {
                let (ends, round) =
                    ticks::choose(self.scale, (lo, hi), zero, ticks);
                (ends, if at.is_empty() || empty { round } else { at })
            }
        };
        Placed { axis: self.clone(), lo, hi, from, to, ticks }
    }

    /// As [`Axis::lay`], with as many ticks, up to `most`, as have room side by
    /// side on a sheet of this width.
    pub(super) fn lay_across(
        &self,
        values: &[f64],
        zero: bool,
        span: (f64, f64),
        most: usize,
        sheet: f64,
    ) -> Placed {
        let lay = |n| self.lay(values.iter().copied(), zero, span, n);
        let mut placed = (2..=most)
            .rev()
            .map(lay)
            .find(|placed| placed.roomy(sheet).len() == placed.ticks.len())
            .unwrap_or_else(|| lay(1));
        placed.ticks = placed.roomy(sheet);
        placed
    }
}
