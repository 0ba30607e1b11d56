//! What libraries warn of, such as mdBook of a footnote that is never used.

use log::{LevelFilter, Log, Metadata, Record};

use crate::system::terminal;
use crate::system::text::plain;

struct Warnings;

impl Log for Warnings {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        about.level() <= LevelFilter::Warn
            && about.target().starts_with("mdbook")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let level = record.level().as_str().to_lowercase();
            let text = plain(&record.args().to_string());
            terminal::write(&format!("{level}: {}", text.trim_end()));
        }
    }

    fn flush(&self) {}
}

/// Begins to show them.
pub(crate) fn show() {
    // Fails only where it was called before.
    if log::set_logger(&Warnings).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}
