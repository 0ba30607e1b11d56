//! A scatter of predicted against measured, with a band about the diagonal.

mod draw;

use super::axis::{Axis, Scale};
use super::{Body, Kind};

/// What was predicted against what was measured, both on one logarithmic
/// axis: a point on the diagonal was predicted exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// The axis of both directions; always logarithmic, since a prediction
    /// is wrong by a factor.
    pub axis: Axis,
    /// The points.
    pub points: Vec<Prediction>,
    /// The band reaches from the diagonal ÷ this to the diagonal × this.
    pub factor: f64,
    /// What the value from left to right is.
    pub across: String,
    /// What the value from bottom to top is.
    pub up: String,
}

/// One point of a [`Scatter`].
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Its name.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The value that was predicted.
    pub predicted: f64,
    /// The value that was measured; not a number if it was not.
    pub measured: f64,
}

impl Scatter {
    /// Points along `axis`, with a band of `factor` about the diagonal.
    pub fn new(axis: Axis, factor: f64, points: Vec<Prediction>) -> Scatter {
        Scatter {
            axis: Axis { scale: Scale::Log, ..axis },
            points,
            factor,
            across: "predicted".into(),
            up: "measured".into(),
        }
    }

    /// Sets what the two directions show.
    pub fn directions(
        mut self,
        across: impl Into<String>,
        up: impl Into<String>,
    ) -> Scatter {
        (self.across, self.up) = (across.into(), up.into());
        self
    }
}

impl From<Scatter> for Body {
    fn from(scatter: Scatter) -> Body {
        Body::Scatter(scatter)
    }
}

impl Prediction {
    /// A point with what was predicted and what was measured.
    pub fn new(
        label: impl Into<String>,
        kind: Kind,
        predicted: f64,
        measured: f64,
    ) -> Prediction {
        Prediction { label: label.into(), kind, predicted, measured }
    }

    /// By which factor the prediction is wrong, at least 1.
    pub fn off_by(&self) -> f64 {
        let ratio = self.measured / self.predicted;
        ratio.max(1.0 / ratio)
    }
}
