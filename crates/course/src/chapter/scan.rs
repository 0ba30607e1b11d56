//! Finds the commands and names of a chapter, and leaves code alone.

use std::ops::Range;

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag};

use crate::chapter::words;

/// Something in a chapter that the builder replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker<'t> {
    /// Where it stands in the text.
    pub(crate) range: Range<usize>,
    /// What it is.
    pub(crate) kind: Kind<'t>,
}

/// The kinds of markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'t> {
    /// `<!-- cmdrun … -->` with what stands between.
    Command(&'t str),
    /// `{{#name argument}}`.
    Name {
        /// The word after `#`.
        name: &'t str,
        /// What follows it, trimmed.
        argument: &'t str,
    },
    /// The beginning of one of these without its end.
    Unclosed,
    /// What looks like one of these and is none.
    NearMiss {
        /// What is written there.
        written: &'t str,
        /// Whether it stands in a block of code.
        is_code: bool,
    },
}

/// All markers of `text` outside of code and comments, in order, and what in
/// a block of code looks like an include that mdBook doesn't know.
pub(crate) fn markers(text: &str) -> Vec<Marker<'_>> {
    let code = code(text);
    let mut code = code.iter().peekable();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_opening(text, at) {
        while code.next_if(|(range, _)| range.end <= start).is_some() {}
        if let Some((range, is_block)) =
            code.peek().filter(|(range, _)| range.contains(&start))
        {
            if *is_block {
                found.extend(includes(text, start..range.end));
            }
            at = range.end;
            continue;
        }
        at = match marker_at(text, start) {
            Ok(marker) => {
                let end = marker.range.end;
                found.push(marker);
                end
            }
            Err(end) => end,
        };
    }
    found
}

/// Byte ranges of fenced, indented and inline code, in order.
pub(crate) fn code_ranges(text: &str) -> Vec<Range<usize>> {
    code(text).into_iter().map(|(range, _)| range).collect()
}

/// Byte ranges of code, in order, and whether each is a block.
fn code(text: &str) -> Vec<(Range<usize>, bool)> {
    events(text)
        .filter_map(|(event, range)| match event {
            Event::Code(_) => Some((range, false)),
            Event::Start(Tag::CodeBlock(_)) => Some((range, true)),
            _ => None,
        })
        .collect()
}

/// The Markdown of a chapter.
pub(crate) fn events(text: &str) -> OffsetIter<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM;
    Parser::new_ext(text, options).into_offset_iter()
}

fn next_opening(text: &str, from: usize) -> Option<usize> {
    let rest = &text[from..];
    let openings = ["<!--", "{{", "{#"];
    let found = openings.into_iter().filter_map(|opening| rest.find(opening));
    found.min().map(|at| from + at)
}

/// What looks like an include in the code at `range`: mdBook has filled in
/// those that it knows.
fn includes(text: &str, range: Range<usize>) -> Vec<Marker<'_>> {
    let code = &text[range.clone()];
    code.match_indices("{{")
        .filter(|(at, _)| {
            let inner = code[at + 2..].trim_start_matches([' ', '\t']);
            inner.strip_prefix('#').is_some_and(|inner| {
                words::is_like_include(word(inner.trim_start()))
            })
        })
        .map(|(at, _)| near_miss(text, range.start + at, true))
        .collect()
}

/// The word that `text` begins with.
fn word(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// What begins at `start` and ends with its braces, or with its line.
fn near_miss(text: &str, start: usize, is_code: bool) -> Marker<'_> {
    let rest = &text[start..];
    let line = rest.lines().next().unwrap_or(rest);
    let end = ["}}", "}"]
        .into_iter()
        .filter_map(|end| Some(line.find(end)? + end.len()))
        .max();
    let written = &line[..end.unwrap_or(line.len())];
    let range = start..start + written.len();
    Marker { range, kind: Kind::NearMiss { written, is_code } }
}

/// The marker that begins at `start`, or where to look next.
fn marker_at(text: &str, start: usize) -> Result<Marker<'_>, usize> {
    let rest = &text[start..];
    if let Some(inner) = rest.strip_prefix("<!--") {
        return comment_at(text, start, inner);
    }
    let Some(inner) = rest.strip_prefix("{{#") else {
        return braces_at(text, start);
    };
    let line = inner.find('\n').unwrap_or(inner.len());
    let Some(end) = inner[..line].find("}}") else {
        return Ok(unclosed(text, start));
    };
    let inner = &inner[..end];
    if inner.starts_with(char::is_whitespace) {
        return braces_at(text, start);
    }
    let (name, argument) =
        inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    Ok(Marker {
        range: start..start + 3 + end + 2,
        kind: Kind::Name { name, argument: argument.trim() },
    })
}

/// A comment: a command, what is likely meant to be one, or nothing of ours.
fn comment_at<'t>(
    text: &'t str,
    start: usize,
    inner: &'t str,
) -> Result<Marker<'t>, usize> {
    let end = inner.find("-->");
    let content = &inner[..end.unwrap_or(inner.len())];
    let command = content
        .trim_start_matches(' ')
        .strip_prefix(words::COMMAND)
        .and_then(|rest| rest.strip_prefix(' '));
    let after = end.map_or(text.len(), |end| start + 4 + end + 3);
    match (command, end) {
        (Some(_), None) => Ok(unclosed(text, start)),
        (Some(command), Some(_)) => Ok(Marker {
            range: start..after,
            kind: Kind::Command(command.trim()),
        }),
        _ if words::is_like_command(content) => Ok(Marker {
            range: start..after,
            kind: Kind::NearMiss {
                written: &text[start..after],
                is_code: false,
            },
        }),
        _ => Err(after),
    }
}

/// Braces that begin no marker: what is likely meant to be one, or text.
fn braces_at(text: &str, start: usize) -> Result<Marker<'_>, usize> {
    let rest = &text[start..];
    let braces = rest.bytes().take_while(|byte| *byte == b'{').count();
    let inner = rest[braces..].trim_start_matches([' ', '\t']);
    let sign = inner.chars().next().filter(|c| matches!(c, '#' | '/'));
    let inner = inner.trim_start_matches(['#', '/']);
    let name = word(inner.trim_start_matches([' ', '\t']));
    let is_meant = match (braces, sign) {
        // `{#name}` after a heading is its anchor, `.x` and `#x` its class.
        (1, _) => {
            let rest = inner.strip_prefix(name).unwrap_or_default();
            let argument = rest.trim_start_matches([' ', '\t']);
            argument.len() < rest.len()
                && !argument.starts_with(['.', '#', '}', '\n'])
                && words::is_known(name)
        }
        (_, Some('#')) => !name.is_empty(),
        _ => words::is_known(name),
    };
    match is_meant {
        true => Ok(near_miss(text, start, false)),
        false => Err(start + braces),
    }
}

fn unclosed(text: &str, start: usize) -> Marker<'_> {
    let rest = &text[start..];
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    Marker { range: start..start + line.max(3), kind: Kind::Unclosed }
}

#[cfg(test)]
mod tests;
