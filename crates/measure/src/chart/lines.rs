//! Lines: how something grows or goes on, each line named at its end.

mod cross;
mod draw;
mod names;

use super::axis::Axis;
use super::marker::Marker;
use super::{Body, Kind};

/// Growth along a numeric axis, or a course over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// The axis from left to right. Without ticks of its own it has them
    /// where the data are, as long as those are few.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
    /// Values of `x` that the chart points out.
    pub markers: Vec<Marker>,
    /// The words for the place where the first two lines cross.
    pub crossover: Option<String>,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name, drawn beside it.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The least and the greatest value at each point; empty if unknown.
    pub ranges: Vec<(f64, f64)>,
    /// What is drawn between the points.
    pub trace: Trace,
    /// Dashes and hollow points: a bound, a published figure, or a second
    /// line of the same kind.
    pub dashed: bool,
    /// Where its name points.
    pub named: Named,
    /// Its value in words, behind its name; the axis's unit if empty.
    pub value_text: String,
}

/// What is drawn between the points of a [`Series`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// A straight line: the value between two points is between theirs.
    Straight,
    /// A stair: a value holds until the next point.
    Stairs,
    /// Nothing: what is between two points is not known.
    Points,
}

/// The point of a [`Series`] to which its name belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The last one.
    AtEnd,
    /// The highest one.
    AtPeak,
}

impl Lines {
    /// Lines along two axes.
    pub fn new(x: Axis, y: Axis, series: Vec<Series>) -> Lines {
        Lines { x, y, series, markers: Vec::new(), crossover: None }
    }

    /// Points out a value of `x`.
    pub fn marker(mut self, at: f64, label: impl Into<String>) -> Lines {
        self.markers.push(Marker::new(at, label));
        self
    }

    /// Marks the place where the first two lines cross, if they do; the words
    /// are followed by its `x`.
    pub fn crossover(mut self, words: impl Into<String>) -> Lines {
        self.crossover = Some(words.into());
        self
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
        Series {
            label: label.into(),
            kind,
            points: points.into(),
            ranges: Vec::new(),
            trace: Trace::Straight,
            dashed: false,
            named: Named::AtEnd,
            value_text: String::new(),
        }
    }

    /// Draws the line with dashes and hollow points.
    pub fn dashed(mut self) -> Series {
        self.dashed = true;
        self
    }

    /// Sets the least and the greatest value at each point: a thin line
    /// through it, or a band where the points stand close.
    pub fn ranges(mut self, ranges: impl Into<Vec<(f64, f64)>>) -> Series {
        self.ranges = ranges.into();
        self
    }

    /// Sets what is drawn between the points.
    pub fn trace(mut self, trace: Trace) -> Series {
        self.trace = trace;
        self
    }

    /// Lets the name point to the highest point instead of to the last.
    pub fn named_at_peak(mut self) -> Series {
        self.named = Named::AtPeak;
        self
    }

    /// Sets the value behind the name; otherwise the axis's unit is used.
    pub fn value_text(mut self, words: impl Into<String>) -> Series {
        self.value_text = words.into();
        self
    }

    /// The point to which the name belongs.
    fn named_point(&self) -> Option<(f64, f64)> {
        let drawn = || {
            self.points.iter().filter(|p| p.0.is_finite() && p.1.is_finite())
        };
        match self.named {
            Named::AtEnd => drawn().next_back().copied(),
            Named::AtPeak => {
                drawn().max_by(|a, b| a.1.total_cmp(&b.1)).copied()
            }
        }
    }
}
