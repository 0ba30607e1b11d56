//! Where a row runs: on one core or on any.

use measure::{BodyError, Row, Sample};

use crate::ids::*;
use crate::pin;

/// The group of a pair that is pinned or not.
pub(crate) fn name(pinned: bool) -> &'static str {
    if pinned { PINNED } else { UNPINNED }
}

/// What the other groups add to their name where they are pinned.
pub(crate) fn suffix(pinned: bool) -> &'static str {
    if pinned { "_pinned" } else { "" }
}

/// Gives a row the floor of tasks: an empty poll for each hand-off of a sample.
pub(crate) fn above_polls(row: Row<'static>, handoffs: f64) -> Row<'static> {
    let why = if handoffs > 1.0 { "two empty polls" } else { "one empty poll" };
    row.floor_share_of(POLL, 1.0 / handoffs, why)
}

/// Whether this system lets a program pin its threads.
pub(crate) struct Places {
    refused: Option<String>,
}

impl Places {
    pub(crate) fn new(tried: Result<(), BodyError>) -> Self {
        Self { refused: tried.err().map(|error| error.to_string()) }
    }

    /// Why it does not.
    pub(crate) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Gives a row its floor, for `handoffs` in a sample. Between threads that
    /// are pinned to one core each needs a switch, as in the floor program. Two
    /// threads that are awake on two cores need none: nothing bounds those
    /// from below but the work of a few instructions.
    pub(crate) fn floored(
        &self,
        row: Row<'static>,
        pinned_threads: bool,
        handoffs: f64,
    ) -> Row<'static> {
        let measured = self.refused.is_none() && cfg!(target_os = "linux");
        if pinned_threads && measured {
            // A round trip of the floor program is two hand-offs.
            let divisor = 2.0 / handoffs;
            let why = match divisor > 1.0 {
                true => "half a trip of the floor program",
                false => "floor program",
            };
            return row.floor_share_of(PINNED_FUTEX, divisor, why);
        }
        above_polls(row, handoffs)
    }

    /// A row in a process of its own: pinned threads would leak into later
    /// rows, and unpinned ones are to start from the same state.
    pub(crate) fn row(
        &self,
        pinned: bool,
        id: String,
        label: impl Into<String>,
        measure: impl FnMut() -> Result<Sample, BodyError> + 'static,
    ) -> Row<'static> {
        let mut measure = measure;
        if !pinned {
            return Row::sampled(id, label, "s", measure).in_fresh_process();
        }
        if let Some(reason) = &self.refused {
            return Row::not_run(id, label, "s", reason);
        }
        let pinned = move || {
            let _pinned = pin::to_one_core()?;
            measure()
        };
        Row::sampled(id, label, "s", pinned).in_fresh_process()
    }
}
