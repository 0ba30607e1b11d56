//! Two conditions for each row, as two dots joined by a line.

mod draw;

use super::axis::Axis;
use super::{Body, Kind};

/// Two conditions, such as pinned and unpinned, for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// The axis of the values, as a rule logarithmic.
    pub axis: Axis,
    /// The rows, from the top.
    pub rows: Vec<Pair>,
    /// The names of the first condition and of the second.
    pub names: (String, String),
}

/// One row of [`Pairs`].
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The row's name.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The value under the first condition; not a number if not measured.
    pub first: f64,
    /// The value under the second condition; not a number if not measured.
    pub second: f64,
    /// Both values in words; empty for the axis's unit.
    pub texts: (String, String),
}

impl Pairs {
    /// Rows along `axis`, with the names of the two conditions.
    pub fn new(
        axis: Axis,
        first: impl Into<String>,
        second: impl Into<String>,
        rows: Vec<Pair>,
    ) -> Pairs {
        Pairs { axis, rows, names: (first.into(), second.into()) }
    }
}

impl From<Pairs> for Body {
    fn from(pairs: Pairs) -> Body {
        Body::Pairs(pairs)
    }
}

impl Pair {
    /// A row with its two values.
    pub fn new(
        label: impl Into<String>,
        kind: Kind,
        first: f64,
        second: f64,
    ) -> Pair {
        let texts = (String::new(), String::new());
        Pair { label: label.into(), kind, first, second, texts }
    }

    /// Sets both values in words; otherwise the axis's unit is used.
    pub fn texts(
        mut self,
        first: impl Into<String>,
        second: impl Into<String>,
    ) -> Pair {
        self.texts = (first.into(), second.into());
        self
    }

    fn words(&self, axis: &Axis) -> [String; 2] {
        let own = [&self.texts.0, &self.texts.1];
        let values = [self.first, self.second];
        [0, 1].map(|i| match own[i].trim() {
            "" => axis.value_text(values[i]),
            words => words.to_string(),
        })
    }
}
