//! A histogram: how often which value was seen.

mod draw;

use super::axis::Axis;
use super::marker::Marker;
use super::{Body, Kind};

/// How often which value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The axis of the values, from left to right.
    pub axis: Axis,
    /// The axis of the counts; on a logarithmic one, which shows single
    /// outliers, bins are strokes instead of bars.
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

    /// Of `values`, in bins whose width is a round number: about thirty from
    /// the least value to the greatest, however close those are.
    pub fn of(axis: Axis, kind: Kind, values: &[f64]) -> Histogram {
        const MOST: usize = 30;
        let seen = || values.iter().copied().filter(|v| axis.places(*v));
        let ends = seen().fold(None, |ends: Option<(f64, f64)>, v| {
            Some(ends.map_or((v, v), |(lo, hi)| (lo.min(v), hi.max(v))))
        });
        let Some((lo, hi)) = ends else {
            return Histogram::new(axis, kind, Vec::new());
        };
        let width = axis.round_step(lo, hi, MOST);
        let place = |v: f64| (v / width + 1e-9).floor();
        let (first, last) = (place(lo), place(hi));
        let mut counts = vec![0; (last - first) as usize + 1];
        for value in seen() {
            counts[(place(value) - first) as usize] += 1;
        }
        let bins = counts.into_iter().enumerate().map(|(i, count)| {
            let lo = first + i as f64;
            Bin::new(lo * width, (lo + 1.0) * width, count)
        });
        Histogram::new(axis, kind, bins.collect())
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
}

impl From<Histogram> for Body {
    fn from(histogram: Histogram) -> Body {
        Body::Histogram(histogram)
    }
}
