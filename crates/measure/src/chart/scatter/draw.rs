//! Drawing of a scatter: band, diagonal, points, and the names that fit.

use super::{Prediction, Scatter};
use crate::chart::axis::Placed;
use crate::chart::legend::{self, Mark};
use crate::chart::svg::{Anchor, Canvas, LINE};
use crate::chart::text::{self, SMALL};

/// Left, right, top and bottom of something that was drawn.
type Area = [f64; 4];

fn apart(a: &Area, b: &Area) -> bool {
    a[1] <= b[0] || b[1] <= a[0] || a[3] <= b[2] || b[3] <= a[2]
}

/// So many points outside of the band are listed, the worst first.
const LISTED: usize = 12;
/// From the middle of a point to its name.
const GAP: f64 = 9.0;

impl Scatter {
    pub(in crate::chart) fn draw(&self, canvas: &mut Canvas) -> f64 {
        let places = |v: f64| self.axis.places(v);
        let drawn = |p: &&Prediction| places(p.predicted) && places(p.measured);
        let mut points: Vec<_> = self.points.iter().filter(drawn).collect();
        if points.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let mut values: Vec<_> =
            points.iter().flat_map(|p| [p.predicted, p.measured]).collect();
        let (lo, hi) = values.iter().fold((f64::MAX, 0.0), |(lo, hi), v| {
            (f64::min(lo, *v), f64::max(hi, *v))
        });
        // Where points lie close, the band would fill the square.
        if hi / lo < self.factor.powi(3) {
            values.extend([lo / self.factor, hi * self.factor]);
        }
        let lay = |span| self.axis.lay(values.clone(), false, span, 5);
        let words: Vec<_> = lay((0.0, 1.0)).ticks().map(|t| t.1).collect();
        let left =
            text::widest(words.iter().map(String::as_str), SMALL, 120.0) + 10.0;
        // Square, so that the diagonal is one; names may leave it at the right.
        let side = sheet.pick(380.0, sheet.width() - left - 10.0);
        let top = canvas.axis_title(0.0, &self.up) + 6.0;
        let bottom = top + side;
        let along = self.axis.lay_across(
            &values,
            false,
            (left, left + side),
            5,
            sheet.width(),
        );
        let up = lay((bottom, top));

        self.band(canvas, &along, (top, bottom));
        for (y, label) in up.ticks() {
            canvas.line("axis", (left, y), (left + side, y));
            canvas.text("t2", (left - 6.0, y + 4.0), Anchor::End, &label);
        }
        for (x, label) in along.ticks() {
            canvas.line("axis", (x, top), (x, bottom + 5.0));
            canvas.about((x, bottom + 18.0), &label);
        }
        canvas.line("mark", (left, bottom), (left + side, top));
        let place =
            |p: &Prediction| along.at(p.predicted).zip(up.at(p.measured));
        let mut taken: Vec<Area> = Vec::new();
        for at in points.iter().filter_map(|p| place(p)) {
            let point = [at.0 - 6.0, at.0 + 6.0, at.1 - 6.0, at.1 + 6.0];
            taken.push(point);
        }
        for point in &points {
            if let Some(at) = place(point) {
                canvas.shape(point.kind, false, at);
            }
        }
        // The worst predictions get their names first: where not all fit,
        // those are the ones a reader asks for.
        points.sort_by(|a, b| b.off_by().total_cmp(&a.off_by()));
        let outside: Vec<_> = points
            .iter()
            .copied()
            .filter(|point| point.off_by() > self.factor)
            .take(LISTED)
            .collect();
        let right = sheet.pick(left + side + 20.0, sheet.width());
        let frame = [left, right, top - 6.0, bottom];
        for point in points {
            if let Some(at) = place(point) {
                name(canvas, point, at, &mut taken, &frame);
            }
        }
        let y = bottom + 22.0;
        let y = y + 8.0 + canvas.axis_title_under(&along, y, &self.across);
        // Beside the square, or under it on a phone.
        let (x, start) = sheet.pick((left + side + 30.0, top), (0.0, y));
        y.max(self.notes(canvas, &outside, (x, start)))
    }

    /// Draws what the band means and which points are outside of it, each
    /// with the factor by which it is; returns where this ends.
    fn notes(
        &self,
        canvas: &mut Canvas,
        outside: &[&Prediction],
        (x, y): (f64, f64),
    ) -> f64 {
        let mut y = y + legend::draw(canvas, x, y, &self.key());
        for point in outside {
            let factor = self.axis.factor_text(point.off_by());
            let words = format!("{} {factor}", point.label);
            let room = canvas.sheet.width() - x - legend::INDENT;
            let lines = text::wrap(&words, SMALL, room);
            canvas.shape(point.kind, false, (x + 9.0, y + 6.0));
            let place = (x + legend::INDENT, y + 10.0);
            canvas.lines("t2", place, Anchor::Start, &lines);
            y += lines.len() as f64 * LINE + 2.0;
        }
        y
    }

    /// The band, cut off at the edges of the square.
    fn band(
        &self,
        canvas: &mut Canvas,
        along: &Placed,
        (top, bottom): (f64, f64),
    ) {
        let (left, right) = along.span();
        let Some(off) = along.length_of(self.factor) else { return };
        let off = off.min(right - left);
        let outline = [
            (left, bottom),
            (left + off, bottom),
            (right, top + off),
            (right, top),
            (right - off, top),
            (left, bottom - off),
        ];
        canvas.polygon("band k-other", &outline);
    }

    fn key(&self) -> Vec<(Mark, String)> {
        let factor = text::number(self.factor);
        vec![(Mark::Band, format!("within a factor of {factor}"))]
    }
}

/// Writes a name beside its point, at the first of four places that is free.
fn name(
    canvas: &mut Canvas,
    point: &Prediction,
    (x, y): (f64, f64),
    taken: &mut Vec<Area>,
    frame: &Area,
) {
    let own = text::width(&point.label, SMALL);
    let half = own / 2.0;
    // Away from the diagonal first.
    let away = point.measured > point.predicted;
    let beside = [(x - GAP - own, y + 4.0), (x + GAP, y + 4.0)];
    let over = [(x - half, y - GAP), (x - half, y + GAP + 9.0)];
    let [first, second] =
        [beside[usize::from(!away)], beside[usize::from(away)]];
    let [third, last] = [over[usize::from(!away)], over[usize::from(away)]];
    let places = [first, third, second, last];
    let area = |(x, y): (f64, f64)| [x - 1.0, x + own + 1.0, y - 11.0, y + 4.0];
    let fits = |area: &Area| {
        area[0] >= frame[0]
            && area[1] <= frame[1]
            && area[2] >= frame[2]
            && area[3] <= frame[3]
    };
    let free = |area: &Area| taken.iter().all(|other| apart(area, other));
    let place =
        places.into_iter().find(|at| fits(&area(*at)) && free(&area(*at)));
    if let Some(at) = place {
        taken.push(area(at));
        canvas.text("t2 halo", at, Anchor::Start, &point.label);
    }
}
