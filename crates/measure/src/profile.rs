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

impl Profile {
    /// Rounds where `--runs` doesn't say otherwise.
    pub fn rounds(self) -> u32 {
        match self {
            Self::Quick => 1,
            Self::Standard | Self::Full => 5,
        }
    }

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
