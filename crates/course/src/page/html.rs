//! Text for a Markdown page: every character stays what it is.

use std::fmt::Write as _;

/// `text` for a paragraph, a table cell or raw HTML: no punctuation means
/// anything to Markdown, to smart punctuation or to HTML.
pub(crate) fn escaped(text: &str) -> String {
    // The empty comment shows nothing, and keeps the last check from taking
    // somebody's text for a marker that was forgotten.
    attribute(text).replace("&#123;&#35;", "&#123;<!---->&#35;")
}

/// [`escaped`] for the value of an attribute.
pub(crate) fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => out.push(' '),
            '.' if before == '.' => out.push_str("&#46;"),
            '.' | ',' | ':' | '/' | '(' | ')' | '%' | '=' | '+' | '?' => {
                out.push(c);
            }
            c if c.is_ascii_punctuation() => {
                // Writing to a `String` can't fail.
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// [`escaped`], with what stands in back-ticks as code.
pub(crate) fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let mut out = String::new();
    for (i, part) in parts.into_iter().enumerate() {
        let part = escaped(part);
        match i % 2 {
            0 => out.push_str(&part),
            _ => {
                let _ = write!(out, "<code>{part}</code>");
            }
        }
    }
    out
}

/// `text` is a number with its unit and maybe, in brackets, a machine: a line
/// may end before the bracket and within it, never between number and unit.
pub(crate) fn figure(class: &str, title: &str, text: &str) -> String {
    let text = escaped(text);
    let (figure, rest) = text.split_at(text.find(" (").unwrap_or(text.len()));
    let text = figure.replace(' ', "\u{a0}") + rest;
    format!(
        "<span class=\"{class}\" title=\"{}\">{text}</span>",
        attribute(title)
    )
}

/// A Markdown table; `right` says which columns hold numbers. Cells are
/// taken as they are.
pub(crate) fn table(
    head: &[&str],
    right: &[bool],
    rows: &[Vec<String>],
) -> String {
    let mut out = format!("| {} |\n|", head.join(" | "));
    for right in right {
        out.push_str(if *right { "---:|" } else { "---|" });
    }
    for row in rows {
        let _ = write!(out, "\n| {} |", row.join(" | "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_for_markdown_to_read() {
        assert_eq!(
            escaped("a|b --x <T> *s* _u_ `c` {{#x}} ... \"q\" 'q' [l](m)"),
            "a&#124;b &#45;&#45;x &lt;T&gt; &#42;s&#42; &#95;u&#95; \
             &#96;c&#96; &#123;&#123;<!---->&#35;x&#125;&#125; .&#46;&#46; \
             &quot;q&quot; &#39;q&#39; &#91;l&#93;(m)"
        );
        assert_eq!(escaped("61.2 % of 4,000"), "61.2 % of 4,000");
        assert_eq!(escaped("a\n\nb"), "a  b");
    }

    #[test]
    fn back_ticks_in_pairs_are_code() {
        assert_eq!(prose("a `Mutex<T>` b"), "a <code>Mutex&lt;T&gt;</code> b");
        assert_eq!(prose("a ` b"), "a &#96; b");
    }
}
