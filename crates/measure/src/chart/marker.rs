//! Vertical markers with their words, kept clear of each other.

use super::axis::Placed;
use super::svg::{Anchor, Canvas, LINE};
use super::text::{SMALL, width, wrap};

/// A moment or a value that a chart points out.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Where it stands, in the axis's unit before the factor.
    pub at: f64,
    /// What is there.
    pub label: String,
}

impl Marker {
    /// Points out `at` with the words `label`.
    pub fn new(at: f64, label: impl Into<String>) -> Marker {
        Marker { at, label: label.into() }
    }
}

/// Draws dashed lines from `top` down to their words under `bottom`; returns
/// the height of the words.
pub(super) fn draw(
    canvas: &mut Canvas,
    placed: &Placed,
    markers: &[Marker],
    (top, bottom): (f64, f64),
) -> f64 {
    const GAP: f64 = 6.0;
    let sheet = canvas.sheet.width();
    let mut taken: Vec<f64> = Vec::new();
    let mut sorted: Vec<_> = markers
        .iter()
        .filter_map(|m| Some((placed.at(m.at)?, m.label.as_str())))
        .collect();
    // From the right, so that a line to lower words passes no other words.
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut height: f64 = 0.0;
    for (x, label) in sorted {
        let before = x > sheet / 2.0;
        let room = if before { x } else { sheet - x } - GAP;
        let lines = wrap(label, SMALL, room);
        let broad = lines.iter().map(|l| width(l, SMALL)).fold(0.0, f64::max);
        let (left, right) =
            if before { (x - GAP - broad, x) } else { (x, x + GAP + broad) };
        let level = (0..)
            .find(|level| {
                (*level..level + lines.len()).all(|l| {
                    taken.get(l).is_none_or(|from| right + GAP < *from)
                })
            })
            .expect("levels without end");
        let end = level + lines.len();
        taken.resize(taken.len().max(end), f64::INFINITY);
        for from in &mut taken[..end] {
            *from = from.min(left);
        }
        let base = bottom + 4.0 + level as f64 * LINE;
        let foot = base + LINE - 4.0;
        canvas.line("under", (x, top), (x, foot));
        canvas.line("mark", (x, top), (x, foot));
        let (place, anchor) = if before {
            (x - GAP, Anchor::End)
        } else {
            (x + GAP, Anchor::Start)
        };
        canvas.lines("t2 halo", (place, base + 10.0), anchor, &lines);
        height = height.max(4.0 + end as f64 * LINE);
    }
    height
}
