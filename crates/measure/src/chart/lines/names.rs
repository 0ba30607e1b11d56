//! The names of lines: beside their ends, or as letters with a key below.

use super::{Lines, Series};
use crate::chart::axis::Placed;
use crate::chart::svg::{Anchor, Canvas, LINE};
use crate::chart::text::{self, SMALL};

/// A name at the right, with the end of the line it belongs to.
struct Name<'a> {
    series: &'a Series,
    /// The height of the line's end, or of its peak.
    aim: f64,
    lines: Vec<String>,
    y: f64,
}

impl Name<'_> {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE
    }

    fn middle(&self) -> f64 {
        self.y + self.height() / 2.0
    }
}

/// The names of all lines, laid out from the top.
pub(super) struct Names<'a> {
    names: Vec<Name<'a>>,
    /// The width of their column.
    pub(super) column: f64,
    /// Whether letters stand for the names.
    letters: bool,
}

/// On a phone a name may take this much from the lines, and not more.
const NARROW: f64 = 96.0;
/// Names that had to move farther than this from their lines are a knot.
const KNOT: f64 = 1.6 * LINE;

impl<'a> Names<'a> {
    /// The height that the names need, whatever the lines do.
    pub(super) fn least_height(canvas: &Canvas, lines: &Lines) -> f64 {
        let column = column(canvas, lines);
        let names = lines.series.iter().map(|s| words(lines, s, column).len());
        names.sum::<usize>() as f64 * LINE
    }

    pub(super) fn lay(
        canvas: &Canvas,
        lines: &'a Lines,
        up: &Placed,
        (top, bottom): (f64, f64),
    ) -> Names<'a> {
        let column = column(canvas, lines);
        let name = |series: &'a Series| {
            let aim = series.named_point().and_then(|p| up.at(p.1));
            let aim = aim.unwrap_or(bottom);
            let lines = words(lines, series, column);
            Name { series, aim, lines, y: aim }
        };
        let mut names: Vec<_> = lines.series.iter().map(name).collect();
        spread(&mut names, top, bottom);
        let knot = names.iter().any(|n| (n.middle() - n.aim).abs() > KNOT);
        if !canvas.sheet.is_narrow() || !knot {
            return Names { names, column, letters: false };
        }
        // From the top, as the lines end, so that the key is in their order.
        for (i, name) in names.iter_mut().enumerate() {
            name.lines = vec![letter(i)];
            name.y = name.aim;
        }
        spread(&mut names, top, bottom);
        Names { names, column: 14.0, letters: true }
    }

    /// Draws the names right of `x`, each with a lead from its line.
    pub(super) fn draw(&self, canvas: &mut Canvas, along: &Placed, x: f64) {
        for name in &self.names {
            let from = name.series.named_point().and_then(|p| along.at(p.0));
            let away = |from: &f64| {
                x - from > 24.0 || (name.middle() - name.aim).abs() > 3.0
            };
            if let Some(from) = from.filter(away) {
                let to = (x - 3.0, name.middle());
                canvas.line("lead", (from + 6.0, name.aim), to);
            }
            let class = format!("t2 name {}", name.series.kind.class());
            let place = (x, name.y + 11.5);
            canvas.lines(&class, place, Anchor::Start, &name.lines);
        }
    }

    /// Draws the key of the letters from `y` on; returns its height.
    pub(super) fn key(
        &self,
        canvas: &mut Canvas,
        lines: &Lines,
        y: f64,
    ) -> f64 {
        if !self.letters {
            return 0.0;
        }
        const INDENT: f64 = 34.0;
        let mut under = y;
        for name in &self.names {
            let room = canvas.sheet.width() - INDENT;
            let words = words(lines, name.series, room);
            let class = format!("t2 name {}", name.series.kind.class());
            let base = under + 11.5;
            canvas.lines(&class, (0.0, base), Anchor::Start, &name.lines);
            let hollow = name.series.dashed;
            canvas.shape(name.series.kind, hollow, (22.0, base - 4.0));
            canvas.lines(&class, (INDENT, base), Anchor::Start, &words);
            under += words.len() as f64 * LINE + 2.0;
        }
        under - y + 2.0
    }
}

fn letter(i: usize) -> String {
    let letters = 'a'..='z';
    letters.clone().nth(i).map_or_else(|| (i + 1).to_string(), String::from)
}

fn column(canvas: &Canvas, lines: &Lines) -> f64 {
    let cap = canvas.sheet.pick(200.0, NARROW);
    let names = lines.series.iter().map(|s| full(lines, s));
    names.map(|name| text::width(&name, SMALL)).fold(1.0, f64::max).min(cap)
}

/// A name with the value to which it points.
fn full(lines: &Lines, series: &Series) -> String {
    let value = match series.value_text.trim() {
        "" => series.named_point().map(|p| lines.y.value_text(p.1)),
        words => Some(words.to_string()),
    };
    match value {
        Some(value) => format!("{}\u{2002}{value}", series.label.trim()),
        None => format!("{}\u{2002}n/a", series.label.trim()),
    }
}

fn words(lines: &Lines, series: &Series, room: f64) -> Vec<String> {
    // An en space keeps name and value apart; here a line may end.
    let full = full(lines, series).replace('\u{2002}', " ");
    text::wrap(&full, SMALL, room)
}

/// Moves names apart, as little as needed, and keeps them on the drawing.
fn spread(names: &mut [Name<'_>], top: f64, bottom: f64) {
    names.sort_by(|a, b| a.aim.total_cmp(&b.aim));
    let mut free = top - LINE / 2.0;
    for name in names.iter_mut() {
        name.y = (name.aim - name.height() / 2.0).max(free);
        free = name.y + name.height();
    }
    let mut free = bottom + LINE / 2.0;
    for name in names.iter_mut().rev() {
        name.y = name.y.min(free - name.height());
        free = name.y;
    }
}
