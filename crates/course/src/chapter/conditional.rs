//! Lines that stand only in a book that has a certain chapter:
//! `{{#if pools}}` … `{{#else}}` … `{{#end}}`, each alone on its line.
//!
//! A page that looks ahead to a chapter can so say it in words while the
//! chapter is not written, and with a link and numbers once it is.

use std::collections::BTreeSet;

use mdbook_driver::book::{Book, BookItem};

use crate::chapter::project::Project;
use crate::chapter::scan;
use crate::system::problem::{Place, Problem};

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

/// Keeps the lines of `book` whose chapter is there and drops the others.
pub(crate) fn resolve(book: &mut Book, project: &Project) -> Vec<Problem> {
    let chapters: BTreeSet<String> = book
        .iter()
        .filter_map(|item| match item {
            BookItem::Chapter(chapter) => chapter.source_path.as_ref(),
            _ => None,
        })
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    let mut problems = Vec::new();
    book.for_each_mut(|item| {
        if let BookItem::Chapter(chapter) = item
            && let Some(path) = &chapter.source_path
        {
            let file = project.shown(path);
            match kept(&chapter.content, &chapters) {
                Ok(Some(text)) => chapter.content = text,
                Ok(None) => {}
                Err((line, what, next)) => {
                    let place = Place { file, line: Some(line) };
                    problems.push(Problem::at(&place, what, next));
                }
            }
        }
    });
    problems
}

/// A line, what is wrong there, and what to do.
type Fault = (usize, &'static str, &'static str);

/// The text without the lines whose chapter is missing, or `None` where it
/// has no condition.
fn kept(
    text: &str,
    chapters: &BTreeSet<String>,
) -> Result<Option<String>, Fault> {
    if !text.contains("{{#if ") && !text.contains("{{#end}}") {
        return Ok(None);
    }
    let code = scan::code_ranges(text);
    let mut out = String::with_capacity(text.len());
    // The line that opened the condition, and whether its lines are kept.
    let mut open: Option<(usize, bool)> = None;
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let at = start;
        start += line.len();
        let turn = match code.iter().any(|range| range.contains(&at)) {
            true => None,
            false => Turn::of(line),
        };
        match (turn, open) {
            (None, None | Some((_, true))) => out.push_str(line),
            (None, Some((_, false))) => {}
            (Some(Turn::If(chapter)), None) => {
                open = Some((number, chapters.contains(chapter)));
            }
            (Some(Turn::Else), Some((line, keeps))) => {
                open = Some((line, !keeps));
            }
            (Some(Turn::End), Some(_)) => open = None,
            (Some(Turn::If(_)), Some(_)) => {
                return Err((
                    number,
                    "a condition within a condition",
                    "end the first with `{{#end}}`",
                ));
            }
            (Some(Turn::Else | Turn::End), None) => {
                return Err((
                    number,
                    "no condition is open here",
                    "begin one with `{{#if chapter}}`",
                ));
            }
        }
    }
    match open {
        None => Ok(Some(out)),
        Some((line, _)) => Err((
            line,
            "the condition that begins here has no end",
            "write `{{#end}}` on a line of its own",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(chapters: &[&str], text: &str) -> Result<Option<String>, Fault> {
        kept(text, &chapters.iter().map(|c| (*c).to_owned()).collect())
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
        assert_eq!(with(&[], "x\n{{#if a}}\ny\n").unwrap_err().0, 2);
        assert_eq!(with(&[], "{{#if a}}\n{{#if b}}\n").unwrap_err().0, 2);
        assert_eq!(with(&[], "x\ny\n{{#end}}\n").unwrap_err().0, 3);
    }

    #[test]
    fn a_text_without_condition_is_left_as_it_is() {
        assert_eq!(with(&[], "{{#fact a.b}}\n").unwrap(), None);
    }
}
