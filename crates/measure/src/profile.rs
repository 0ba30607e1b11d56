//! The size of a run.

use serde::{Deserialize, Serialize};

/// The size of a run: how large the problems are and how many rounds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// A smoke run: one round of small problems.
    Quick,
    /// The sizes of a default build.
    #[default]
    Standard,
    /// The published sizes, also where that takes minutes.
    Full,
}

/// A value for each size of a run.
#[derive(Clone, Copy, Debug)]
pub struct PerProfile<T> {
    quick: T,
    standard: T,
    full: T,
}

impl<T: Copy> PerProfile<T> {
    /// These three values.
    pub const fn new(quick: T, standard: T, full: T) -> Self {
        Self { quick, standard, full }
    }

    /// The value that belongs to `profile`.
    pub fn of(self, profile: Profile) -> T {
        profile.pick(self.quick, self.standard, self.full)
    }
}

impl Profile {
    /// The value that belongs to this profile.
    pub fn pick<T>(self, quick: T, standard: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Standard => standard,
            Self::Full => full,
        }
    }

    /// The name as records have it.
    pub fn name(self) -> &'static str {
        self.pick("quick", "standard", "full")
    }
}
