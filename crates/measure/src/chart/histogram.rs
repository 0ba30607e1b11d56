//! A histogram: how often which value was seen.

use super::axis::{Axis, Scale};
use super::marker::{self, Marker};
use super::svg::{Anchor, Canvas};
use super::text::{self, SMALL};
use super::{Body, Kind};

/// How often which value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The axis of the values, from left to right.
    pub axis: Axis,
    /// The axis of the counts; logarithmic to show single outliers.
    pub counts: Axis,
    /// What did the work.
    pub kind: Kind,
    /// The bins, from left to right.
    pub bins: Vec<Bin>,
    /// Values that the chart points out.
    pub markers: Vec<Marker>,
}

/// How many values lay from `lo` to `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The least value that counts.
    pub lo: f64,
    /// The value from which the next bin counts.
    pub hi: f64,
    /// How many were seen.
    pub count: u64,
}

impl Bin {
    /// `count` values from `lo` to `hi`.
    pub fn new(lo: f64, hi: f64, count: u64) -> Bin {
        Bin { lo, hi, count }
    }
}

impl Histogram {
    /// Bins along `axis`, with a linear axis of counts.
    pub fn new(axis: Axis, kind: Kind, bins: Vec<Bin>) -> Histogram {
        let counts = Axis::linear("");
        Histogram { axis, counts, kind, bins, markers: Vec::new() }
    }

    /// Sets the axis of the counts.
    pub fn counts(mut self, counts: Axis) -> Histogram {
        self.counts = counts;
        self
    }

    /// Points out a value.
    pub fn marker(mut self, at: f64, label: impl Into<String>) -> Histogram {
        self.markers.push(Marker::new(at, label));
        self
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.bins.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let top = canvas.axis_title(0.0, &self.counts.title) + 8.0;
        let bottom = top + sheet.pick(190.0, 170.0);
        let mut ys: Vec<_> = self
            .bins
            .iter()
            .filter(|bin| bin.count > 0)
            .map(|bin| bin.count as f64)
            .collect();
        if self.counts.scale == Scale::Log {
            // Under one, so that a single value has a height.
            ys.push(0.5);
        }
        let up = self.counts.lay(ys, true, (bottom, top), sheet.pick(4, 4));
        let ticks: Vec<_> = up.ticks().collect();
        let left =
            text::widest(ticks.iter().map(|t| t.1.as_str()), SMALL, 150.0);
        let across = (left + 10.0, sheet.width() - sheet.pick(20.0, 8.0));
        let edges = self.bins.iter().flat_map(|bin| [bin.lo, bin.hi]);
        let xs: Vec<_> =
            edges.chain(self.markers.iter().map(|m| m.at)).collect();
        let along = self.axis.lay_across(
            &xs,
            false,
            across,
            sheet.pick(7, 4),
            sheet.width(),
        );

        for (y, label) in ticks {
            canvas.line("axis", (across.0, y), (across.1, y));
            canvas.text("t2", (left, y + 4.0), Anchor::End, &label);
        }
        let class = format!("fill {}", self.kind.class());
        for bin in self.bins.iter().filter(|bin| bin.count > 0) {
            // A bin that begins at zero begins at the edge of a log axis.
            let x1 = along.at(bin.lo).unwrap_or(across.0);
            let (Some(x2), Some(y)) =
                (along.at(bin.hi), up.at(bin.count as f64))
            else {
                continue;
            };
            // One unit between neighbours, if that leaves something.
            let broad = (x2 - x1 - 1.0).max(1.0);
            canvas.rect(&class, (x1, y), (broad, (up.base() - y).max(1.0)));
        }
        // The numbers of the axis are drawn over the markers' lines.
        let title = |canvas: &mut Canvas| {
            let y = bottom + 22.0;
            canvas.axis_title_under(&along, y, &self.axis.title)
        };
        let under = bottom + 24.0 + title(&mut Canvas::new(sheet));
        let ends = (top, under);
        let words = marker::draw(canvas, &along, &self.markers, ends);
        for (x, label) in along.ticks() {
            canvas.line("axis", (x, bottom), (x, bottom + 5.0));
            canvas.about((x, bottom + 18.0), &label);
        }
        title(canvas);
        under + words + 2.0
    }
}

impl From<Histogram> for Body {
    fn from(histogram: Histogram) -> Body {
        Body::Histogram(histogram)
    }
}
