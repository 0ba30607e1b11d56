//! What the builder says while it works: on standard error, since standard
//! output belongs to results.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

/// Says things, unless asked to be quiet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    quiet: bool,
}

impl Console {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Says what goes on.
    pub(crate) fn say(self, text: &str) {
        if !self.quiet {
            self.warn(text);
        }
    }

    /// Says what needs attention, also when quiet.
    pub(crate) fn warn(self, text: &str) {
        // Nothing is left to do where standard error is closed.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// A bar over `total` of expected time, on a terminal only.
    pub(crate) fn bar(self, total: Duration) -> Bar {
        let visible = !self.quiet && io::stderr().is_terminal();
        let bar = visible.then(|| {
            let bar = ProgressBar::new(millis(total));
            let style = "{bar:30} {percent:>3} %  {msg}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar
        });
        Bar { bar, console: self }
    }
}

/// A progress bar, or the lines that stand for it in a log.
#[derive(Debug)]
pub(crate) struct Bar {
    bar: Option<ProgressBar>,
    console: Console,
}

impl Bar {
    /// Says a line above the bar.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| self.console.say(text)),
            None => self.console.say(text),
        }
    }

    /// Shows that `done` of the expected time is over.
    pub(crate) fn show(&self, done: Duration, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(message.to_owned());
            bar.set_position(millis(done));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
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
