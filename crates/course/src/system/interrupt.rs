//! Ctrl-C and requests to terminate, noticed once and asked for anywhere; the
//! second one ends the builder wherever it is.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::system::group;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The exit code of who was interrupted.
pub(crate) const EXIT_CODE: u8 = 130;

/// Begins to notice. Each step that waits asks [`check`].
pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            group::kill_all();
            // The one exit that is not through main: a step that has not
            // come back since the first time may never do so.
            std::process::exit(EXIT_CODE.into());
        }
    })?;
    Ok(())
}

/// Whether the user wants to stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Fails once the user wants to stop.
pub(crate) fn check() -> Result<(), Interrupted> {
    if requested() { Err(Interrupted) } else { Ok(()) }
}

/// Stops as if the user had asked for it.
pub(crate) fn request() {
    REQUESTED.store(true, Ordering::Relaxed);
}

/// Ctrl-C or a request to terminate: exit code 130.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted; the last good book and all records are kept")
    }
}

impl std::error::Error for Interrupted {}
