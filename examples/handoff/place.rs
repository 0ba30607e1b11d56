//! Where a row runs: on one core or on any.

use measure::{BodyError, Row, Sample};

use crate::pin;

/// The group of a pair that is pinned or not.
pub(crate) fn name(pinned: bool) -> &'static str {
    if pinned { "pinned" } else { "unpinned" }
}

/// What the other groups add to their name where they are pinned.
pub(crate) fn suffix(pinned: bool) -> &'static str {
    if pinned { "_pinned" } else { "" }
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
