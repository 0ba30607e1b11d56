//! Lines that stand only in a book that has a certain chapter:
//! `{{#if pools}}` … `{{#else}}` … `{{#end}}`, each alone on its line.
//!
//! A page that looks ahead to a chapter can so say it in words while the
//! chapter is not written, and with a link and numbers once it is.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::chapter::scan;

/// A line that opens, turns or ends a condition.
enum Turn<'t> {
    If(&'t str),
    Else,
    End,
}

impl<'t> Turn<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let inner = line.trim().strip_prefix("{{#")?.strip_suffix("}}")?;
        match inner.trim() {
            "else" => Some(Self::Else),
            "end" => Some(Self::End),
            other => {
                let chapter = other.strip_prefix("if ")?.trim();
                (!chapter.contains(char::is_whitespace))
                    .then_some(Self::If(chapter))
            }
        }
    }
}

/// What is wrong at a byte of the text, and what to do.
pub(crate) type Fault = (usize, &'static str, &'static str);

/// The ranges of `text` whose chapter is one of `chapters`, or `None` where it
/// has no condition.
pub(crate) fn kept(
    text: &str,
    chapters: &BTreeSet<String>,
) -> Result<Option<Vec<Range<usize>>>, Fault> {
    if !text.contains("{{#if ") && !text.contains("{{#end}}") {
        return Ok(None);
    }
    let code = scan::code_ranges(text);
    let mut out: Vec<Range<usize>> = Vec::new();
    // Where the condition opened, and whether its lines are kept.
    let mut open: Option<(usize, bool)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let turn = match code.iter().any(|range| range.contains(&at)) {
            true => None,
            false => Turn::of(line),
        };
        match (turn, open) {
            (None, None | Some((_, true))) => match out.last_mut() {
                Some(last) if last.end == at => last.end = start,
                _ => out.push(at..start),
            },
            (None, Some((_, false))) => {}
            (Some(Turn::If(chapter)), None) => {
                open = Some((at, chapters.contains(chapter)));
            }
            (Some(Turn::Else), Some((from, keeps))) => {
                open = Some((from, !keeps));
            }
            (Some(Turn::End), Some(_)) => open = None,
            (Some(Turn::If(_)), Some(_)) => {
                return Err((
                    at,
                    "a condition within a condition",
                    "end the first with `{{#end}}`",
                ));
            }
            (Some(Turn::Else | Turn::End), None) => {
                return Err((
                    at,
                    "no condition is open here",
                    "begin one with `{{#if chapter}}`",
                ));
            }
        }
    }
    match open {
        None => Ok(Some(out)),
        Some((at, _)) => Err((
            at,
            "the condition that begins here has no end",
            "write `{{#end}}` on a line of its own",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::text::line_of;

    /// The text that is left, or the line of the fault.
    fn with(chapters: &[&str], text: &str) -> Result<Option<String>, usize> {
        let chapters = chapters.iter().map(|c| (*c).to_owned()).collect();
        let left = |ranges: Vec<Range<usize>>| {
            ranges.into_iter().map(|range| &text[range]).collect()
        };
        match kept(text, &chapters) {
            Ok(ranges) => Ok(ranges.map(left)),
            Err((at, ..)) => Err(line_of(text, at)),
        }
    }

    const ROWS: &str = "| a |\n{{#if pools}}\n| [b](pools.md) |\n\
                        {{#else}}\n| to come |\n{{#end}}\n| c |\n";

    #[test]
    fn a_row_comes_with_its_chapter() {
        let text = with(&["pools"], ROWS).unwrap().unwrap();
        assert_eq!(text, "| a |\n| [b](pools.md) |\n| c |\n");
    }

    #[test]
    fn without_the_chapter_the_other_row_stands() {
        let text = with(&["race"], ROWS).unwrap().unwrap();
        assert_eq!(text, "| a |\n| to come |\n| c |\n");
    }

    #[test]
    fn a_condition_in_code_is_code() {
        let text = "```\n{{#if pools}}\n```\n";
        assert_eq!(with(&[], text).unwrap().unwrap(), text);
    }

    #[test]
    fn what_is_not_closed_or_not_open_is_named_with_its_line() {
        assert_eq!(with(&[], "x\n{{#if a}}\ny\n").unwrap_err(), 2);
        assert_eq!(with(&[], "{{#if a}}\n{{#if b}}\n").unwrap_err(), 2);
        assert_eq!(with(&[], "x\ny\n{{#end}}\n").unwrap_err(), 3);
    }

    #[test]
    fn a_text_without_condition_is_left_as_it_is() {
        assert_eq!(with(&[], "{{#fact a.b}}\n").unwrap(), None);
    }
}
