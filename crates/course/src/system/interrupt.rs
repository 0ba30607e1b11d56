//! Ctrl-C and requests to terminate, noticed once and asked for anywhere.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Begins to notice. Each step that waits asks [`check`].
pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| REQUESTED.store(true, Ordering::Relaxed))?;
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
