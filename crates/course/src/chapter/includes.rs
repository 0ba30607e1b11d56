//! Fills in what the chapters include, as mdBook does, and so knows where
//! each part of the text comes from.
//!
//! mdBook logs a missing file and goes on, and puts nothing at all in the
//! place of a missing anchor. Here both are told.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::chapter::part::{Missing, part};
use crate::system::problem::{Place, Problem};
use crate::system::text::line_of;

/// mdBook's own limit.
const DEPTH: usize = 10;

/// The words that put a file's text into the chapter's.
const INCLUDING: [&str; 4] =
    ["include", "rustdoc_include", "playground", "playpen"];

/// As mdBook finds what it replaces, also within code.
static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \\\{\{\#.*\}\}      # escaped, up to the last braces of the line
        |
        \{\{\s*
        \#([a-zA-Z0-9_]+)   # the word
        \s+
        ([^}]+)             # what follows it
        \}\}",
    )
    .unwrap()
});

/// A text with its includes filled in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filled {
    /// The text as mdBook gives it.
    pub(crate) text: String,
    /// Where its parts begin, and where they come from.
    pub(crate) parts: Vec<Part>,
    /// Where a backslash stood before a marker.
    pub(crate) escaped: Vec<usize>,
    /// Where an include stands that could not be filled in.
    pub(crate) failed: Vec<usize>,
}

/// A part of a text and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Where it begins.
    pub(crate) start: usize,
    /// Where it stands in the author's file, or where its include does.
    pub(crate) written: usize,
    /// Whether it comes from another file.
    pub(crate) is_included: bool,
}

impl Filled {
    /// Fills in `raw`, a chapter in folder `folder` that messages call `file`.
    pub(crate) fn of(
        raw: &str,
        folder: &Path,
        file: &str,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut fill = |found: &Captures<'_>, what| {
            let at = found.get(0).map_or(0, |all| all.start());
            let line = Some(line_of(raw, at));
            let place = Place { file: file.into(), line };
            let Problem { what, next, .. } = what;
            problems.push(Problem::at(&place, what, next));
        };
        filled(raw, folder, 0, &mut fill)
    }

    fn push(&mut self, text: &str, written: usize) {
        let start = self.text.len();
        self.parts.push(Part { start, written, is_included: false });
        self.text.push_str(text);
    }

    fn push_included(&mut self, included: Self, written: usize) {
        let start = self.text.len();
        self.parts.push(Part { start, written, is_included: true });
        self.text.push_str(&included.text);
        let moved = |at: Vec<usize>| at.into_iter().map(move |at| start + at);
        self.escaped.extend(moved(included.escaped));
        self.failed.extend(moved(included.failed));
    }
}

/// `fail` is told of each failure and of the include of this text in which it
/// is.
fn filled(
    text: &str,
    folder: &Path,
    depth: usize,
    fail: &mut dyn FnMut(&Captures<'_>, Problem),
) -> Filled {
    let mut out = Filled::default();
    let mut done = 0;
    for found in MARKER.captures_iter(text) {
        let Some(all) = found.get(0) else { continue };
        let range = all.range();
        let (word, rest) = match (found.get(1), found.get(2)) {
            (Some(word), Some(rest)) => (word.as_str(), rest.as_str()),
            _ => {
                out.push(&text[done..range.start], done);
                out.escaped.push(out.text.len());
                // Without the backslash.
                out.push(&text[range.start + 1..range.end], range.start + 1);
                done = range.end;
                continue;
            }
        };
        let mut words = rest.split_whitespace();
        let target = match (word, words.next()) {
            ("title", _) => None,
            (word, Some(target)) if INCLUDING.contains(&word) => Some(target),
            _ => continue,
        };
        out.push(&text[done..range.start], done);
        done = range.end;
        // The title of the page; nothing stands in its place.
        let Some(target) = target else { continue };
        let problem = |(why, next): Missing| {
            Problem::new(format!("`{}` {why}", all.as_str()), next)
        };
        if depth >= DEPTH {
            let why = "is the eleventh include within an include".to_owned();
            let next = "break the circle of files that include each other";
            fail(&found, problem((why, next.into())));
            continue;
        }
        match included(word, target, words, folder) {
            Ok((included, folder)) => {
                let mut fail =
                    |_: &Captures<'_>, problem| fail(&found, problem);
                let included = filled(&included, &folder, depth + 1, &mut fail);
                out.push_included(included, range.start);
            }
            Err(why) => {
                fail(&found, problem(why));
                out.failed.push(out.text.len());
                done = range.start;
            }
        }
    }
    out.push(&text[done..], done);
    out
}

/// What the include of `target` puts into the text, and the folder from which
/// its own includes start.
fn included<'w>(
    word: &str,
    target: &str,
    attributes: impl Iterator<Item = &'w str>,
    folder: &Path,
) -> Result<(String, PathBuf), Missing> {
    let is_program = word.starts_with("play");
    let (path, which) = match target.split_once(':') {
        Some((path, which)) if !is_program => (path, Some(which)),
        _ => (target, None),
    };
    let path = folder.join(path);
    let text = fs::read_to_string(&path).map_err(|error| {
        (
            format!("can't be read: {error}"),
            format!(
                "mend the path (it starts from the file that includes), or \
                 create `{}`",
                path.display()
            ),
        )
    })?;
    let text = match is_program {
        false => part(&text, which, word == "rustdoc_include")?,
        true => {
            let attributes: Vec<&str> = attributes.collect();
            let comma = if attributes.is_empty() { "" } else { "," };
            let newline = if text.ends_with('\n') { "" } else { "\n" };
            let attributes = attributes.join(",");
            format!("```rust{comma}{attributes}\n{text}{newline}```\n")
        }
    };
    Ok((text, path.parent().unwrap_or(folder).to_owned()))
}

/// The files that `text`, of a file in `folder`, includes, and those that these
/// include; also those that are missing.
pub(crate) fn files(text: &str, folder: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let mut todo = vec![(text.to_owned(), folder.to_owned())];
    while let Some((text, folder)) = todo.pop() {
        for found in MARKER.captures_iter(&text) {
            let word = found.get(1).map_or("title", |word| word.as_str());
            let rest = found.get(2).map_or("", |rest| rest.as_str());
            let Some(target) = rest.split_whitespace().next() else { continue };
            if !INCLUDING.contains(&word) {
                continue;
            }
            let path = match target.split_once(':') {
                Some((path, _)) if !word.starts_with("play") => path,
                _ => target,
            };
            let path = folder.join(path);
            let folder = path.parent().unwrap_or(&folder).to_owned();
            // Each is read once, so that a circle has an end.
            if files.insert(path.clone()) && path.is_file() {
                let text = fs::read_to_string(path).unwrap_or_default();
                todo.push((text, folder));
            }
        }
    }
    files
}

#[cfg(test)]
mod tests;
