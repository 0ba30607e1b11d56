//! Escaping, measuring and wrapping the text of a chart.

use std::fmt::Write as _;

/// Font size of labels, in the units of the drawing.
pub(super) const SIZE: f64 = 13.0;
/// Font size of ticks, notes and legends.
pub(super) const SMALL: f64 = 12.0;

/// Makes `text` safe inside an element or a quoted attribute.
///
/// Braces and back-ticks are escaped as well: the chart is put into Markdown
/// before mdBook's preprocessors look for `{{#…}}` and for code fences.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' | '`' | '{' | '}' => {
                _ = write!(out, "&#{};", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

/// Turns line breaks and control characters into single spaces; neither SVG
/// nor a Markdown block survives them. No-break spaces stay.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let unfit =
            matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}');
        if c.is_control() || unfit || c == ' ' {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    out.trim_matches(' ').to_string()
}

/// Upper estimate of the width of `text`, for sans-serif faces up to the
/// width of Open Sans. The fonts of a reader's browser are not known here.
pub(super) fn width(text: &str, size: f64) -> f64 {
    exact(&clean(text), size)
}

fn exact(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' | ' '
        | '\u{a0}' | '\u{202f}' => 0.3,
        'f' | 'r' | 't' | 'I' | '(' | ')' | '[' | ']' | '{' | '}' | '-'
        | '"' | '/' | '`' => 0.42,
        'm' | 'M' | 'W' | '@' | '%' | '…' | '—' => 1.0,
        'w' | 'O' | 'Q' | 'D' | 'G' | 'H' | 'N' | 'U' => 0.83,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.54,
        'A'..='Z' => 0.7,
        '\u{300}'..='\u{36f}' => 0.0,
        '\0'..='\u{24f}' => 0.6,
        '\u{250}'..='\u{2e7f}' => 0.85,
        _ => 1.3,
    }
}

/// Breaks `text` into lines no wider than `max`, at spaces where it can.
/// No character is lost; a single character may be wider than `max`.
pub(super) fn wrap(text: &str, size: f64, max: f64) -> Vec<String> {
    // Sums in another order differ in the last digit: a text exactly as wide
    // as its column must stay on one line.
    const SLACK: f64 = 1e-6;
    let mut lines = vec![String::new()];
    for word in clean(text).split(' ') {
        let line = lines.last_mut().expect("starts with one line");
        let gap = if line.is_empty() { "" } else { " " };
        let together = [line.as_str(), gap, word].map(|part| exact(part, size));
        if together.iter().sum::<f64>() <= max + SLACK {
            line.push_str(gap);
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        for c in word.chars() {
            let line = lines.last_mut().expect("starts with one line");
            if !line.is_empty()
                && exact(line, size) + em(c) * size > max + SLACK
            {
                lines.push(c.to_string());
            } else {
                line.push(c);
            }
        }
    }
    lines
}

/// The widest of `texts`, at most `cap`.
pub(super) fn widest<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    size: f64,
    cap: f64,
) -> f64 {
    let widths = texts.into_iter().map(|text| width(text, size));
    widths.fold(0.0, f64::max).min(cap)
}

/// A tick's number: six significant digits at most, thousands separated,
/// powers of ten where plain digits would be long.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        return "0".into();
    }
    if !(1e-4..1e9).contains(&size) {
        return power(value);
    }
    let decimals = (5 - size.log10().floor() as i32).max(0) as usize;
    let mut digits = format!("{value:.decimals$}");
    if digits.contains('.') {
        digits
            .truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
    }
    let whole = digits.find('.').unwrap_or(digits.len());
    let first = usize::from(value < 0.0);
    for at in (first + 1..whole).rev() {
        if (whole - at) % 3 == 0 {
            digits.insert(at, ',');
        }
    }
    digits.replace('-', "−")
}

fn power(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (mantissa, exponent) = text.split_once('e').expect("has an e");
    let mantissa =
        mantissa.trim_end_matches('0').trim_end_matches('.').to_string();
    let raised: String = exponent
        .chars()
        .map(|c| match c.to_digit(10) {
            Some(digit) => {
                "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize).expect("ten digits")
            }
            None => '⁻',
        })
        .collect();
    match mantissa.as_str() {
        "1" => format!("10{raised}"),
        "-1" => format!("−10{raised}"),
        m => format!("{}·10{raised}", m.replace('-', "−")),
    }
}
