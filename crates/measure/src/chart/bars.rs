//! Rows: the median as a bar or a dot, its runs, floors, published figures.

mod draw;
mod marks;

use super::axis::Axis;
use super::{Body, Kind};

/// One row for each median, with its runs: a bar on a linear axis, a dot with
/// its range on a logarithmic one, where a length would mean nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The axis of the values.
    pub axis: Axis,
    /// The rows, from the top.
    pub rows: Vec<Bar>,
    /// The legend's words for the floor.
    pub floor_text: String,
    /// The legend's words for published figures; names their machine.
    pub published_text: String,
}

/// One row of [`Bars`].
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The row's name.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The median, or nothing for a row that was not run.
    pub median: Option<f64>,
    /// Every sample, in the order of the rounds.
    pub samples: Vec<f64>,
    /// The value that no run can be under.
    pub floor: Option<f64>,
    /// The figure of an earlier publication.
    pub published: Option<f64>,
    /// The value in words; for a row that was not run, the reason.
    pub value_text: String,
    /// The heading under which the row stands.
    pub group: Option<String>,
}

impl Bars {
    /// Bars along `axis`.
    pub fn new(axis: Axis, rows: Vec<Bar>) -> Bars {
        Bars {
            axis,
            rows,
            floor_text: "floor: no run can be faster".into(),
            published_text: "published".into(),
        }
    }

    /// Sets the legend's words for the floor.
    pub fn floor_text(mut self, words: impl Into<String>) -> Bars {
        self.floor_text = words.into();
        self
    }

    /// Sets the legend's words for published figures, with their machine.
    pub fn published_text(mut self, words: impl Into<String>) -> Bars {
        self.published_text = words.into();
        self
    }
}

impl From<Bars> for Body {
    fn from(bars: Bars) -> Body {
        Body::Bars(bars)
    }
}

impl Bar {
    /// A row with its median.
    pub fn new(label: impl Into<String>, kind: Kind, median: f64) -> Bar {
        Bar {
            label: label.into(),
            kind,
            median: Some(median),
            samples: Vec::new(),
            floor: None,
            published: None,
            value_text: String::new(),
            group: None,
        }
    }

    /// A row that was not run, with the reason.
    pub fn not_run(
        label: impl Into<String>,
        kind: Kind,
        reason: impl Into<String>,
    ) -> Bar {
        Bar {
            median: None,
            value_text: reason.into(),
            ..Bar::new(label, kind, f64::NAN)
        }
    }

    /// Sets the samples, in the order of the rounds.
    pub fn samples(mut self, samples: impl Into<Vec<f64>>) -> Bar {
        self.samples = samples.into();
        self
    }

    /// Sets the value that no run can be under.
    pub fn floor(mut self, floor: f64) -> Bar {
        self.floor = Some(floor);
        self
    }

    /// Sets the published figure.
    pub fn published(mut self, published: f64) -> Bar {
        self.published = Some(published);
        self
    }

    /// Sets the value in words; otherwise the axis's unit is used.
    pub fn value_text(mut self, words: impl Into<String>) -> Bar {
        self.value_text = words.into();
        self
    }

    /// Sets the heading under which the row stands.
    pub fn group(mut self, heading: impl Into<String>) -> Bar {
        self.group = Some(heading.into());
        self
    }
}
