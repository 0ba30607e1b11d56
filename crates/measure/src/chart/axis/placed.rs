//! An axis with its bounds and its place on the drawing.

use super::{Axis, Scale};
use crate::chart::text::{self, SMALL};

/// An axis with its bounds and its place.
#[derive(Clone, Debug)]
pub(in crate::chart) struct Placed {
    pub(super) axis: Axis,
    pub(super) lo: f64,
    pub(super) hi: f64,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ticks: Vec<f64>,
}

impl Placed {
    /// Where `value` lies, or nothing if it has no place.
    pub(in crate::chart) fn at(&self, value: f64) -> Option<f64> {
        self.axis.shown(value).map(|shown| self.place(shown))
    }

    /// Where lengths begin: zero, or the low end of a logarithmic axis.
    pub(in crate::chart) fn base(&self) -> f64 {
        match self.axis.scale {
            Scale::Linear => self.place(0.0),
            Scale::Log => self.from,
        }
    }

    /// Each tick's place and text.
    pub(in crate::chart) fn ticks(
        &self,
    ) -> impl Iterator<Item = (f64, String)> {
        self.ticks
            .iter()
            .map(|shown| (self.place(*shown), self.axis.shown_text(*shown)))
    }

    pub(in crate::chart) fn span(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// The length that a factor has on a logarithmic axis.
    pub(in crate::chart) fn length_of(&self, factor: f64) -> Option<f64> {
        let fits = self.axis.scale == Scale::Log && factor > 1.0;
        let part = factor.ln() / (self.hi / self.lo).ln();
        fits.then(|| part * (self.to - self.from).abs())
    }

    fn place(&self, shown: f64) -> f64 {
        let part = match self.axis.scale {
            Scale::Linear => (shown - self.lo) / (self.hi - self.lo),
            Scale::Log => (shown / self.lo).ln() / (self.hi / self.lo).ln(),
        };
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// The ticks whose words have room beside those of the tick before and
    /// beside those of the last, which shows where the axis ends.
    pub(super) fn roomy(&self, sheet: f64) -> Vec<f64> {
        const GAP: f64 = 10.0;
        let ends: Vec<_> = self
            .ticks()
            .map(|(x, label)| {
                let half = text::width(&label, SMALL) / 2.0;
                let x = within(x, half, sheet);
                (x - half, x + half)
            })
            .collect();
        let last = ends.len().saturating_sub(1);
        let mut free = f64::NEG_INFINITY;
        let mut kept = Vec::new();
        for (i, (left, right)) in ends.iter().enumerate() {
            let clear = i == 0 || i == last || right + GAP <= ends[last].0;
            if *left >= free && clear {
                kept.push(self.ticks[i]);
                free = right + GAP;
            }
        }
        kept
    }
}

/// The centre nearest to `x` at which a text is whole.
pub(in crate::chart) fn within(x: f64, half: f64, sheet: f64) -> f64 {
    x.min(sheet - half).max(half)
}
