//! Drawing of lines: axes, curves with their points, ranges, a crossover.

use super::names::Names;
use super::{Lines, Series, Trace};
use crate::chart::Kind;
use crate::chart::axis::{Axis, Placed, Scale};
use crate::chart::marker::{self, Marker, Side};
use crate::chart::svg::{Anchor, Canvas};
use crate::chart::text::{self, SMALL};

/// Up to so many places of `x` have a tick each; up to so many points of a
/// line are marked each.
const FEW: usize = 12;

impl Lines {
    fn values(&self, of: impl Fn(&(f64, f64)) -> f64) -> Vec<f64> {
        self.series.iter().flat_map(|s| s.points.iter().map(&of)).collect()
    }

    /// The axis with ticks where the data are, as long as those are few.
    fn x_axis(&self, xs: &[f64]) -> Axis {
        let mut at: Vec<_> =
            xs.iter().copied().filter(|x| self.x.places(*x)).collect();
        at.sort_by(f64::total_cmp);
        at.dedup();
        match self.x.at.is_empty() && (2..=FEW).contains(&at.len()) {
            true => self.x.clone().ticks(at),
            false => self.x.clone(),
        }
    }

    pub(in crate::chart) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.series.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let xs = self.values(|p| p.0);
        let mut ys = self.values(|p| p.1);
        let ranges = self.series.iter().flat_map(|s| &s.ranges);
        ys.extend(ranges.flat_map(|(lo, hi)| [*lo, *hi]));
        let mut markers = self.markers.clone();
        let crossing = self.crossover.as_ref().and(self.crossing());
        if let (Some(words), Some((x, _))) = (&self.crossover, crossing) {
            let at = self.x.value_text(x);
            markers.push(Marker::new(x, format!("{words} {at}")));
        }

        let high: f64 = sheet.pick(240.0, 210.0);
        let title = canvas.axis_title(0.0, &self.y.title);
        let high = high.max(Names::least_height(canvas, self));
        // Laid out once to learn how wide the numbers and the names are.
        let up = self.y.lay(ys.clone(), true, (high, 0.0), 5);
        let left = up.ticks().map(|tick| text::width(&tick.1, SMALL));
        let left = left.fold(0.0, f64::max).min(150.0);
        let column = Names::lay(canvas, self, &up, (0.0, high)).column;
        let across = (left + 12.0, sheet.width() - column - 16.0);
        let along = self.x_axis(&xs).lay_across(
            &xs,
            false,
            across,
            sheet.pick(7, 4),
            sheet.width(),
        );
        let signs = marker::lay(sheet.width(), &along, &markers, Side::Above);
        let top = title + signs.height() + 8.0;
        let bottom = top + high;
        // The lowest value of a logarithmic axis is not zero: it stands clear
        // of the edge where zero would be.
        let foot = match self.y.scale {
            Scale::Linear => bottom,
            Scale::Log => bottom - 10.0,
        };
        let up = self.y.lay(ys, true, (foot, top), 5);
        let names = Names::lay(canvas, self, &up, (top, bottom));

        for (y, label) in up.ticks() {
            canvas.line("axis", (left + 8.0, y), (across.1, y));
            canvas.text("t2", (left, y + 4.0), Anchor::End, &label);
        }
        if self.y.scale == Scale::Log {
            canvas.line("axis", (left + 8.0, bottom), (across.1, bottom));
        }
        for (x, label) in along.ticks() {
            canvas.line("axis", (x, bottom), (x, bottom + 5.0));
            canvas.about((x, bottom + 18.0), &label);
        }
        signs.draw(canvas, &[(top - 4.0, bottom)]);
        for series in &self.series {
            ranges_of(canvas, series, &along, &up);
            curve(canvas, series, &along, &up);
        }
        let place = crossing.and_then(|(x, y)| along.at(x).zip(up.at(y)));
        if let Some(at) = place {
            canvas.circle("ring k-other", at, 6.0);
        }
        names.draw(canvas, &along, sheet.width() - column);
        let mut y = bottom + 22.0;
        y += canvas.axis_title_under(&along, y, &self.x.title) + 4.0;
        y + names.key(canvas, self, y)
    }
}

/// Draws one line with its points.
fn curve(canvas: &mut Canvas, series: &Series, along: &Placed, up: &Placed) {
    let kind = series.kind.class();
    let dashed = if series.dashed { " dashed" } else { "" };
    let place = |(x, y): &(f64, f64)| along.at(*x).zip(up.at(*y));
    let places: Vec<_> = series.points.iter().map(place).collect();
    // A point that has no place leaves a gap: nothing is drawn across it.
    for part in places.split(Option::is_none) {
        let part: Vec<_> = part.iter().copied().flatten().collect();
        if part.len() > 1 && series.trace != Trace::Points {
            let stairs = series.trace == Trace::Stairs;
            let line = if stairs { stair(&part) } else { part };
            canvas.polyline(&format!("line {kind}{dashed}"), &line);
        }
    }
    let close = places.len() > FEW;
    if close && series.trace == Trace::Points {
        for at in places.into_iter().flatten() {
            canvas.circle(&format!("fill {kind}"), at, 2.2);
        }
    } else if close {
        let named = series.named_point();
        if let Some(at) = named.as_ref().and_then(place) {
            canvas.shape(series.kind, series.dashed, at);
        }
    } else {
        for at in places.into_iter().flatten() {
            canvas.shape(series.kind, series.dashed, at);
        }
    }
}

fn stair(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let steps = points.windows(2).flat_map(|w| [w[0], (w[1].0, w[0].1)]);
    steps.chain(points.last().copied()).collect()
}

/// Least and greatest as thin lines, or as a band where points stand close.
fn ranges_of(
    canvas: &mut Canvas,
    series: &Series,
    along: &Placed,
    up: &Placed,
) {
    let kind: Kind = series.kind;
    let ranges: Vec<_> = series
        .points
        .iter()
        .zip(&series.ranges)
        .filter_map(|((x, _), (lo, hi))| {
            Some((along.at(*x)?, up.at(*lo)?, up.at(*hi)?))
        })
        .collect();
    if series.points.len() > FEW {
        let lower = ranges.iter().map(|r| (r.0, r.1));
        let upper = ranges.iter().rev().map(|r| (r.0, r.2));
        let outline: Vec<_> = lower.chain(upper).collect();
        if outline.len() > 2 {
            canvas.polygon(&format!("band {}", kind.class()), &outline);
        }
        return;
    }
    for (x, lo, hi) in ranges {
        if lo - hi >= 1.0 {
            canvas.line(&format!("range {}", kind.class()), (x, lo), (x, hi));
        }
    }
}
