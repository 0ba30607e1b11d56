//! What a build measures, and how.

use std::time::Duration;

use measure::Profile;

use crate::system::console::Console;

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) profile: Profile,
    /// Also what is fresh.
    pub(crate) again: bool,
    /// In the place of each run's own timeout.
    pub(crate) timeout: Option<Duration>,
    pub(crate) console: Console,
}
