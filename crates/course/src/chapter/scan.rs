//! Finds the commands and names of a chapter, and leaves code alone.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

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
}

/// All markers of `text` outside of code and comments, in order.
pub(crate) fn markers(text: &str) -> Vec<Marker<'_>> {
    let code = code_ranges(text);
    let mut code = code.iter().peekable();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_opening(text, at) {
        while code.next_if(|range| range.end <= start).is_some() {}
        if let Some(range) = code.peek().filter(|r| r.contains(&start)) {
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
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM;
    Parser::new_ext(text, options)
        .into_offset_iter()
        .filter(|(event, _)| {
            matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)))
        })
        .map(|(_, range)| range)
        .collect()
}

fn next_opening(text: &str, from: usize) -> Option<usize> {
    let rest = &text[from..];
    let comment = rest.find("<!--");
    let name = rest.find("{{#");
    comment.into_iter().chain(name).min().map(|at| from + at)
}

/// The marker that begins at `start`, or where to look next.
fn marker_at(text: &str, start: usize) -> Result<Marker<'_>, usize> {
    let rest = &text[start..];
    let unclosed = |length: usize| {
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        Marker { range: start..start + line.max(length), kind: Kind::Unclosed }
    };
    if let Some(inner) = rest.strip_prefix("<!--") {
        let command = inner.trim_start_matches(' ').strip_prefix("cmdrun ");
        return match (inner.find("-->"), command) {
            (Some(end), None) => Err(start + 4 + end + 3),
            (None, None) => Err(text.len()),
            (None, Some(_)) => Ok(unclosed(4)),
            (Some(end), Some(command)) => {
                let skipped = inner.len() - command.len();
                let command = command.get(..end - skipped.min(end));
                Ok(Marker {
                    range: start..start + 4 + end + 3,
                    kind: Kind::Command(command.unwrap_or_default().trim()),
                })
            }
        };
    }
    let inner = &rest[3..];
    let line = inner.find('\n').unwrap_or(inner.len());
    let Some(end) = inner[..line].find("}}") else {
        return Ok(unclosed(3));
    };
    let inner = inner[..end].trim();
    let (name, argument) =
        inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    Ok(Marker {
        range: start..start + 3 + end + 2,
        kind: Kind::Name { name, argument: argument.trim() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Vec<&str> {
        markers(text)
            .into_iter()
            .map(|marker| match marker.kind {
                Kind::Command(command) => command,
                _ => &text[marker.range],
            })
            .collect()
    }

    #[test]
    fn two_markers_on_a_line_are_two_commands() {
        let text = "<!-- cmdrun a -- b --> and <!--cmdrun c -->";
        assert_eq!(commands(text), ["a -- b", "c"]);
    }

    #[test]
    fn code_is_left_alone() {
        let text = "```\n<!-- cmdrun a -->\n{{#fact x.y}}\n```\n\n\
                    `<!-- cmdrun b -->` `{{#fact x.y}}`\n\n\
                    ~~~~ text\n<!-- cmdrun c -->\n~~~~\n\n    \
                    {{#fact indented.code}}\n\n<!-- cmdrun d -->\n";
        assert_eq!(commands(text), ["d"]);
    }

    #[test]
    fn a_comment_hides_what_stands_in_it() {
        assert_eq!(commands("<!-- {{#fact x.y}} --> {{#claims}}").len(), 1);
        assert!(commands("<!-- never closed {{#fact x.y}}").is_empty());
    }

    #[test]
    fn names_have_an_argument_or_none() {
        let kinds: Vec<_> = markers("{{#claims}} {{#published a/A b  8 }}")
            .into_iter()
            .map(|marker| marker.kind)
            .collect();
        assert_eq!(
            kinds,
            [
                Kind::Name { name: "claims", argument: "" },
                Kind::Name { name: "published", argument: "a/A b  8" },
            ]
        );
    }

    #[test]
    fn a_marker_without_end_is_found_and_the_rest_still_read() {
        let text = "{{#fact x.y}\nnext {{#claims}}\n<!-- cmdrun a\n";
        let kinds: Vec<_> =
            markers(text).into_iter().map(|marker| marker.kind).collect();
        assert_eq!(kinds[0], Kind::Unclosed);
        assert_eq!(kinds[2], Kind::Unclosed);
        assert_eq!(kinds.len(), 3);
    }

    #[test]
    fn windows_line_ends_change_nothing() {
        let text = "a\r\n\r\n<!-- cmdrun x -->\r\n```\r\n{{#fact a.b}}\r\n```";
        assert_eq!(commands(text), ["x"]);
    }

    #[test]
    fn no_text_makes_the_scanner_panic() {
        for text in [
            "<!--",
            "<!--cmdrun -->",
            "<!-- cmdrun-->",
            "{{#",
            "{{#}}",
            "<!-->",
            "{{# }}",
            "é{{#é}}é",
            "<!-- cmdrun é",
        ] {
            let _ = markers(text);
        }
    }
}
