//! Markers: dashed rules with their words, kept clear of each other.

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

/// On which side of the rules their words stand: the one where no numbers of
/// the axis are, so that no rule runs through a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Below,
}

/// One marker with the place of its words.
struct Sign {
    x: f64,
    lines: Vec<String>,
    /// Lines of text between the rule's end and these words.
    level: usize,
    /// Whether the words stand left of the rule.
    before: bool,
}

/// Markers with their words laid out; not yet drawn.
pub(super) struct Signs {
    signs: Vec<Sign>,
    side: Side,
    height: f64,
}

const GAP: f64 = 6.0;

/// Lays out the words of all markers that have a place.
pub(super) fn lay(
    sheet: f64,
    placed: &Placed,
    markers: &[Marker],
    side: Side,
) -> Signs {
    let mut taken: Vec<f64> = Vec::new();
    let mut sorted: Vec<_> = markers
        .iter()
        .filter_map(|m| Some((placed.at(m.at)?, m.label.as_str())))
        .collect();
    // From the right, so that a rule to farther words passes no other words.
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut signs = Vec::new();
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
        signs.push(Sign { x, lines, level, before });
    }
    let height = match taken.len() {
        0 => 0.0,
        levels => 4.0 + levels as f64 * LINE,
    };
    Signs { signs, side, height }
}

impl Signs {
    /// The height that the words take.
    pub(super) fn height(&self) -> f64 {
        self.height
    }

    /// Whether no rule passes between two places.
    pub(super) fn clear_of(&self, (from, to): (f64, f64)) -> bool {
        self.signs.iter().all(|sign| sign.x <= from || sign.x >= to)
    }

    /// Draws the words beyond the outer end of `bands`, and a rule through
    /// each band: it stops where something else is written.
    pub(super) fn draw(&self, canvas: &mut Canvas, bands: &[(f64, f64)]) {
        let (Some(first), Some(last)) = (bands.first(), bands.last()) else {
            return;
        };
        for sign in &self.signs {
            let far = (sign.level + sign.lines.len()) as f64 * LINE;
            let near = sign.level as f64 * LINE;
            // The first baseline, and where the rule to it ends.
            let (base, rule) = match self.side {
                Side::Above => {
                    let top = first.0 - 2.0 - far;
                    (top + 11.0, (top + 1.0, first.0))
                }
                Side::Below => {
                    let top = last.1 + 4.0 + near;
                    (top + 10.0, (last.1, top + LINE - 4.0))
                }
            };
            let rules = bands.iter().chain([&rule]);
            for class in ["under", "mark"] {
                for (from, to) in rules.clone() {
                    canvas.line(class, (sign.x, *from), (sign.x, *to));
                }
            }
            let (x, anchor) = if sign.before {
                (sign.x - GAP, Anchor::End)
            } else {
                (sign.x + GAP, Anchor::Start)
            };
            canvas.lines("t2 halo", (x, base), anchor, &sign.lines);
        }
    }
}
