//! cargo's own progress, shown in the builder's line.

use std::process::Command;
use std::sync::{Arc, Weak};

use crate::system::child::Streams;
use crate::system::console::Console;
use crate::system::line::Line;
use crate::system::terminal;
use crate::system::text::plain;

/// The width of cargo's bar, of which only the words are shown.
const WIDTH: &str = "120";

/// Words that begin a line which tells what cargo does now. All other lines are
/// of the compiler, and for whoever wrote the program.
const STEPS: [&str; 7] = [
    "Blocking",
    "Compiling",
    "Downloaded",
    "Downloading",
    "Finished",
    "Locking",
    "Updating",
];

/// Words before a bar.
const BARS: [&str; 3] = ["Building", "Downloading", "Fetch"];

/// Makes cargo tell how far it is, and shows that in `line`.
pub(crate) fn followed(
    command: &mut Command,
    line: &Arc<Line>,
    console: Console,
) -> Streams {
    if console.is_quiet() {
        command.arg("--quiet");
    }
    command.env("CARGO_TERM_PROGRESS_WHEN", "always");
    command.env("CARGO_TERM_PROGRESS_WIDTH", WIDTH);
    let redrawn = terminal::can_redraw();
    if redrawn && std::env::var_os("NO_COLOR").is_none() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    // Whoever holds cargo's standard error must not hold the line with it.
    let line = Arc::downgrade(line);
    Streams {
        errors: Some(Box::new(move |text| {
            heard(text, &line, console, redrawn);
        })),
        ..Streams::default()
    }
}

fn heard(text: &str, line: &Weak<Line>, console: Console, redrawn: bool) {
    let show = |now: &str| {
        if let Some(line) = line.upgrade() {
            line.show(now);
        }
    };
    match said(text) {
        Said::Nothing => {}
        Said::Bar(now) => show(&now),
        Said::Step(now) if redrawn => show(&now),
        Said::Step(_) => console.say(text),
        Said::Message => console.warn(text),
    }
}

/// What a line of cargo's is.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    /// An empty line that clears the bar, or the word that all is done.
    Nothing,
    /// The bar: how many of how many, and which.
    Bar(String),
    /// What it does now.
    Step(String),
    /// Of the compiler.
    Message,
}

fn said(text: &str) -> Said {
    let shown = plain(text);
    let trimmed = shown.trim();
    let first = trimmed.split(' ').next().unwrap_or_default();
    let bar = trimmed.split_once(" [").and_then(|(name, rest)| {
        let (_, rest) = rest.split_once("] ")?;
        BARS.contains(&name).then_some((name, rest))
    });
    match (bar, first) {
        (Some(("Building", rest)), _) => {
            let (count, names) = rest.split_once(": ").unwrap_or((rest, ""));
            let count = count.replace('/', " of ");
            Said::Bar(format!("{count}: {names}"))
        }
        (Some((name, rest)), _) => Said::Bar(format!("{name} {rest}")),
        (None, "Finished") => Said::Nothing,
        (None, word) if STEPS.contains(&word) => Said::Step(trimmed.into()),
        // A line without a word clears the bar. One without anything stands
        // between the compiler's messages.
        (None, "") if !text.is_empty() => Said::Nothing,
        _ => Said::Message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_how_many_of_how_many_and_which() {
        let bar = "\u{1b}[K    Building [=====>     ] 12/40: race(example)  ";
        let now = "12 of 40: race(example)";
        assert_eq!(said(bar), Said::Bar(now.into()));
    }

    #[test]
    fn steps_are_told_from_the_compiler_s_messages() {
        let step = "\u{1b}[1m\u{1b}[32m   Compiling\u{1b}[0m tokio v1.54.0";
        assert_eq!(said(step), Said::Step("Compiling tokio v1.54.0".into()));
        assert_eq!(said("    Finished `release` profile"), Said::Nothing);
        assert_eq!(said("\u{1b}[K"), Said::Nothing);
        for message in ["error: no", " --> a.rs:1:1", "", "  | Compiling"] {
            assert_eq!(said(message), Said::Message, "{message}");
        }
    }
}
