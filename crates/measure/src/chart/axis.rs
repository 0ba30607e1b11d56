//! Axes: from a value to a place on the drawing, and the ticks between.

use super::text::{self, SMALL};

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
}

impl Axis {
    /// A linear axis in the unit `suffix`.
    pub fn linear(suffix: impl Into<String>) -> Axis {
        Axis {
            scale: Scale::Linear,
            suffix: suffix.into(),
            factor: 1.0,
            title: String::new(),
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
        if shown == 0.0 {
            return self.shown_text(0.0);
        }
        let unit = 10f64.powf(shown.abs().log10().floor() - 2.0);
        self.shown_text((shown / unit).round() * unit)
    }

    fn shown_text(&self, shown: f64) -> String {
        if !shown.is_finite() {
            return "n/a".into();
        }
        let number = text::number(shown);
        if self.suffix.is_empty() {
            return number;
        }
        format!("{number}\u{a0}{}", self.suffix)
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
        if lo > hi {
            (lo, hi) = (1.0, 1.0);
        }
        let ticks = match self.scale {
            Scale::Linear => linear(&mut lo, &mut hi, zero, ticks),
            Scale::Log => log(&mut lo, &mut hi, ticks),
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

/// Ticks of the form 1, 2 or 5 times a power of ten; widens the bounds to
/// the next tick.
fn linear(lo: &mut f64, hi: &mut f64, zero: bool, ticks: usize) -> Vec<f64> {
    let close = (*hi - *lo) <= 1e-9 * lo.abs().max(hi.abs());
    if zero || close {
        *lo = lo.min(0.0);
        *hi = hi.max(0.0);
    }
    if *lo == *hi {
        *hi = 1.0;
    }
    let rough = (*hi - *lo) / ticks.max(1) as f64;
    let step = steps(rough).find(|s| *s >= rough * 0.999).unwrap_or(rough);
    let first = (*lo / step + 1e-9).floor();
    let last = (*hi / step - 1e-9).ceil().max(first + 1.0);
    *lo = first * step;
    *hi = last * step;
    // Whole steps from zero, so that no tick reads 0.30000000000000004.
    (0..=(last - first) as usize).map(|i| (first + i as f64) * step).collect()
}

fn log(lo: &mut f64, hi: &mut f64, most: usize) -> Vec<f64> {
    *lo = steps(*lo).take_while(|s| *s <= *lo * 1.001).last().unwrap_or(*lo);
    *hi = steps(*hi).find(|s| *s >= *hi * 0.999).unwrap_or(*hi);
    if *hi <= *lo * 1.001 {
        *lo /= 2.0;
        *hi *= 2.0;
    }
    let most = most.max(2);
    let inside = |s: &f64| *s <= *hi * 1.001;
    let fine: Vec<f64> = steps(*lo)
        .skip_while(|s| *s < *lo * 0.999)
        .take_while(inside)
        .collect();
    if (2..=most).contains(&fine.len()) {
        return fine;
    }
    let first = (lo.log10() - 1e-9).ceil() as i32;
    let last = (hi.log10() + 1e-9).floor() as i32;
    if last <= first {
        return vec![*lo, *hi];
    }
    let stride = ((last - first) as usize).div_ceil(most - 1).max(1);
    (first..=last).step_by(stride).map(ten).collect()
}

/// 1, 2 and 5 times the powers of ten, from at most `value` upwards, as far
/// as [`Axis::shown`] lets values through.
fn steps(value: f64) -> impl Iterator<Item = f64> {
    let first = (value.log10() - 1e-9).floor() as i32;
    (first..101).flat_map(|e| [1.0, 2.0, 5.0].map(|d| scaled(d, e)))
}

/// Division keeps 0.2 at 0.2, where a product with 0.1 may not.
fn scaled(digit: f64, exponent: i32) -> f64 {
    if exponent < 0 { digit / ten(-exponent) } else { digit * ten(exponent) }
}

fn ten(exponent: i32) -> f64 {
    10f64.powi(exponent)
}

/// An axis with its bounds and its place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    axis: Axis,
    lo: f64,
    hi: f64,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Placed {
    /// Where `value` lies, or nothing if it has no place.
    pub(super) fn at(&self, value: f64) -> Option<f64> {
        self.axis.shown(value).map(|shown| self.place(shown))
    }

    /// Where lengths begin: zero, or the low end of a logarithmic axis.
    pub(super) fn base(&self) -> f64 {
        match self.axis.scale {
            Scale::Linear => self.place(0.0),
            Scale::Log => self.from,
        }
    }

    /// Each tick's place and text.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        self.ticks
            .iter()
            .map(|shown| (self.place(*shown), self.axis.shown_text(*shown)))
    }

    pub(super) fn span(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    fn place(&self, shown: f64) -> f64 {
        let part = match self.axis.scale {
            Scale::Linear => (shown - self.lo) / (self.hi - self.lo),
            Scale::Log => (shown / self.lo).ln() / (self.hi / self.lo).ln(),
        };
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// The ticks whose words have room beside those of the tick before.
    fn roomy(&self, sheet: f64) -> Vec<f64> {
        const GAP: f64 = 12.0;
        let mut free = f64::NEG_INFINITY;
        let mut kept = Vec::new();
        for (shown, (x, label)) in self.ticks.iter().zip(self.ticks()) {
            let half = text::width(&label, SMALL) / 2.0;
            let x = within(x, half, sheet);
            if x - half >= free {
                kept.push(*shown);
                free = x + half + GAP;
            }
        }
        kept
    }
}

/// The centre nearest to `x` at which a text is whole.
pub(super) fn within(x: f64, half: f64, sheet: f64) -> f64 {
    x.min(sheet - half).max(half)
}
