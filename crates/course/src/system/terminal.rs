//! Standard error, where one line may be drawn over again and again.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

/// The line that is drawn: there is one standard error, so there is one line.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes a line that stays, above the one that is drawn.
pub(crate) fn write(text: &str) {
    let write = || {
        // Nothing is left to do where standard error is closed.
        let _ = writeln!(io::stderr(), "{text}");
    };
    match &*DRAWN.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Makes `bar` the line that is drawn, or ends that.
pub(crate) fn draw(bar: Option<ProgressBar>) {
    *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Whether a line can be drawn over.
pub(crate) fn can_redraw() -> bool {
    io::stderr().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
