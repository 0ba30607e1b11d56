//! Drawing of a histogram: bars from zero, or strokes on a logarithmic axis.

use super::{Bin, Histogram};
use crate::chart::axis::{Axis, Placed, Scale};
use crate::chart::marker::{self, Side};
use crate::chart::svg::{Anchor, Canvas};
use crate::chart::text::{self, SMALL};

/// Up to so many bins that hold something say how many values they hold.
const COUNTED: usize = 8;

impl Histogram {
    /// From the first bin that holds something to the last that does: the
    /// axis ends where the data end.
    fn seen(&self) -> &[Bin] {
        let holds = |bin: &Bin| bin.count > 0;
        match (
            self.bins.iter().position(holds),
            self.bins.iter().rposition(holds),
        ) {
            (Some(first), Some(last)) => &self.bins[first..=last],
            _ => &[],
        }
    }

    pub(in crate::chart) fn draw(&self, canvas: &mut Canvas) -> f64 {
        let bins = self.seen();
        if bins.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let holding = || bins.iter().filter(|bin| bin.count > 0);
        let counts: Vec<_> = holding().map(|bin| bin.count as f64).collect();
        let numbers = self.whole_numbers(&counts);
        // The numbers' column is known before the axis has its place.
        let trial = numbers.lay(counts.clone(), true, (1.0, 0.0), 4);
        let words: Vec<_> = trial.ticks().map(|tick| tick.1).collect();
        let left = text::widest(words.iter().map(String::as_str), SMALL, 150.0);
        let across = (left + 10.0, sheet.width() - sheet.pick(20.0, 8.0));
        let edges = bins.iter().flat_map(|bin| [bin.lo, bin.hi]);
        let xs: Vec<_> =
            edges.chain(self.markers.iter().map(|m| m.at)).collect();
        let ticks = sheet.pick(7, 4);
        let along =
            self.axis.lay_across(&xs, false, across, ticks, sheet.width());
        let signs =
            marker::lay(sheet.width(), &along, &self.markers, Side::Above);

        let few = counts.len() <= COUNTED;
        let top = canvas.axis_title(0.0, &self.counts.title)
            + signs.height()
            + if few { 18.0 } else { 8.0 };
        // A single bar says one thing, and needs no height for it.
        let high = if counts.len() == 1 { 50.0 } else { 170.0 };
        let bottom = top + high;
        let up = numbers.lay(counts, true, (bottom, top), 4);
        for (y, label) in up.ticks() {
            canvas.line("axis", (across.0, y), (across.1, y));
            canvas.text("t2", (left, y + 4.0), Anchor::End, &label);
        }
        let rules = top - if few { 14.0 } else { 4.0 };
        signs.draw(canvas, &[(rules, bottom)]);
        let mut free = f64::NEG_INFINITY;
        for bin in holding() {
            let Some((x1, x2, y)) = self.bin(canvas, bin, &along, &up) else {
                continue;
            };
            let words = text::number(bin.count as f64);
            let half = text::width(&words, SMALL) / 2.0;
            let x = f64::midpoint(x1, x2);
            let clear = signs.clear_of((x - half, x + half));
            if few && clear && x - half > free && x + half < sheet.width() {
                canvas.about((x, y - 5.0), &words);
                free = x + half + 3.0;
            }
        }
        for (x, label) in along.ticks() {
            canvas.line("axis", (x, bottom), (x, bottom + 5.0));
            canvas.about((x, bottom + 18.0), &label);
        }
        let y = bottom + 22.0;
        y + 4.0 + canvas.axis_title_under(&along, y, &self.axis.title)
    }

    /// The axis of the counts with ticks at whole numbers.
    fn whole_numbers(&self, counts: &[f64]) -> Axis {
        let most = counts.iter().copied().fold(1.0, f64::max);
        if self.counts.scale == Scale::Log || !self.counts.at.is_empty() {
            return self.counts.clone();
        }
        let step = self.counts.round_step(0.0, most, 4).max(1.0);
        let last = (most / step).floor() as u32;
        let at = (0..=last).map(|n| f64::from(n) * step);
        self.counts.clone().ticks(at.collect::<Vec<_>>())
    }

    /// Draws one bin; returns its left, its right and its top.
    fn bin(
        &self,
        canvas: &mut Canvas,
        bin: &Bin,
        along: &Placed,
        up: &Placed,
    ) -> Option<(f64, f64, f64)> {
        // A bin that begins at zero begins at the edge of a log axis.
        let x1 = along.at(bin.lo).unwrap_or(along.span().0);
        let (x2, y) = along.at(bin.hi).zip(up.at(bin.count as f64))?;
        // One unit between neighbours, if that leaves something.
        let broad = (x2 - x1 - 1.0).max(1.0);
        let kind = self.kind.class();
        if self.counts.scale == Scale::Log {
            let stroke = ((x1, y), (x1 + broad, y));
            canvas.thick_line(&format!("cap {kind}"), stroke, None);
        } else {
            let size = (broad, (up.base() - y).max(1.0));
            canvas.rect(&format!("fill {kind}"), (x1, y), size);
        }
        Some((x1, x1 + broad, y))
    }
}
