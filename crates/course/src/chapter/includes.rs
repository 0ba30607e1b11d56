//! Checks what the chapters include: mdBook logs a missing file and goes on,
//! and puts nothing at all in the place of a missing anchor.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::system::problem::{Place, Problem};
use crate::system::suggestion::suggestion;
use crate::system::text::line_of;

/// mdBook's own limit.
const DEPTH: usize = 10;

/// An include as it stands in a text.
struct Include<'t> {
    start: usize,
    text: &'t str,
    path: &'t str,
    /// What follows the path's colon: lines or an anchor.
    part: Option<&'t str>,
    /// Whether lines outside of the part are kept, hidden.
    keeps_all: bool,
}

/// Problems of the includes of `text`, a chapter in folder `folder` that
/// messages call `file`.
pub(crate) fn problems(text: &str, folder: &Path, file: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    for include in find(text) {
        let line = line_of(text, include.start);
        let place = Place { file: file.into(), line: Some(line) };
        follow(&include, folder, &place, 1, &mut problems);
    }
    problems
}

fn follow(
    include: &Include<'_>,
    folder: &Path,
    place: &Place,
    depth: usize,
    problems: &mut Vec<Problem>,
) {
    let mut fail = |why: String, next: String| {
        let what = format!("`{}` {why}", include.text);
        problems.push(Problem::at(place, what, next));
    };
    if depth > DEPTH {
        return fail(
            "is the eleventh include within an include".into(),
            "break the circle of files that include each other".into(),
        );
    }
    let path = folder.join(include.path);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            return fail(
                format!("can't be read: {error}"),
                format!(
                    "mend the path (it starts from the file that includes), \
                     or create `{}`",
                    path.display()
                ),
            );
        }
    };
    let part = match part(&text, include.part) {
        Ok(part) => part,
        Err((why, next)) => return fail(why, next),
    };
    let included = if include.keeps_all { &text } else { &part };
    let folder = path.parent().unwrap_or(folder);
    for nested in find(included) {
        follow(&nested, folder, place, depth + 1, problems);
    }
}

/// The files that `text`, of a file in `folder`, includes, and those that these
/// include; also those that are missing.
pub(crate) fn files(text: &str, folder: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let mut todo = vec![(text.to_owned(), folder.to_owned())];
    while let Some((text, folder)) = todo.pop() {
        for include in find(&text) {
            let path = folder.join(include.path);
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

/// The lines that `which` names.
fn part(text: &str, which: Option<&str>) -> Result<String, (String, String)> {
    let Some(which) = which else { return Ok(text.into()) };
    let mut numbers = which.splitn(3, ':');
    let first = numbers.next().unwrap_or_default();
    let number = first.parse::<usize>();
    if !first.is_empty() && number.is_err() {
        return anchored(text, first);
    }
    let count = text.lines().count();
    let start = number.unwrap_or(1).max(1);
    if start > count {
        return Err((
            format!("begins at line {start} of a file of {count} lines"),
            "mend the line numbers, or use an anchor, which moves along".into(),
        ));
    }
    let end = match numbers.next() {
        None => start,
        Some(end) => end.parse().unwrap_or(count),
    };
    let lines =
        text.lines().skip(start - 1).take((end + 1).saturating_sub(start));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn anchored(text: &str, anchor: &str) -> Result<String, (String, String)> {
    let named = |line: &str, word: &str| {
        let (_, rest) = line.split_once(word)?;
        let rest = rest.trim_start();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(rest.len());
        Some(rest[..end].to_owned())
    };
    let mut lines = text.lines();
    if !lines.any(|line| named(line, "ANCHOR:").as_deref() == Some(anchor)) {
        let known: Vec<String> =
            text.lines().filter_map(|line| named(line, "ANCHOR:")).collect();
        return Err((
            format!("names anchor `{anchor}`, which the file doesn't have"),
            suggestion(anchor, known.iter().map(String::as_str)),
        ));
    }
    Ok(lines
        .take_while(|line| {
            named(line, "ANCHOR_END:").as_deref() != Some(anchor)
        })
        .collect::<Vec<_>>()
        .join("\n"))
}

/// The includes of `text` that are not escaped, as mdBook finds them: also
/// within code.
fn find(text: &str) -> Vec<Include<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("{{").map(|offset| at + offset) {
        let line = text[start..].find('\n').map_or(text.len(), |n| start + n);
        let escaped = text[..start].ends_with('\\');
        at = start + 2;
        let inner = text[at..].trim_start();
        let Some(inner) = inner.strip_prefix('#') else { continue };
        if escaped {
            // mdBook's escape reaches to the last braces of the line.
            at = text[start..line].rfind("}}").map_or(at, |n| start + n + 2);
            continue;
        }
        let Some(end) = inner.find('}') else { continue };
        if !inner[end..].starts_with("}}") {
            continue;
        }
        let mut words = inner[..end].split_whitespace();
        let (Some(name), Some(target)) = (words.next(), words.next()) else {
            continue;
        };
        if !["include", "rustdoc_include", "playground", "playpen"]
            .contains(&name)
        {
            continue;
        }
        let whole = text.len() - inner.len() + end + 2;
        let (path, part) = match target.split_once(':') {
            Some((path, part)) if name.ends_with("include") => {
                (path, Some(part))
            }
            _ => (target, None),
        };
        found.push(Include {
            start,
            text: &text[start..whole],
            path,
            part,
            keeps_all: name == "rustdoc_include",
        });
        at = whole;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], text: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        problems(text, folder.path(), "src/a.md")
            .iter()
            .map(Problem::to_string)
            .collect()
    }

    const CODE: (&str, &str) =
        ("a.rs", "// ANCHOR: one\nfn a() {}\n// ANCHOR_END: one\n");

    #[test]
    fn what_exists_is_fine() {
        let text = "{{#include a.rs}}\n```\n{{#include a.rs:one}}\n```\n\
                    {{#include a.rs:2:3}} {{#include a.rs::2}} \
                    {{#rustdoc_include a.rs:2}} \\{{#include gone.rs}}";
        assert_eq!(check(&[CODE], text), [""; 0]);
    }

    #[test]
    fn a_missing_file_is_named_with_its_line() {
        let found = check(&[], "one\n\n```rust\n{{#include gone.rs}}\n```\n");
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("src/a.md:4: `{{#include gone.rs}}` can't"),
            "{}",
            found[0]
        );
    }

    #[test]
    fn a_missing_anchor_lists_those_that_exist() {
        let found = check(&[CODE], "{{#include a.rs:ones}}");
        assert!(found[0].starts_with("src/a.md:1:"), "{}", found[0]);
        assert!(found[0].contains("did you mean `one`?"), "{}", found[0]);
    }

    #[test]
    fn lines_beyond_the_end_are_a_failure() {
        assert_eq!(check(&[CODE], "x {{#include a.rs:9:12}}").len(), 1);
    }

    #[test]
    fn a_missing_file_within_an_included_file_is_found() {
        let outer = ("b.md", "{{#include gone.md}}");
        assert_eq!(check(&[outer], "{{#include b.md}}").len(), 1);
    }

    #[test]
    fn all_included_files_are_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("b.md"), "{{#include b.md}} {{#include c.rs:2}}")
            .unwrap();
        let files = files("{{#include b.md}}", path);
        let names = files.iter().map(|f| f.file_name().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["b.md", "c.rs"]);
    }

    #[test]
    fn files_that_include_each_other_are_found() {
        let circle = ("b.md", "{{#include b.md}}");
        let found = check(&[circle], "{{#include b.md}}");
        assert!(found[0].contains("eleventh include"), "{}", found[0]);
    }
}
