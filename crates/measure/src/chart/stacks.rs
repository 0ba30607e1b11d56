//! Stacked bars: what a total consists of, such as submit and collect.

use super::axis::{Axis, Placed};
use super::legend::{self, Mark};
use super::svg::{Anchor, Canvas, LINE};
use super::text::{self, SIZE};
use super::{Body, Kind};

/// One bar for each row, made of parts.
///
/// The axis is linear: parts of a bar on a logarithmic one would have no
/// comparable lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacks {
    /// The axis of the values.
    pub axis: Axis,
    /// The names of the parts, from the left; three textures exist.
    pub parts: Vec<String>,
    /// The rows, from the top.
    pub rows: Vec<Stack>,
}

/// One row of [`Stacks`].
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// The row's name.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The parts, in the order of their names; empty for a row that was not
    /// run.
    pub parts: Vec<f64>,
    /// The total in words; for a row that was not run, the reason.
    pub value_text: String,
}

impl Stacks {
    /// Bars along `axis` made of `parts`.
    pub fn new<S: Into<String>>(
        axis: Axis,
        parts: impl IntoIterator<Item = S>,
        rows: Vec<Stack>,
    ) -> Stacks {
        let parts = parts.into_iter().map(Into::into).collect();
        Stacks { axis, parts, rows }
    }
}

impl From<Stacks> for Body {
    fn from(stacks: Stacks) -> Body {
        Body::Stacks(stacks)
    }
}

impl Stack {
    /// A row with its parts.
    pub fn new(
        label: impl Into<String>,
        kind: Kind,
        parts: impl Into<Vec<f64>>,
    ) -> Stack {
        let value_text = String::new();
        Stack { label: label.into(), kind, parts: parts.into(), value_text }
    }

    /// A row that was not run, with the reason.
    pub fn not_run(
        label: impl Into<String>,
        kind: Kind,
        reason: impl Into<String>,
    ) -> Stack {
        Stack { value_text: reason.into(), ..Stack::new(label, kind, []) }
    }

    /// Sets the total in words; otherwise the axis's unit is used.
    pub fn value_text(mut self, words: impl Into<String>) -> Stack {
        self.value_text = words.into();
        self
    }

    /// The parts that have a length.
    fn drawn(&self) -> impl Iterator<Item = f64> {
        let fit = |part: &f64| part.is_finite() && *part >= 0.0;
        self.parts.iter().map(move |part| if fit(part) { *part } else { 0.0 })
    }

    fn total(&self) -> f64 {
        self.drawn().sum()
    }

    fn words(&self, axis: &Axis) -> String {
        match self.value_text.trim() {
            "" if self.parts.is_empty() => "not run".into(),
            "" => axis.value_text(self.total()),
            words => words.to_string(),
        }
    }
}

impl Canvas {
    /// A part of a stacked bar: solid, walls, dots.
    pub(super) fn part(
        &mut self,
        kind: Kind,
        n: usize,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
    ) {
        let class = kind.class();
        self.rect(&format!("part {class}"), (x, y), (width, height));
        match n % 3 {
            0 => {}
            1 => self.texture("k-processes", (x, y), (width, height)),
            _ => self.texture("k-tasks", (x, y), (width, height)),
        }
    }
}

const THICK: f64 = 15.0;
const GAP: f64 = 8.0;

impl Stacks {
    pub(super) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.rows.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let words: Vec<_> =
            self.rows.iter().map(|row| row.words(&self.axis)).collect();
        let run = self.rows.iter().zip(&words);
        let run = run.filter(|(row, _)| !row.parts.is_empty());
        let value = text::widest(
            run.map(|(_, words)| words.as_str()),
            SIZE,
            sheet.pick(190.0, 110.0),
        );
        let labels = self.rows.iter().map(|row| row.label.as_str());
        let label = text::widest(labels, SIZE, sheet.pick(210.0, 340.0));
        let span =
            (sheet.pick(label + 10.0, 1.0), sheet.width() - value - GAP - 1.0);
        let totals: Vec<_> = self.rows.iter().map(Stack::total).collect();
        let placed = self.axis.lay_across(
            &totals,
            true,
            span,
            sheet.pick(6, 4),
            sheet.width(),
        );
        // The names of the parts come first: what a bar shows is known before
        // it is looked at.
        let names = self.parts.iter().enumerate();
        let key: Vec<_> =
            names.map(|(n, name)| (Mark::Part(n), name.clone())).collect();
        let left = sheet.pick(span.0, 0.0);
        let mut top = legend::draw(canvas, left, 0.0, &key);
        top += canvas.axis_title(top, &self.axis.title) + 20.0;
        let rows = |canvas: &mut Canvas| {
            let mut y = top + 2.0;
            let mut bands = Vec::new();
            for (row, words) in self.rows.iter().zip(&words) {
                let columns = (label, value);
                let end = draw_row(canvas, &placed, row, words, columns, y);
                let over = end.middle - THICK / 2.0 - 3.0;
                bands.push((sheet.pick(y, over), end.bottom));
                y = end.bottom;
            }
            (bands, y + 2.0)
        };
        // The grid lies under the bars, and stops at the names.
        let (bands, _) = rows(&mut Canvas::new(sheet));
        canvas.grid(&placed, top, &bands);
        rows(canvas).1
    }
}

/// Where a row was drawn.
struct Drawn {
    middle: f64,
    bottom: f64,
}

fn draw_row(
    canvas: &mut Canvas,
    placed: &Placed,
    row: &Stack,
    words: &str,
    (label, value): (f64, f64),
    y: f64,
) -> Drawn {
    let sheet = canvas.sheet;
    let (left, right) = placed.span();
    let run = !row.parts.is_empty();
    let room = if run { value } else { right - left };
    let words = text::wrap(words, SIZE, room.max(1.0));
    let name = text::wrap(&row.label, SIZE, label.max(1.0));
    let lines = sheet.pick(name.len().max(words.len()), words.len());
    let high = (lines as f64 * LINE).max(THICK);
    let over = sheet.pick(0.0, name.len() as f64 * LINE + 4.0);
    let middle = y + over + high / 2.0 + sheet.pick(5.0, 0.0);
    let first = |lines: usize| middle + 4.5 - (lines as f64 - 1.0) * LINE / 2.0;
    if sheet.is_narrow() {
        canvas.lines("t", (0.0, y + 13.0), Anchor::Start, &name);
    } else {
        let place = (left - 9.0, first(name.len()));
        canvas.lines("t", place, Anchor::End, &name);
    }
    let mut so_far = 0.0;
    let mut end = left;
    for (n, part) in row.drawn().enumerate() {
        let from = placed.at(so_far).unwrap_or(left);
        so_far += part;
        let Some(to) = placed.at(so_far) else { break };
        if to - from > 0.0 {
            let corner = (from, middle - THICK / 2.0);
            canvas.part(row.kind, n, corner, (to - from, THICK));
        }
        end = end.max(to);
    }
    let class = if run { "t halo" } else { "t2 halo" };
    canvas.lines(class, (end + GAP, first(words.len())), Anchor::Start, &words);
    Drawn { middle, bottom: y + over + high + 10.0 }
}
