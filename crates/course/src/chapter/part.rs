//! The lines of a file that an include names, as mdBook takes them.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use regex::Regex;

use crate::system::suggestion::suggestion;

/// Why there are no such lines, and what to do.
pub(crate) type Missing = (String, String);

// mdBook's own.
static ANCHOR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"ANCHOR:\s*([\w_-]+)").unwrap());
static ANCHOR_END: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"ANCHOR_END:\s*([\w_-]+)").unwrap());

/// The lines of `text` that `which` names, the part of an include after its
/// path. `keeps_all`: the others are there too, hidden.
pub(crate) fn part(
    text: &str,
    which: Option<&str>,
    keeps_all: bool,
) -> Result<String, Missing> {
    let mut numbers = which.unwrap_or_default().splitn(3, ':');
    let first = numbers.next().unwrap_or_default();
    let number = first.parse::<usize>().ok();
    if number.is_none() && !first.is_empty() {
        return anchored(text, first, keeps_all);
    }
    let count = text.lines().count();
    let start = number.unwrap_or(1).max(1);
    if number.is_some() && start > count {
        return Err((
            format!("begins at line {start} of a file of {count} lines"),
            "mend the line numbers, or use an anchor, which moves along".into(),
        ));
    }
    let end = match (numbers.next(), number) {
        (None, Some(_)) => start,
        (None, None) => count,
        (Some(end), _) => end.parse().unwrap_or(count),
    };
    Ok(numbered(text, start..=end, keeps_all))
}

fn numbered(
    text: &str,
    kept: RangeInclusive<usize>,
    keeps_all: bool,
) -> String {
    let lines = (1..).zip(text.lines());
    let lines: Vec<String> = lines
        .filter_map(|(number, line)| match kept.contains(&number) {
            true => Some(line.to_owned()),
            false => keeps_all.then(|| hidden(line)),
        })
        .collect();
    lines.join("\n")
}

/// What rustdoc does not show.
fn hidden(line: &str) -> String {
    format!("# {line}")
}

fn anchored(
    text: &str,
    anchor: &str,
    keeps_all: bool,
) -> Result<String, Missing> {
    let name = |regex: &Regex, line| -> Option<String> {
        Some(regex.captures(line)?[1].to_owned())
    };
    let known: Vec<String> =
        text.lines().filter_map(|line| name(&ANCHOR, line)).collect();
    if known.iter().all(|known| known != anchor) {
        return Err((
            format!("names anchor `{anchor}`, which the file doesn't have"),
            suggestion(anchor, known.iter().map(String::as_str)),
        ));
    }
    let mut lines = Vec::new();
    let (mut within, mut was_within) = (false, false);
    for line in text.lines() {
        if within {
            match name(&ANCHOR_END, line) {
                Some(end) => within = end != anchor,
                None if ANCHOR.is_match(line) => {}
                None => lines.push(line.to_owned()),
            }
        } else if let Some(begin) = name(&ANCHOR, line) {
            // Without the hidden lines mdBook stops after the first part.
            within = begin == anchor && (keeps_all || !was_within);
            was_within |= within;
        } else if keeps_all && !ANCHOR_END.is_match(line) {
            lines.push(hidden(line));
        }
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n// ANCHOR: x\nb\n// ANCHOR: y\nc\n\
                        // ANCHOR_END: y\nd\n// ANCHOR_END: x\ne\n";

    #[test]
    fn lines_are_counted_from_one() {
        let of = |which| part("a\nb\nc\n", Some(which), false).unwrap();
        assert_eq!(of("2"), "b");
        assert_eq!(of("2:"), "b\nc");
        assert_eq!(of(":2"), "a\nb");
        assert_eq!(of("2:3"), "b\nc");
        assert_eq!(of("3:2"), "");
        assert_eq!(of(""), "a\nb\nc");
        assert_eq!(part("", None, false).unwrap(), "");
        assert!(part("a\n", Some("2"), false).is_err());
    }

    #[test]
    fn an_anchor_is_kept_without_the_anchors_within_it() {
        assert_eq!(part(TEXT, Some("x"), false).unwrap(), "b\nc\nd");
        assert_eq!(part(TEXT, Some("y"), false).unwrap(), "c");
        assert!(part(TEXT, Some("z"), false).is_err());
    }

    #[test]
    fn the_rest_can_be_hidden() {
        assert_eq!(part("a\nb\n", Some("2"), true).unwrap(), "# a\nb");
        let text = part(TEXT, Some("y"), true).unwrap();
        assert_eq!(text, "# a\n# b\nc\n# d\n# e");
    }
}
