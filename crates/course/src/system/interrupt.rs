//! Ctrl-C and requests to terminate, noticed once and asked for anywhere.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::system::problem::Interrupted;

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
