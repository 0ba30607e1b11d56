//! Lines: how something grows, each line named at its end.

use super::axis::{Axis, Placed};
use super::svg::{Anchor, Canvas, LINE};
use super::text::{self, SMALL};
use super::{Body, Kind};

/// Growth along a numeric axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name, drawn at its end.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Drawn with dashes: a bound, or a second line of the same kind.
    pub dashed: bool,
}

impl Lines {
    /// Lines along two axes.
    pub fn new(x: Axis, y: Axis, series: Vec<Series>) -> Lines {
        Lines { x, y, series }
    }
}

impl From<Lines> for Body {
    fn from(lines: Lines) -> Body {
        Body::Lines(lines)
    }
}

impl Series {
    /// A line through `points`.
    pub fn new(
        label: impl Into<String>,
        kind: Kind,
        points: impl Into<Vec<(f64, f64)>>,
    ) -> Series {
        let points = points.into();
        Series { label: label.into(), kind, points, dashed: false }
    }

    /// Draws the line with dashes.
    pub fn dashed(mut self) -> Series {
        self.dashed = true;
        self
    }
}

/// A line's name at the right, with the end of the line it belongs to.
struct Name {
    end: Option<(f64, f64)>,
    lines: Vec<String>,
    y: f64,
}

impl Name {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE
    }
}

impl Lines {
    pub(super) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.series.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let top = canvas.axis_title(0.0, &self.y.title) + 8.0;
        let labels = self.series.iter().map(|s| s.label.as_str());
        let column = text::widest(labels, SMALL, sheet.pick(190.0, 110.0));
        let names: Vec<_> = self
            .series
            .iter()
            .map(|s| text::wrap(&s.label, SMALL, column))
            .collect();
        let needed = names.iter().map(Vec::len).sum::<usize>() as f64 * LINE;
        let bottom = top + needed.max(sheet.pick(240.0, 210.0));

        let points = || self.series.iter().flat_map(|s| &s.points);
        let ys: Vec<_> = points().map(|p| p.1).collect();
        let up = self.y.lay(ys, true, (bottom, top), sheet.pick(5, 4));
        let ticks: Vec<_> = up.ticks().collect();
        let left =
            text::widest(ticks.iter().map(|t| t.1.as_str()), SMALL, 150.0);
        let across = (left + 12.0, sheet.width() - column - 26.0);
        let xs: Vec<_> = points().map(|p| p.0).collect();
        let along = self.x.lay_across(
            &xs,
            false,
            across,
            sheet.pick(7, 4),
            sheet.width(),
        );

        for (y, label) in ticks {
            canvas.line("axis", (left + 8.0, y), (across.1, y));
            canvas.text("t2", (left, y + 4.0), Anchor::End, &label);
        }
        for (x, label) in along.ticks() {
            canvas.line("axis", (x, bottom), (x, bottom + 5.0));
            canvas.about((x, bottom + 18.0), &label);
        }
        let mut placed = Vec::new();
        for (series, lines) in self.series.iter().zip(names) {
            let end = curve(canvas, series, &along, &up);
            let y = end.map_or(bottom, |end| end.1);
            placed.push(Name { end, lines, y });
        }
        spread(&mut placed, top, bottom);
        for name in &placed {
            write(canvas, name, sheet.width() - column);
        }
        let title =
            canvas.axis_title_under(&along, bottom + 22.0, &self.x.title);
        bottom + 26.0 + title
    }
}

/// Draws one line with its points; returns where it ends.
fn curve(
    canvas: &mut Canvas,
    series: &Series,
    along: &Placed,
    up: &Placed,
) -> Option<(f64, f64)> {
    let kind = series.kind.class();
    let dashed = if series.dashed { " dashed" } else { "" };
    let places: Vec<_> = series
        .points
        .iter()
        .map(|(x, y)| along.at(*x).zip(up.at(*y)))
        .collect();
    // A point that has no place leaves a gap: nothing is drawn across it.
    for part in places.split(Option::is_none) {
        let part: Vec<_> = part.iter().copied().flatten().collect();
        if part.len() > 1 {
            canvas.polyline(&format!("line {kind}{dashed}"), &part);
        }
        for at in part {
            canvas.circle(&format!("fill {kind}"), at, 3.0);
        }
    }
    places.into_iter().flatten().last()
}

/// Moves names apart, as little as needed, and keeps them on the drawing.
fn spread(names: &mut [Name], top: f64, bottom: f64) {
    names.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut free = top - LINE / 2.0;
    for name in names.iter_mut() {
        name.y = (name.y - name.height() / 2.0).max(free);
        free = name.y + name.height();
    }
    let mut free = bottom + LINE / 2.0;
    for name in names.iter_mut().rev() {
        name.y = name.y.min(free - name.height());
        free = name.y;
    }
}

fn write(canvas: &mut Canvas, name: &Name, x: f64) {
    let middle = name.y + name.height() / 2.0;
    if let Some((from, y)) = name.end {
        canvas.line("lead", (from + 5.0, y), (x - 5.0, middle));
    }
    canvas.lines("t2", (x, name.y + 11.5), Anchor::Start, &name.lines);
}
