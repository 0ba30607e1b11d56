//! Text of others: made harmless, cut to its end, counted in lines.

/// `text` without terminal escapes and control characters, with `\n` as the
/// only line end.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                // A control sequence ends with a letter or another of @ to ~.
                Some('[') => {
                    chars.by_ref().find(|c| ('@'..='~').contains(c));
                }
                // A system command ends with BEL or ESC \.
                Some(']') => {
                    while let Some(c) = chars.next() {
                        if c == '\u{7}' {
                            break;
                        }
                        if c == '\u{1b}' {
                            chars.next_if_eq(&'\\');
                            break;
                        }
                    }
                }
                _ => {}
            },
            '\r' => {
                if chars.peek() != Some(&'\n') {
                    out.push('\n');
                }
            }
            '\n' | '\t' => out.push(c),
            c if c.is_control() => {}
            // These turn the direction of what follows and can disguise it.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
    out
}

/// The end of `stderr` as details of a message: its last lines, indented by
/// the caller.
pub(crate) fn last_lines(stderr: &str) -> String {
    /// Enough for a panic with its place, few enough to find the message.
    const LINES: usize = 12;
    let text = plain(stderr);
    // Whoever wants to see a backtrace types the command.
    let text = text.split("stack backtrace:").next().unwrap_or_default();
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty()).collect();
    let first = lines.len().saturating_sub(LINES);
    lines[first..].join("\n")
}

/// The line of `text` in which byte `at` stands, from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_escapes_and_control_characters_are_removed() {
        assert_eq!(
            plain(
                "\u{1b}[1;31mred\u{1b}[0m \u{1b}]0;title\u{7}x\u{8}\r\ny\rz\0"
            ),
            "red x\ny\nz"
        );
        assert_eq!(plain("\u{1b}"), "");
        assert_eq!(plain("\u{1b}["), "");
        assert_eq!(plain("a\u{202e}b"), "ab");
    }
}
