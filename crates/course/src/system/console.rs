//! What the builder says while it works: on standard error, since standard
//! output belongs to results.

use std::io::{self, Write as _};

use anyhow::Context as _;

use crate::system::terminal;

/// Says things, unless asked to be quiet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    quiet: bool,
}

impl Console {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Whether only what needs attention is said.
    pub(crate) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Says what goes on.
    pub(crate) fn say(self, text: &str) {
        if !self.quiet {
            self.warn(text);
        }
    }

    /// Says what needs attention, also when quiet.
    pub(crate) fn warn(self, text: &str) {
        terminal::write(text);
    }
}

/// Writes a result; a reader who has seen enough is no failure.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("can't write the result")
        }
        _ => Ok(()),
    }
}
