//! The legend under a chart: marks and words, in as many lines as needed.

use super::Kind;
use super::svg::{Anchor, Canvas, LINE};
use super::text::{SMALL, width, wrap};

/// The mark before a legend's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A bar of this kind.
    Kind(Kind),
    /// A span of this class.
    Span(&'static str),
    /// A single run.
    Dot,
    /// A floor's tick.
    Floor,
    /// A published figure.
    Diamond,
    /// The first of two conditions.
    First,
    /// The second of two conditions.
    Second,
}

/// Draws `items` from `left` on, the first line at `y`; returns the height.
pub(super) fn draw(
    canvas: &mut Canvas,
    left: f64,
    y: f64,
    items: &[(Mark, String)],
) -> f64 {
    const INDENT: f64 = 24.0;
    let right = canvas.sheet.width();
    let (mut x, mut top) = (left, y);
    for (mark, words) in items {
        let needed = INDENT + width(words, SMALL);
        if x > left && x + needed > right {
            (x, top) = (left, top + LINE + 3.0);
        }
        sign(canvas, *mark, (x, top + 6.0));
        let lines = wrap(words, SMALL, right - left - INDENT);
        let place = (x + INDENT, top + 10.0);
        canvas.lines("t2", place, Anchor::Start, &lines);
        x += needed + 12.0;
        if lines.len() > 1 {
            (x, top) = (left, top + lines.len() as f64 * LINE + 3.0);
        }
    }
    top - y + if x > left { LINE + 3.0 } else { 0.0 }
}

fn sign(canvas: &mut Canvas, mark: Mark, (x, y): (f64, f64)) {
    let centre = (x + 9.0, y);
    match mark {
        Mark::Kind(kind) => {
            let class = format!("fill {}", kind.class());
            canvas.rect(&class, (x, y - 5.0), (18.0, 10.0));
        }
        Mark::Span(class) => canvas.rect(class, (x, y - 5.0), (18.0, 10.0)),
        Mark::Dot => canvas.circle("dot", centre, 2.2),
        Mark::Floor => {
            canvas.rect("floor", (x + 8.0, y - 7.0), (2.0, 14.0));
        }
        Mark::Diamond => canvas.diamond(centre),
        Mark::First => canvas.circle("fill k-other", centre, 4.0),
        Mark::Second => canvas.circle("ring k-other", centre, 5.6),
    }
}
