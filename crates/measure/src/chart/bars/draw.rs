//! Drawing of rows: bars on a linear axis, dots on a logarithmic one.

use super::marks;
use super::{Bar, Bars};
use crate::chart::axis::{Axis, Placed, Scale};
use crate::chart::legend::{self, Mark};
use crate::chart::svg::{Anchor, Canvas, LINE};
use crate::chart::text::{self, SIZE, SMALL};

impl Bar {
    pub(super) fn median_drawn(&self) -> Option<f64> {
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

/// The columns of the chart and its axis.
pub(super) struct Columns {
    pub(super) placed: Placed,
    pub(super) dots: bool,
    label: f64,
    value: f64,
    /// On a narrow sheet: long values stand over their bars.
    over: bool,
}

/// Where the rows were drawn: the grid runs through these bands alone, so
/// that no line of it crosses a heading or a name.
#[derive(Default)]
struct Laid {
    bands: Vec<(f64, f64)>,
    bottom: f64,
}

pub(super) const THICK: f64 = 15.0;
/// From the last mark of a row to its value.
const GAP: f64 = 8.0;

impl Bars {
    pub(in crate::chart) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.rows.is_empty() {
            return canvas.nothing();
        }
        let columns = self.columns(canvas);
        let top = canvas.axis_title(0.0, &self.axis.title) + 20.0;
        // The grid lies under the bars, and is drawn first: so the rows are
        // laid out once to learn where it runs.
        let laid = self.rows(&mut Canvas::new(canvas.sheet), &columns, top);
        canvas.grid(&columns.placed, top, &laid.bands);
        self.rows(canvas, &columns, top);
        let left = canvas.sheet.pick(columns.placed.span().0, 0.0);
        let y = laid.bottom + 8.0;
        y + legend::draw(canvas, left, y, &self.key(columns.dots))
    }

    fn columns(&self, canvas: &Canvas) -> Columns {
        let sheet = canvas.sheet;
        let dots = self.axis.scale == Scale::Log;
        let words: Vec<_> =
            self.rows.iter().map(|r| r.value_words(&self.axis)).collect();
        let words = words.iter().map(String::as_str);
        let value = text::widest(words, SIZE, sheet.pick(190.0, 150.0));
        let over = sheet.is_narrow() && value > 84.0;
        let labels = self.rows.iter().map(|r| r.label.as_str());
        let label = text::widest(labels, SIZE, sheet.pick(210.0, 340.0));
        // A dot at the end of the axis is whole.
        let pad = if dots { 5.0 } else { 1.0 };
        let left = sheet.pick(label + 9.0, 0.0) + pad;
        let beyond = if over { pad } else { pad + GAP + value };
        let span = (left, sheet.width() - beyond);
        let values: Vec<_> = self.rows.iter().flat_map(Bar::values).collect();
        let ticks = sheet.pick(6, 4);
        let placed =
            self.axis.lay_across(&values, true, span, ticks, sheet.width());
        Columns { placed, dots, label, value: value.max(1.0), over }
    }

    fn rows(&self, canvas: &mut Canvas, columns: &Columns, y: f64) -> Laid {
        let mut laid = Laid { bands: Vec::new(), bottom: y + 2.0 };
        let mut group = None;
        for row in &self.rows {
            let new = row.group != group;
            if new {
                group.clone_from(&row.group);
                if let Some(heading) = &group {
                    let y = laid.bottom + 6.0;
                    laid.bottom = y + canvas.heading(y, heading);
                }
            }
            let (from, to, bottom) = if canvas.sheet.is_narrow() {
                self.row_narrow(canvas, columns, row, laid.bottom)
            } else {
                self.row_wide(canvas, columns, row, laid.bottom)
            };
            match laid.bands.last_mut() {
                Some(band) if !new && band.1 == from => band.1 = to,
                _ => laid.bands.push((from, to)),
            }
            laid.bottom = bottom;
        }
        laid.bottom += 2.0;
        laid
    }

    /// Draws a row from `y` on; returns its band of the grid and its end.
    fn row_wide(
        &self,
        canvas: &mut Canvas,
        columns: &Columns,
        row: &Bar,
        y: f64,
    ) -> (f64, f64, f64) {
        let label = text::wrap(&row.label, SIZE, columns.label);
        let words = row.value_words(&self.axis);
        let words = text::wrap(&words, SIZE, columns.value);
        let reason = reason_lines(columns, row);
        let most = label.len().max(words.len()).max(reason.len());
        let height = (most as f64 * LINE + 10.0).max(26.0);
        let middle = y + height / 2.0;
        let first =
            |lines: usize| middle + 4.5 - (lines as f64 - 1.0) * LINE / 2.0;
        let left = columns.placed.span().0;
        let place =
            (left - if columns.dots { 14.0 } else { 9.0 }, first(label.len()));
        canvas.lines("t", place, Anchor::End, &label);
        let end = marks::draw(canvas, columns, row, middle);
        why(canvas, columns, row, &reason, first(reason.len()));
        let place = (end + GAP, first(words.len()));
        write_value(canvas, columns, row, place, &words);
        (y, y + height, y + height)
    }

    fn row_narrow(
        &self,
        canvas: &mut Canvas,
        columns: &Columns,
        row: &Bar,
        y: f64,
    ) -> (f64, f64, f64) {
        let width = canvas.sheet.width();
        let words = row.value_words(&self.axis);
        let words = text::wrap(&words, SIZE, columns.value);
        let own = text::widest(words.iter().map(String::as_str), SIZE, width);
        let beside = if columns.over { own + 12.0 } else { 0.0 };
        let label = text::wrap(&row.label, SIZE, width - beside);
        canvas.lines("t", (0.0, y + 13.0), Anchor::Start, &label);
        let mut lines = label.len();
        if columns.over {
            canvas.lines("t", (width, y + 13.0), Anchor::End, &words);
            lines = lines.max(words.len());
        }
        let y = y + lines as f64 * LINE + 4.0;
        let reason = reason_lines(columns, row);
        let high = (reason.len().max(words.len() * usize::from(!columns.over))
            as f64
            * LINE)
            .max(THICK);
        let middle = y + high / 2.0;
        let end = marks::draw(canvas, columns, row, middle);
        let first =
            |lines: usize| middle + 4.5 - (lines as f64 - 1.0) * LINE / 2.0;
        why(canvas, columns, row, &reason, first(reason.len()));
        if !columns.over {
            let place = (end + GAP, first(words.len()));
            write_value(canvas, columns, row, place, &words);
        }
        (y - 2.0, y + high + 2.0, y + high + 10.0)
    }

    fn key(&self, dots: bool) -> Vec<(Mark, String)> {
        let mut items = Vec::new();
        if let Some(row) = self.rows.iter().find(|r| r.median_drawn().is_some())
        {
            let mark =
                if dots { Mark::Shape(row.kind) } else { Mark::Bar(row.kind) };
            items.push((mark, "median here".to_string()));
        }
        let finite = |v: &Option<f64>| v.is_some_and(f64::is_finite);
        let samples = self.rows.iter().map(|r| r.samples.len());
        match samples.max().unwrap_or(0) {
            0 => {}
            1 if dots => {}
            _ if dots => items.push((Mark::Range, "range of all runs".into())),
            _ => items.push((Mark::Dot, "each run".into())),
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

/// Writes a value behind the marks of its row, past a published figure that
/// would be under it.
fn write_value(
    canvas: &mut Canvas,
    columns: &Columns,
    row: &Bar,
    (x, y): (f64, f64),
    words: &[String],
) {
    if row.median_drawn().is_none() {
        return;
    }
    let half = if columns.dots { 9.0 } else { 6.0 };
    let own = text::widest(words.iter().map(String::as_str), SIZE, f64::MAX);
    let published = row.published.and_then(|p| columns.placed.at(p));
    let x = match published {
        Some(at) if at + half > x - 2.0 && at - half < x + own + 2.0 => {
            at + half + GAP - 4.0
        }
        _ => x,
    };
    canvas.lines("t halo", (x, y), Anchor::Start, words);
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
