//! Drawing of bars: rows, marks and legend, in both widths.

use super::{Bar, Bars};
use crate::chart::axis::{Axis, Placed, Scale};
use crate::chart::legend::{self, Mark};
use crate::chart::svg::{Anchor, Canvas, LINE};
use crate::chart::text::{self, SIZE, SMALL};
use std::collections::BTreeSet;

impl Bar {
    fn median_drawn(&self) -> Option<f64> {
        self.median.filter(|median| median.is_finite())
    }

    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        let marks = [self.median, self.floor, self.published];
        self.samples.iter().copied().chain(marks.into_iter().flatten())
    }

    fn value_words(&self, axis: &Axis) -> String {
        match self.median_drawn() {
            Some(median) if self.value_text.trim().is_empty() => {
                axis.value_text(median)
            }
            Some(_) => self.value_text.clone(),
            None => String::new(),
        }
    }

    fn reason(&self) -> &str {
        match self.value_text.trim() {
            "" => "not run",
            words => words,
        }
    }
}

/// The columns of a bar chart and its axis.
struct Columns {
    placed: Placed,
    label: f64,
    value: f64,
}

const THICK: f64 = 15.0;

impl Bars {
    pub(in crate::chart) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.rows.is_empty() {
            return canvas.nothing();
        }
        let columns = self.columns(canvas);
        let top = canvas.axis_title(0.0, &self.axis.title) + 20.0;
        // The grid lies under the bars, and is drawn first: so the rows are
        // laid out once to learn where it ends.
        let mut trial = Canvas::new(canvas.sheet);
        let bottom = self.rows(&mut trial, &columns, top);
        canvas.grid(&columns.placed, top, bottom);
        self.rows(canvas, &columns, top);
        let left = canvas.sheet.pick(columns.placed.span().0, 0.0);
        let items = self.legend();
        bottom + 10.0 + legend::draw(canvas, left, bottom + 10.0, &items)
    }

    fn columns(&self, canvas: &Canvas) -> Columns {
        let sheet = canvas.sheet;
        let words: Vec<_> =
            self.rows.iter().map(|r| r.value_words(&self.axis)).collect();
        let words = words.iter().map(String::as_str);
        let value = text::widest(words, SIZE, sheet.pick(190.0, 150.0));
        let labels = self.rows.iter().map(|r| r.label.as_str());
        let label = text::widest(labels, SIZE, sheet.pick(210.0, 340.0));
        let span = if sheet.is_narrow() {
            (1.0, sheet.width() - 7.0)
        } else {
            (label + 9.0, sheet.width() - value - 16.0)
        };
        let mut values: Vec<_> =
            self.rows.iter().flat_map(Bar::values).collect();
        if self.axis.scale == Scale::Log {
            // Room under the least value, so that its bar has a length.
            let positive = values.iter().filter(|v| **v > 0.0);
            values.push(positive.copied().fold(f64::INFINITY, f64::min) / 2.0);
        }
        let ticks = sheet.pick(6, 4);
        let placed =
            self.axis.lay_across(&values, true, span, ticks, sheet.width());
        Columns { placed, label, value }
    }

    /// Draws all rows from `y` on; returns where they end.
    fn rows(&self, canvas: &mut Canvas, columns: &Columns, y: f64) -> f64 {
        let mut y = y + 2.0;
        let mut group = None;
        for row in &self.rows {
            if row.group != group {
                group.clone_from(&row.group);
                if let Some(heading) = &group {
                    y += 4.0 + canvas.heading(y + 2.0, heading);
                }
            }
            y = if canvas.sheet.is_narrow() {
                self.row_narrow(canvas, columns, row, y)
            } else {
                self.row_wide(canvas, columns, row, y)
            };
        }
        y + 2.0
    }

    fn row_wide(
        &self,
        canvas: &mut Canvas,
        columns: &Columns,
        row: &Bar,
        y: f64,
    ) -> f64 {
        let label = text::wrap(&row.label, SIZE, columns.label);
        let words = row.value_words(&self.axis);
        let words = text::wrap(&words, SIZE, columns.value.max(1.0));
        let reason = reason_lines(columns, row);
        let most = label.len().max(words.len()).max(reason.len());
        let height = (most as f64 * LINE + 10.0).max(26.0);
        let middle = y + height / 2.0;
        let first =
            |lines: usize| middle + 4.5 - (lines as f64 - 1.0) * LINE / 2.0;
        let left = columns.placed.span().0;
        let place = (left - 9.0, first(label.len()));
        canvas.lines("t", place, Anchor::End, &label);
        bar(canvas, columns, row, middle - THICK / 2.0);
        why(canvas, columns, row, &reason, first(reason.len()));
        let place = (canvas.sheet.width(), first(words.len()));
        canvas.lines("t", place, Anchor::End, &words);
        y + height
    }

    fn row_narrow(
        &self,
        canvas: &mut Canvas,
        columns: &Columns,
        row: &Bar,
        y: f64,
    ) -> f64 {
        let width = canvas.sheet.width();
        let words = row.value_words(&self.axis);
        let words = text::wrap(&words, SIZE, columns.value.max(1.0));
        let own =
            text::widest(words.iter().map(String::as_str), SIZE, columns.value);
        let label = text::wrap(&row.label, SIZE, width - own - 12.0);
        canvas.lines("t halo", (0.0, y + 13.0), Anchor::Start, &label);
        canvas.lines("t halo", (width, y + 13.0), Anchor::End, &words);
        let y = y + label.len().max(words.len()) as f64 * LINE + 3.0;
        bar(canvas, columns, row, y);
        let reason = reason_lines(columns, row);
        why(canvas, columns, row, &reason, y + 12.0);
        y + (reason.len() as f64 * LINE).max(THICK) + 6.0
    }

    fn legend(&self) -> Vec<(Mark, String)> {
        let mut items = Vec::new();
        if let Some(row) = self.rows.iter().find(|r| r.median_drawn().is_some())
        {
            items.push((Mark::Kind(row.kind), "median here".to_string()));
        }
        let finite = |v: &Option<f64>| v.is_some_and(f64::is_finite);
        if self.rows.iter().any(|r| !r.samples.is_empty()) {
            items.push((Mark::Dot, "each run".into()));
        }
        if self.rows.iter().any(|r| finite(&r.floor)) {
            items.push((Mark::Floor, self.floor_text.clone()));
        }
        if self.rows.iter().any(|r| finite(&r.published)) {
            items.push((Mark::Diamond, self.published_text.clone()));
        }
        items
    }
}

fn bar(canvas: &mut Canvas, columns: &Columns, row: &Bar, y: f64) {
    let placed = &columns.placed;
    if let Some(end) = row.median_drawn().and_then(|m| placed.at(m)) {
        let base = placed.base();
        let long = (end - base).abs().max(1.0);
        let class = format!("fill {}", row.kind.class());
        canvas.rect(&class, (base.min(end), y), (long, THICK));
    }
    if let Some(x) = row.floor.and_then(|f| placed.at(f)) {
        canvas.rect("floor", (x - 1.0, y - 3.0), (2.0, THICK + 6.0));
    }
    // Runs on the same spot hide each other: one circle stands for them.
    let mut seen = BTreeSet::new();
    for (i, sample) in row.samples.iter().enumerate() {
        let lane = i % 5;
        let Some(x) = placed.at(*sample) else { continue };
        if seen.insert((lane, (x * 2.0) as i64)) {
            canvas.circle("dot", (x, y + 3.0 + lane as f64 * 2.3), 1.9);
        }
    }
    if let Some(x) = row.published.and_then(|p| placed.at(p)) {
        canvas.diamond((x, y + THICK / 2.0));
    }
}

/// The stretch for a reason: beside the published figure, if there is one.
fn stretch(columns: &Columns, row: &Bar) -> (f64, f64) {
    let (left, right) = columns.placed.span();
    match row.published.and_then(|p| columns.placed.at(p)) {
        Some(x) if x - left > right - x => (left + 5.0, x - 10.0),
        Some(x) => (x + 10.0, right),
        None => (left + 5.0, right),
    }
}

fn reason_lines(columns: &Columns, row: &Bar) -> Vec<String> {
    if row.median_drawn().is_some() {
        return Vec::new();
    }
    let (left, right) = stretch(columns, row);
    text::wrap(row.reason(), SMALL, right - left)
}

fn why(
    canvas: &mut Canvas,
    columns: &Columns,
    row: &Bar,
    reason: &[String],
    y: f64,
) {
    let x = stretch(columns, row).0;
    canvas.lines("t2 halo", (x, y), Anchor::Start, reason);
}
