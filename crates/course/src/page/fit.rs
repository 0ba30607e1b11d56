//! Makes the output of a program fit for the place where it lands.

use crate::chapter::scan::code_ranges;
use crate::page::html;
use crate::system::text::plain;

/// Most bytes that one command may put on a page.
pub(crate) const MAX_OUTPUT: usize = 1024 * 1024;

/// Elements that Markdown output may bring; any other `<` is text.
const ELEMENTS: [&str; 20] = [
    "a", "abbr", "b", "br", "code", "details", "div", "em", "i", "kbd", "p",
    "small", "span", "strong", "sub", "summary", "sup", "u", "var", "wbr",
];

/// Markdown output: markers in it are text, unknown elements are text, and
/// it may not swallow what follows it.
pub(crate) fn markdown(text: &str) -> Result<String, String> {
    let text = plain(text);
    if !is_closed(&text) {
        return Err("its output leaves a code fence or an HTML block open, \
                    which would swallow the rest of the chapter"
            .into());
    }
    let code = code_ranges(&text);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in code {
        neutral(&text[at..range.start], &mut out);
        out.push_str(&text[range.clone()]);
        at = range.end;
    }
    neutral(&text[at..], &mut out);
    Ok(out.trim_matches('\n').to_owned())
}

fn neutral(text: &str, out: &mut String) {
    for (i, c) in text.char_indices() {
        match c {
            '<' if !is_element(&text[i + 1..]) => out.push_str("&lt;"),
            // An empty comment keeps `{{#` from being taken for a marker that
            // was forgotten, and shows nothing.
            '#' if text[..i].ends_with("{{") => out.push_str("<!---->#"),
            c => out.push(c),
        }
    }
}

/// `text` with its markers as text; the empty comment shows nothing.
pub(crate) fn unmarked(text: &str) -> String {
    text.replace("{{#", "{{<!---->#").replace("<!-- ", "&lt;!-- ")
}

fn is_element(rest: &str) -> bool {
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end =
        rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    ELEMENTS.contains(&&rest[..end]) && rest[end..].starts_with(['>', ' ', '/'])
}

/// Whether a paragraph after `text` is still a paragraph.
fn is_closed(text: &str) -> bool {
    use pulldown_cmark::{Event, Parser, Tag};
    const PROBE: &str = "probe";
    let probed = format!("{text}\n\n{PROBE}\n");
    let start = probed.len() - PROBE.len() - 1;
    let mut depth = 0_usize;
    Parser::new(&probed).into_offset_iter().any(|(event, range)| match event {
        Event::Start(Tag::Paragraph) if depth == 0 => {
            depth += 1;
            range.start == start
        }
        Event::Start(_) => {
            depth += 1;
            false
        }
        Event::End(_) => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => false,
    })
}

/// Text output in a fence that no line of it can close.
pub(crate) fn fenced(text: &str) -> String {
    let text = plain(text);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_matches('\n'))
}

/// Text output within a line.
pub(crate) fn inline_code(text: &str) -> String {
    let text = plain(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("<code>{}</code>", html::escaped(&words.join(" ")))
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A chart: one block of raw HTML, which a blank line would end.
pub(crate) fn svg(text: &str) -> Result<String, String> {
    let text = plain(text);
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty()).collect();
    let block = lines.join("\n");
    let block = block.trim();
    if block.starts_with("<figure") && block.ends_with("</figure>") {
        Ok(block.to_owned())
    } else if block.starts_with("<svg") && block.ends_with("</svg>") {
        Ok(format!("<figure class=\"m\">{block}</figure>"))
    } else {
        Err("its output is no <figure> and no <svg>".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter::scan::markers;

    #[test]
    fn markdown_output_can_not_bring_markers_or_scripts() {
        let text = markdown(
            "a <T> <script>x</script> {{#include x}} <!-- cmdrun ls -->\n\n\
             `{{#fact a.b}}` <code>ok</code>",
        )
        .unwrap();
        assert_eq!(
            text,
            "a &lt;T> &lt;script>x&lt;/script> {{<!---->#include x}} \
             &lt;!-- cmdrun ls -->\n\n`{{#fact a.b}}` <code>ok</code>"
        );
        assert!(markers(&text).is_empty());
    }

    #[test]
    fn output_that_would_swallow_the_chapter_is_refused() {
        assert!(markdown("```\nno end").is_err());
        assert!(markdown("<!-- no end").is_err());
        assert!(markdown("```\nend\n```\n").is_ok());
        assert!(markdown("| a |\n|---|\n| 1 |\n").is_ok());
        assert!(markdown("- item").is_ok());
    }

    #[test]
    fn a_fence_is_longer_than_any_in_the_text() {
        assert_eq!(fenced("a\n````\nb\n"), "`````text\na\n````\nb\n`````");
        assert_eq!(fenced("│ | <T>"), "```text\n│ | <T>\n```");
    }

    #[test]
    fn a_chart_is_one_block() {
        assert_eq!(
            svg("<figure>\n\n<svg/>\n</figure>\n").unwrap(),
            "<figure>\n<svg/>\n</figure>"
        );
        assert!(svg("<script>").is_err());
        assert!(svg("").is_err());
    }

    #[test]
    fn text_within_a_line_is_code() {
        assert_eq!(inline_code("a\n<b>\n"), "<code>a &lt;b&gt;</code>");
    }
}
