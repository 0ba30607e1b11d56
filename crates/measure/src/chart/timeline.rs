//! A timeline: who ran from when until when, and how it ended.

use super::Body;
use super::axis::{Axis, Placed};
use super::marker::{self, Marker, Side};
use super::svg::{Anchor, Canvas, LINE};
use super::text::{self, SIZE, SMALL};

/// Who ran from when until when, in groups one under another.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// The axis of time.
    pub axis: Axis,
    /// The groups, from the top.
    pub groups: Vec<Lane>,
    /// Moments that matter to all groups.
    pub markers: Vec<Marker>,
}

/// A group of spans under one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The heading; may be empty.
    pub title: String,
    /// The spans, from the top.
    pub bars: Vec<Span>,
}

/// One runner, from start to end.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Who ran.
    pub label: String,
    /// When it started.
    pub start: f64,
    /// When it ended.
    pub end: f64,
    /// How it ended.
    pub outcome: Outcome,
    /// How it ended, in words; the outcome's own word if empty.
    pub note: String,
}

/// How a span ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It finished.
    Done,
    /// It failed.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// It went on although nobody waited for it any longer.
    Leaked,
}

impl Outcome {
    fn class(self) -> &'static str {
        match self {
            Outcome::Done => "o-done",
            Outcome::Failed => "o-failed",
            Outcome::Cancelled => "o-cancelled",
            Outcome::Leaked => "o-leaked",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Failed => "failed",
            Outcome::Cancelled => "cancelled",
            Outcome::Leaked => "leaked",
        }
    }
}

impl Timeline {
    /// Groups of spans along `axis`.
    pub fn new(axis: Axis, groups: Vec<Lane>) -> Timeline {
        Timeline { axis, groups, markers: Vec::new() }
    }

    /// Adds a moment that matters to all groups.
    pub fn marker(mut self, at: f64, label: impl Into<String>) -> Timeline {
        self.markers.push(Marker::new(at, label));
        self
    }
}

impl From<Timeline> for Body {
    fn from(timeline: Timeline) -> Body {
        Body::Timeline(timeline)
    }
}

impl Lane {
    /// A group of spans under a heading.
    pub fn new(title: impl Into<String>, bars: Vec<Span>) -> Lane {
        Lane { title: title.into(), bars }
    }
}

impl Span {
    /// A runner from `start` to `end`.
    pub fn new(
        label: impl Into<String>,
        start: f64,
        end: f64,
        outcome: Outcome,
    ) -> Span {
        let note = String::new();
        Span { label: label.into(), start, end, outcome, note }
    }

    /// Says in words how it ended.
    pub fn note(mut self, note: impl Into<String>) -> Span {
        self.note = note.into();
        self
    }

    fn words(&self) -> &str {
        match self.note.trim() {
            "" => self.outcome.word(),
            words => words,
        }
    }
}

const THICK: f64 = 15.0;

impl Timeline {
    fn spans(&self) -> impl Iterator<Item = &Span> {
        self.groups.iter().flat_map(|group| &group.bars)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.spans().next().is_none() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let labels = self.spans().map(|s| s.label.as_str());
        let label = text::widest(labels, SIZE, sheet.pick(200.0, 90.0));
        let across = (label + 9.0, sheet.width() - sheet.pick(20.0, 8.0));
        let moments = self.markers.iter().map(|m| m.at);
        let values: Vec<_> = self
            .spans()
            .flat_map(|s| [s.start, s.end])
            .chain(moments)
            .collect();
        let ticks = sheet.pick(7, 4);
        let placed =
            self.axis.lay_across(&values, true, across, ticks, sheet.width());
        let top = canvas.axis_title(0.0, &self.axis.title) + 20.0;

        // Grid and markers lie under the bars, so they are drawn first, and
        // only beside bars, so that no rule runs through a heading.
        let mut trial = Canvas::new(sheet);
        let (bands, _) = self.rows(&mut trial, &placed, label, top);
        canvas.grid(&placed, top, &bands);
        let width = sheet.width();
        let signs = marker::lay(width, &placed, &self.markers, Side::Below);
        signs.draw(canvas, &bands);
        let (_, bottom) = self.rows(canvas, &placed, label, top);
        bottom + signs.height() + 2.0
    }

    /// Draws all rows from `y` on; returns the stretches that have bars, and
    /// where the last ends.
    fn rows(
        &self,
        canvas: &mut Canvas,
        placed: &Placed,
        label: f64,
        y: f64,
    ) -> (Vec<(f64, f64)>, f64) {
        let mut y = y + 2.0;
        let mut bands = Vec::new();
        for (i, group) in self.groups.iter().enumerate() {
            y += if i > 0 { 8.0 } else { 0.0 };
            if !group.title.trim().is_empty() {
                y += canvas.heading(y, &group.title) + 2.0;
            }
            let top = y;
            for span in &group.bars {
                y = row(canvas, placed, span, label, y);
            }
            if y > top {
                bands.push((top - 1.0, y));
            }
        }
        (bands, y)
    }
}

/// Where one row may draw.
struct Row {
    /// Its upper edge.
    top: f64,
    /// Where the axis begins, right of the labels.
    left: f64,
    /// Under its bar and its label.
    under: f64,
}

fn row(
    canvas: &mut Canvas,
    placed: &Placed,
    span: &Span,
    label: f64,
    top: f64,
) -> f64 {
    let left = placed.span().0;
    let lines = text::wrap(&span.label, SIZE, label.max(1.0));
    canvas.lines("t", (left - 9.0, top + 13.0), Anchor::End, &lines);
    let ends = placed.at(span.start).zip(placed.at(span.end));
    let under = top + (lines.len() as f64 * LINE + 5.0).max(20.0);
    let (x1, x2) = ends.unwrap_or((left, left));
    let row = Row { top, left, under };
    let place = place(canvas, span, (x1, x2.max(x1 + 2.0)), &row);
    if ends.is_some() {
        let long = (x2 - x1).max(2.0);
        canvas.rect(span.outcome.class(), (x1, top + 1.0), (long, THICK));
        if span.outcome == Outcome::Leaked {
            // Clear of a note in the bar.
            let note = match place {
                Place::Inside => text::width(span.words(), SMALL) + GAP,
                _ => 0.0,
            };
            let (from, long) = (x1 + note, long - note);
            canvas.texture("o-leaked", (from, top + 1.0), (long, THICK));
        }
        if span.outcome == Outcome::Failed && long >= 14.0 {
            canvas.cross((x1 + long - 7.0, top + 1.0 + THICK / 2.0));
        }
    }
    note(canvas, span, (x1, x2.max(x1 + 2.0)), &row, place)
}

/// Where a note stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Right,
    Inside,
    Left,
    Under,
}

/// From the end of a bar to its note.
const GAP: f64 = 8.0;

/// Where the note is whole: right of the bar, in it, left of it or under the
/// row.
fn place(
    canvas: &Canvas,
    span: &Span,
    (x1, x2): (f64, f64),
    row: &Row,
) -> Place {
    let own = text::width(span.words(), SMALL);
    match () {
        () if x2 + GAP + own <= canvas.sheet.width() => Place::Right,
        () if own + 3.0 * GAP <= x2 - x1 => Place::Inside,
        () if x1 - GAP - own >= row.left => Place::Left,
        () => Place::Under,
    }
}

/// Writes the note at its place; returns where the row ends.
fn note(
    canvas: &mut Canvas,
    span: &Span,
    (x1, x2): (f64, f64),
    row: &Row,
    place: Place,
) -> f64 {
    let words = span.words();
    let right = canvas.sheet.width();
    let base = row.top + 13.0;
    match place {
        Place::Right => {
            canvas.text("t2 halo", (x2 + GAP, base), Anchor::Start, words);
        }
        Place::Inside => {
            let class = match span.outcome {
                Outcome::Cancelled => "t2",
                _ => "t2 inside",
            };
            // Clear of the mark of a failure at the end.
            canvas.text(class, (x1 + GAP, base), Anchor::Start, words);
        }
        Place::Left => {
            canvas.text("t2 halo", (x1 - GAP, base), Anchor::End, words);
        }
        Place::Under => {
            let lines = text::wrap(words, SMALL, right);
            let first = (right, row.under + SMALL - 1.0);
            canvas.lines("t2 halo", first, Anchor::End, &lines);
            return row.under + lines.len() as f64 * LINE + 2.0;
        }
    }
    row.under
}
