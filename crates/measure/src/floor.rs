//! The least time that arithmetic or another measurement allows.

use serde::{Deserialize, Serialize};

/// How much a soft floor may be undercut before a doubt is put on the page:
/// a floor that rests on another measurement shares that measurement's noise.
pub const SOFT_FLOOR_SLACK: f64 = 0.05;

/// How sure a floor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Arithmetic alone, such as rounds × delay: a sample under it is
    /// impossible.
    Hard,
    /// Rests on another measurement, such as sequential ÷ cores: a sample
    /// under it is doubtful.
    Soft,
}

/// The least value that an honest sample of a row can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// In the unit of the row.
    pub value: f64,
    /// Whether undercutting it is impossible or doubtful.
    pub certainty: Certainty,
    /// The arithmetic, for people: `125 rounds × 0.05 s`.
    pub why: String,
}

impl Floor {
    /// A floor that is arithmetic alone.
    pub fn hard(value: f64, why: impl Into<String>) -> Self {
        Self { value, certainty: Certainty::Hard, why: why.into() }
    }

    /// A floor that rests on another measurement.
    pub fn soft(value: f64, why: impl Into<String>) -> Self {
        Self { value, certainty: Certainty::Soft, why: why.into() }
    }

    /// Whether `sample` is under this floor: for a hard floor by anything at
    /// all, for a soft one by more than [`SOFT_FLOOR_SLACK`].
    pub fn is_undercut_by(&self, sample: f64) -> bool {
        match self.certainty {
            Certainty::Hard => sample < self.value,
            Certainty::Soft => sample < self.value * (1.0 - SOFT_FLOOR_SLACK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hard_floor_forgives_nothing() {
        let floor = Floor::hard(6.25, "125 rounds × 0.05 s");
        assert!(floor.is_undercut_by(6.249));
        assert!(!floor.is_undercut_by(6.25));
    }

    #[test]
    fn a_soft_floor_forgives_the_noise_of_its_source() {
        let floor = Floor::soft(1.0, "sequential ÷ 2 cores");
        assert!(!floor.is_undercut_by(0.96));
        assert!(floor.is_undercut_by(0.94));
    }
}
