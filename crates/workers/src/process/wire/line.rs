//! Lines, and what an error shows of them.

use std::io::{self, BufRead, Read};

/// How much of a line or of stderr an error quotes, in characters.
pub(in super::super) const EXCERPT: usize = 200;

#[derive(Debug, PartialEq, Eq)]
pub(in super::super) enum Line {
    Whole,
    TooLong,
    /// The other side is gone; an unfinished last line counts as nothing.
    End,
}

/// Reads the next line into `line`, without its end.
pub(in super::super) fn read_line(
    reader: &mut impl BufRead,
    line: &mut Vec<u8>,
    longest: u64,
) -> io::Result<Line> {
    line.clear();
    let read = reader.take(longest + 1).read_until(b'\n', line)?;
    Ok(if line.pop_if(|byte| *byte == b'\n').is_some() {
        line.pop_if(|byte| *byte == b'\r');
        Line::Whole
    } else if read as u64 > longest {
        Line::TooLong
    } else {
        Line::End
    })
}

/// The start of `bytes` on one line, safe to print on a terminal.
pub(in super::super) fn excerpt(bytes: &[u8]) -> String {
    // No character takes more than four bytes; the rest only costs time.
    let head = &bytes[..bytes.len().min(8 * EXCERPT)];
    let text = String::from_utf8_lossy(head);
    let words: Vec<_> = text.split_whitespace().collect();
    let mut chars = words.join(" ");
    if chars.chars().count() > EXCERPT {
        chars = chars.chars().take(EXCERPT - 1).chain(['…']).collect();
    }
    chars.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8], longest: u64) -> Vec<(Line, String)> {
        let (mut line, mut all) = (Vec::new(), Vec::new());
        loop {
            let kind = read_line(&mut input, &mut line, longest).unwrap();
            let more = kind == Line::Whole;
            all.push((kind, String::from_utf8(line.clone()).unwrap()));
            if !more {
                return all;
            }
        }
    }

    #[test]
    fn an_unfinished_last_line_is_the_end() {
        assert_eq!(
            lines(b"one\ntwo\r\n\nhal", 9),
            [
                (Line::Whole, "one".into()),
                (Line::Whole, "two".into()),
                (Line::Whole, String::new()),
                (Line::End, "hal".into()),
            ]
        );
    }

    #[test]
    fn a_line_of_the_longest_length_passes_and_one_byte_more_does_not() {
        assert_eq!(lines(b"1234\n", 4)[0], (Line::Whole, "1234".into()));
        assert_eq!(lines(b"12345\n", 4)[0], (Line::TooLong, "12345".into()));
    }

    #[test]
    fn an_excerpt_is_one_short_printable_line() {
        assert_eq!(excerpt(b""), "");
        assert_eq!(excerpt(b"\n two\n\twords \n"), "two words");
        assert_eq!(excerpt(b"\x1b[31mred\xff"), "\u{fffd}[31mred\u{fffd}");
        assert_eq!(excerpt(&[b'x'; EXCERPT]), "x".repeat(EXCERPT));
        let cut = excerpt("é".repeat(5000).as_bytes());
        assert_eq!(cut.chars().count(), EXCERPT);
        assert!(cut.ends_with("é…"), "{cut}");
    }
}
