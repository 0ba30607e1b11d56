//! The marks of one row: bar or dot, range, runs, floor, published figure.

use super::Bar;
use super::draw::{Columns, THICK};
use crate::chart::svg::Canvas;
use std::collections::BTreeSet;

/// Draws the marks about `middle`; returns where the value may begin.
pub(super) fn draw(
    canvas: &mut Canvas,
    columns: &Columns,
    row: &Bar,
    middle: f64,
) -> f64 {
    let placed = &columns.placed;
    let top = middle - THICK / 2.0;
    let base = placed.base();
    let end = row.median_drawn().and_then(|median| placed.at(median));
    if let (Some(end), false) = (end, columns.dots) {
        let long = (end - base).abs().max(1.0);
        canvas.bar(row.kind, (base.min(end), top), (long, THICK));
    }
    if let Some(x) = row.floor.and_then(|floor| placed.at(floor)) {
        canvas.rect("floor", (x - 1.0, top - 3.0), (2.0, THICK + 6.0));
    }
    let places: Vec<_> =
        row.samples.iter().filter_map(|s| placed.at(*s)).collect();
    let (least, most) =
        places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| {
            (a.min(*x), b.max(*x))
        });
    if most - least >= 1.0 {
        canvas.line("range", (least, middle), (most, middle));
    }
    let published = row.published.and_then(|p| placed.at(p));
    if columns.dots {
        // Large enough to be seen around a dot at the same place.
        if let Some(x) = published {
            canvas.diamond((x, middle), 8.0);
        }
        if let Some(end) = end {
            canvas.shape(row.kind, false, (end, middle));
        }
    } else {
        runs(canvas, &places, top);
        if let Some(x) = published {
            canvas.diamond((x, middle), 5.0);
        }
    }
    let far = [end.unwrap_or(base), most, base];
    far.into_iter().fold(placed.span().0, f64::max)
}

/// Each run as a circle, in five lanes; those on the same spot would hide
/// each other, so that one circle stands for them.
fn runs(canvas: &mut Canvas, places: &[f64], top: f64) {
    let mut seen = BTreeSet::new();
    for (i, x) in places.iter().enumerate() {
        let lane = i % 5;
        if seen.insert((lane, (x * 2.0) as i64)) {
            canvas.circle("dot", (*x, top + 3.0 + lane as f64 * 2.3), 1.9);
        }
    }
}
