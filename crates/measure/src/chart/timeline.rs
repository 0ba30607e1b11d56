//! A timeline: who ran from when until when, and how it ended.

use super::Body;
use super::axis::{Axis, Placed};
use super::legend::{self, Mark};
use super::marker::{self, Marker};
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
    const ALL: [Outcome; 4] =
        [Outcome::Done, Outcome::Failed, Outcome::Cancelled, Outcome::Leaked];

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

        // Grid and markers lie under the bars, so they are drawn first.
        let mut trial = Canvas::new(sheet);
        let bottom = self.rows(&mut trial, &placed, label, top);
        canvas.grid(&placed, top, bottom);
        let ends = (top, bottom);
        let words = marker::draw(canvas, &placed, &self.markers, ends);
        self.rows(canvas, &placed, label, top);

        let items: Vec<_> = Outcome::ALL
            .into_iter()
            .filter(|o| self.spans().any(|s| s.outcome == *o))
            .map(|o| (Mark::Span(o.class()), o.word().to_string()))
            .collect();
        let y = bottom + words + 10.0;
        let left = sheet.pick(across.0, 0.0);
        y + legend::draw(canvas, left, y, &items)
    }

    fn rows(
        &self,
        canvas: &mut Canvas,
        placed: &Placed,
        label: f64,
        y: f64,
    ) -> f64 {
        let mut y = y + 2.0;
        for (i, group) in self.groups.iter().enumerate() {
            y += if i > 0 { 8.0 } else { 0.0 };
            if !group.title.trim().is_empty() {
                y += canvas.heading(y, &group.title) + 2.0;
            }
            for span in &group.bars {
                y = row(canvas, placed, span, label, y);
            }
        }
        y + 2.0
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
    if let Some((x1, x2)) = ends {
        let long = (x2 - x1).max(2.0);
        canvas.rect(span.outcome.class(), (x1, top + 1.0), (long, THICK));
        if span.outcome == Outcome::Failed && long >= 14.0 {
            canvas.cross((x1 + long - 7.0, top + 1.0 + THICK / 2.0));
        }
    }
    let under = top + (lines.len() as f64 * LINE + 5.0).max(20.0);
    note(canvas, span, ends.unwrap_or((left, left)), &Row { top, left, under })
}

/// Puts the note where it is whole: right of the bar, in it, left of it or
/// under the row; returns where the row ends.
fn note(
    canvas: &mut Canvas,
    span: &Span,
    (x1, x2): (f64, f64),
    row: &Row,
) -> f64 {
    const GAP: f64 = 8.0;
    let words = span.words();
    let own = text::width(words, SMALL);
    let x2 = x2.max(x1 + 2.0);
    let right = canvas.sheet.width();
    let base = row.top + 13.0;
    if x2 + GAP + own <= right {
        canvas.text("t2 halo", (x2 + GAP, base), Anchor::Start, words);
    } else if own + 3.0 * GAP <= x2 - x1 {
        let class = match span.outcome {
            Outcome::Cancelled => "t2",
            _ => "t2 inside",
        };
        // Clear of the mark of a failure at the end.
        canvas.text(class, (x1 + GAP, base), Anchor::Start, words);
    } else if x1 - GAP - own >= row.left {
        canvas.text("t2 halo", (x1 - GAP, base), Anchor::End, words);
    } else {
        let lines = text::wrap(words, SMALL, right);
        let first = (right, row.under + SMALL - 1.0);
        canvas.lines("t2 halo", first, Anchor::End, &lines);
        return row.under + lines.len() as f64 * LINE + 2.0;
    }
    row.under
}
