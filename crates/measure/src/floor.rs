//! The least time that arithmetic or another measurement allows.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::show;

/// How much a soft floor may be undercut, as a factor, even in a run that
/// showed less noise: five A/A pairs can agree by chance.
pub const LEAST_SLACK: f64 = 1.05;

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

    /// The floor, in seconds, of `rounds` waits one after another.
    pub fn rounds(rounds: usize, wait: Duration) -> Self {
        let (n, wait) = (rounds as f64, wait.as_secs_f64());
        let why = format!("{} × {}", show::count(n), show::seconds(wait));
        Self::hard(n * wait, why)
    }

    /// A floor that rests on another measurement.
    pub fn soft(value: f64, why: impl Into<String>) -> Self {
        Self { value, certainty: Certainty::Soft, why: why.into() }
    }

    /// Whether `value` is under this floor by more than the run's noise (a
    /// factor, see [`crate::noise`]) explains. A hard floor shares no
    /// measurement's noise and forgives nothing.
    pub fn is_undercut_by(&self, value: f64, noise: f64) -> bool {
        match self.certainty {
            Certainty::Hard => value < self.value,
            Certainty::Soft => value * noise.max(LEAST_SLACK) < self.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hard_floor_forgives_nothing() {
        let floor = Floor::hard(6.25, "125 rounds × 0.05 s");
        assert!(floor.is_undercut_by(6.249, 2.0));
        assert!(!floor.is_undercut_by(6.25, 2.0));
    }

    #[test]
    fn a_soft_floor_forgives_the_noise_of_its_source() {
        let floor = Floor::soft(1.0, "sequential ÷ 2 cores");
        assert!(!floor.is_undercut_by(0.96, 1.0));
        assert!(floor.is_undercut_by(0.94, 1.0));
        assert!(!floor.is_undercut_by(0.94, 1.1));
        assert!(floor.is_undercut_by(0.90, 1.1));
    }
}
