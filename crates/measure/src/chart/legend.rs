//! The key under a chart: marks and words, in as many lines as needed.

use super::Kind;
use super::svg::{Anchor, Canvas, LINE};
use super::text::{SMALL, width, wrap};

/// The mark before the words of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A bar of this kind.
    Bar(Kind),
    /// A point of this kind.
    Shape(Kind),
    /// A part of a stacked bar, by its place from the left.
    Part(usize),
    /// From the least to the greatest.
    Range,
    /// A single run.
    Dot,
    /// A floor's tick.
    Floor,
    /// A published figure.
    Diamond,
    /// Within a factor of the diagonal.
    Band,
}

/// From the mark to its words.
pub(super) const INDENT: f64 = 24.0;

/// Draws `items` from `left` on, the first line at `y`; returns the height.
pub(super) fn draw(
    canvas: &mut Canvas,
    left: f64,
    y: f64,
    items: &[(Mark, String)],
) -> f64 {
    let right = canvas.sheet.width();
    let (mut x, mut top) = (left, y);
    for (mark, words) in items {
        let needed = INDENT + width(words, SMALL);
        if x > left && x + needed > right {
            (x, top) = (left, top + LINE + 4.0);
        }
        sign(canvas, *mark, (x, top + 6.0));
        let lines = wrap(words, SMALL, right - left - INDENT);
        let place = (x + INDENT, top + 10.0);
        canvas.lines("t2", place, Anchor::Start, &lines);
        x += needed + 14.0;
        if lines.len() > 1 {
            (x, top) = (left, top + lines.len() as f64 * LINE + 3.0);
        }
    }
    top - y + if x > left { LINE + 3.0 } else { 0.0 }
}

fn sign(canvas: &mut Canvas, mark: Mark, (x, y): (f64, f64)) {
    const SWATCH: (f64, f64) = (18.0, 12.0);
    let corner = (x, y - SWATCH.1 / 2.0);
    let centre = (x + SWATCH.0 / 2.0, y);
    match mark {
        Mark::Bar(kind) => canvas.bar(kind, corner, SWATCH),
        Mark::Shape(kind) => canvas.shape(kind, false, centre),
        Mark::Part(n) => canvas.part(Kind::Other, n, corner, SWATCH),
        Mark::Range => canvas.line("range", (x, y), (x + SWATCH.0, y)),
        Mark::Dot => canvas.circle("dot", centre, 2.2),
        Mark::Floor => {
            canvas.rect("floor", (x + 8.0, y - 7.0), (2.0, 14.0));
        }
        Mark::Diamond => canvas.diamond(centre, 5.0),
        Mark::Band => canvas.rect("band k-other", corner, SWATCH),
    }
}
