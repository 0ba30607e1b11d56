//! Two conditions for each row, as two dots joined by a line.

use super::axis::{Axis, Placed};
use super::legend::{self, Mark};
use super::svg::{Anchor, Canvas, LINE, Sheet};
use super::text::{self, SIZE};
use super::{Body, Kind};

/// Two conditions, such as pinned and unpinned, for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// The axis of the values, as a rule logarithmic.
    pub axis: Axis,
    /// The rows, from the top.
    pub rows: Vec<Pair>,
    /// The names of the first condition and of the second.
    pub names: (String, String),
}

/// One row of [`Pairs`].
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The row's name.
    pub label: String,
    /// What did the work.
    pub kind: Kind,
    /// The value under the first condition; not a number if not measured.
    pub first: f64,
    /// The value under the second condition; not a number if not measured.
    pub second: f64,
    /// Both values in words.
    pub text: String,
}

impl Pairs {
    /// Rows along `axis`, with the names of the two conditions.
    pub fn new(
        axis: Axis,
        first: impl Into<String>,
        second: impl Into<String>,
        rows: Vec<Pair>,
    ) -> Pairs {
        Pairs { axis, rows, names: (first.into(), second.into()) }
    }
}

impl From<Pairs> for Body {
    fn from(pairs: Pairs) -> Body {
        Body::Pairs(pairs)
    }
}

impl Pair {
    /// A row with its two values.
    pub fn new(
        label: impl Into<String>,
        kind: Kind,
        first: f64,
        second: f64,
    ) -> Pair {
        let text = String::new();
        Pair { label: label.into(), kind, first, second, text }
    }

    /// Sets both values in words; otherwise the axis's unit is used.
    pub fn text(mut self, words: impl Into<String>) -> Pair {
        self.text = words.into();
        self
    }

    fn words(&self, axis: &Axis) -> String {
        if !self.text.trim().is_empty() {
            return self.text.clone();
        }
        let (first, second) = (self.first, self.second);
        format!("{} · {}", axis.value_text(first), axis.value_text(second))
    }
}

/// One row with its texts broken into lines.
struct Row<'a> {
    pair: &'a Pair,
    label: Vec<String>,
    words: Vec<String>,
    height: f64,
}

impl Pairs {
    pub(super) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.rows.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let words: Vec<_> =
            self.rows.iter().map(|row| row.words(&self.axis)).collect();
        let value = text::widest(
            words.iter().map(String::as_str),
            SIZE,
            sheet.pick(190.0, 170.0),
        );
        let labels = self.rows.iter().map(|r| r.label.as_str());
        let label = text::widest(labels, SIZE, sheet.pick(210.0, 340.0));
        let span = if sheet.is_narrow() {
            (6.0, sheet.width() - 6.0)
        } else {
            (label + 14.0, sheet.width() - value - 16.0)
        };
        let values: Vec<_> =
            self.rows.iter().flat_map(|r| [r.first, r.second]).collect();
        let ticks = sheet.pick(6, 4);
        let placed =
            self.axis.lay_across(&values, true, span, ticks, sheet.width());
        let rows: Vec<_> = self
            .rows
            .iter()
            .zip(&words)
            .map(|(pair, words)| Row::new(sheet, pair, words, (label, value)))
            .collect();

        let top = canvas.axis_title(0.0, &self.axis.title) + 20.0;
        let bottom = top + 4.0 + rows.iter().map(|r| r.height).sum::<f64>();
        canvas.grid(&placed, top, bottom);
        let mut y = top + 2.0;
        for row in &rows {
            row.draw(canvas, &placed, y);
            y += row.height;
        }
        let items = [
            (Mark::First, self.names.0.clone()),
            (Mark::Second, self.names.1.clone()),
        ];
        let left = sheet.pick(span.0 - 5.0, 0.0);
        bottom + 10.0 + legend::draw(canvas, left, bottom + 10.0, &items)
    }
}

impl Row<'_> {
    fn new<'a>(
        sheet: Sheet,
        pair: &'a Pair,
        words: &str,
        (label, value): (f64, f64),
    ) -> Row<'a> {
        let words = text::wrap(words, SIZE, value);
        let own = text::widest(words.iter().map(String::as_str), SIZE, value);
        let room = sheet.pick(label, sheet.width() - own - 12.0);
        let label = text::wrap(&pair.label, SIZE, room);
        let most = label.len().max(words.len()) as f64;
        let height = most * LINE + sheet.pick(11.0, 22.0);
        Row { pair, label, words, height }
    }

    fn draw(&self, canvas: &mut Canvas, placed: &Placed, y: f64) {
        let sheet = canvas.sheet;
        let middle = y + sheet.pick(self.height / 2.0, self.height - 13.0);
        // The first of so many lines, centred or from the top of the row.
        let first = |lines: usize| {
            let centred = middle + 4.5 - (lines as f64 - 1.0) * LINE / 2.0;
            sheet.pick(centred, y + 13.0)
        };
        let (x, anchor) = sheet
            .pick((placed.span().0 - 14.0, Anchor::End), (0.0, Anchor::Start));
        let place = (x, first(self.label.len()));
        canvas.lines("t halo", place, anchor, &self.label);
        let place = (sheet.width(), first(self.words.len()));
        canvas.lines("t halo", place, Anchor::End, &self.words);

        let kind = self.pair.kind.class();
        let from = placed.at(self.pair.first);
        let to = placed.at(self.pair.second);
        if let (Some(from), Some(to)) = (from, to) {
            canvas.line("join", (from, middle), (to, middle));
        }
        // The ring is wider than the dot, so that equal values show both.
        if let Some(x) = to {
            canvas.circle(&format!("ring {kind}"), (x, middle), 5.6);
        }
        if let Some(x) = from {
            canvas.circle(&format!("fill {kind}"), (x, middle), 4.0);
        }
    }
}
