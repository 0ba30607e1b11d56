//! Where the ticks of an axis are: round numbers between the ends of the data.

use super::Scale;

/// The part of an axis by which it may outgrow its data to end at a tick.
const STRETCH: f64 = 0.08;

/// About `most` round numbers from `lo` to `hi`. The axis ends where the data
/// end, or at a tick close beyond; it is widened further only where it would
/// have less than two ticks.
pub(super) fn choose(
    scale: Scale,
    (lo, hi): (f64, f64),
    zero: bool,
    most: usize,
) -> ((f64, f64), Vec<f64>) {
    match scale {
        Scale::Linear => linear(lo, hi, zero, most.max(1)),
        Scale::Log => log(lo, hi, most.max(2)),
    }
}

fn linear(
    mut lo: f64,
    mut hi: f64,
    zero: bool,
    most: usize,
) -> ((f64, f64), Vec<f64>) {
    if zero {
        (lo, hi) = (lo.min(0.0), hi.max(0.0));
    }
    if hi - lo <= 1e-9 * lo.abs().max(hi.abs()) {
        // A single value stands in the middle.
        let half = if lo == 0.0 { 1.0 } else { lo.abs() / 2.0 };
        (lo, hi) = if zero { (0.0, 1.0) } else { (lo - half, hi + half) };
    }
    let span = hi - lo;
    // Whole steps from zero, so that no tick reads 0.30000000000000004.
    let counts = |step: f64, slack: f64| {
        let slack = slack * span / step + 1e-9;
        let first = (lo / step - slack).ceil();
        (first, (hi / step + slack).floor())
    };
    let smaller = |most: usize| {
        let rough = span / most as f64;
        steps(rough).find(|step| *step >= rough * 0.999).unwrap_or(rough)
    };
    let step = (most..)
        .map(smaller)
        .find(|step| {
            let (first, last) = counts(*step, 0.0);
            last > first
        })
        .expect("steps become as small as needed");
    let (first, last) = counts(step, STRETCH);
    let ticks: Vec<_> = (0..=(last - first) as usize)
        .map(|i| (first + i as f64) * step)
        .collect();
    ((lo.min(first * step), hi.max(last * step)), ticks)
}

fn log(lo: f64, hi: f64, most: usize) -> ((f64, f64), Vec<f64>) {
    let slack = (hi / lo).powf(STRETCH) * 1.001;
    let within = |ticks: &[f64], slack: f64| -> Vec<f64> {
        let inside = |s: &&f64| **s >= lo / slack && **s <= hi * slack;
        ticks.iter().filter(inside).copied().collect()
    };
    let fine: Vec<f64> =
        steps(lo / slack).take_while(|s| *s <= hi * slack * 10.0).collect();
    let decades: Vec<f64> = {
        let first = (lo / slack).log10().floor() as i32;
        let last = (hi * slack).log10().ceil() as i32;
        (first..=last).map(ten).collect()
    };
    let mut ticks = within(&fine, slack);
    if ticks.len() < 2 && hi > lo * 1.001 {
        // Less than a factor of five: equal steps are nearly equal factors.
        let (_, even) = linear(lo, hi, false, most.min(4));
        let (first, last) = (even[0], even[even.len() - 1]);
        if first > 0.0 {
            return ((lo.min(first), hi.max(last)), even);
        }
    }
    if ticks.len() < 2 {
        // A single value; the widest gap between two steps is 2.5.
        let (lo, hi) = (lo / 2.5, hi * 2.5);
        let inside = |s: &f64| *s >= lo * 0.999 && *s <= hi * 1.001;
        return (
            (lo, hi),
            steps(lo).skip_while(|s| !inside(s)).take_while(inside).collect(),
        );
    }
    if ticks.len() > most {
        let whole = within(&decades, slack);
        if whole.len() >= 2 {
            let stride = (whole.len() - 1).div_ceil(most - 1).max(1);
            ticks = whole.into_iter().step_by(stride).collect();
        } else {
            ticks = vec![ticks[0], ticks[ticks.len() - 1]];
        }
    }
    let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
    ((lo.min(first), hi.max(last)), ticks)
}

/// A round step that divides `lo` to `hi` into at most `most`; for a single
/// value, a tenth of it.
pub(super) fn step(lo: f64, hi: f64, most: usize) -> f64 {
    let size = lo.abs().max(hi.abs());
    let span = match hi - lo > 1e-9 * size {
        true => hi - lo,
        false if size > 0.0 => size / 10.0 * most as f64,
        false => most as f64,
    };
    let rough = span / most.max(1) as f64;
    steps(rough).find(|step| *step >= rough * 0.999).unwrap_or(rough)
}

/// 1, 2 and 5 times the powers of ten, from at most `value` upwards, as far
/// as an axis lets values through.
fn steps(value: f64) -> impl Iterator<Item = f64> {
    let first = (value.log10() - 1e-9).floor() as i32;
    (first..102).flat_map(|e| [1.0, 2.0, 5.0].map(|d| scaled(d, e)))
}

/// Division keeps 0.2 at 0.2, where a product with 0.1 may not.
fn scaled(digit: f64, exponent: i32) -> f64 {
    if exponent < 0 { digit / ten(-exponent) } else { digit * ten(exponent) }
}

fn ten(exponent: i32) -> f64 {
    10f64.powi(exponent)
}
