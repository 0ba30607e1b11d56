//! The drawing surface: the few SVG elements that the charts are made of.

use super::axis::{self, Placed};
use super::text::{self, SIZE, SMALL, escape};
use std::fmt::{Display, Formatter, Write as _};

/// Which of the two drawings is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sheet {
    Wide,
    Narrow,
}

impl Sheet {
    pub(super) const WIDE: Sheet = Sheet::Wide;
    pub(super) const NARROW: Sheet = Sheet::Narrow;

    /// Units across. A phone of 360 pixels leaves 330 for the text, so that
    /// letters of 12 units stay above 11 pixels in the narrow drawing.
    pub(super) fn width(self) -> f64 {
        if self.is_narrow() { 340.0 } else { 720.0 }
    }

    pub(super) fn class(self) -> &'static str {
        if self.is_narrow() { "narrow" } else { "wide" }
    }

    pub(super) fn is_narrow(self) -> bool {
        self == Sheet::Narrow
    }

    /// One value for the wide drawing, another for the narrow one.
    pub(super) fn pick<T>(self, wide: T, narrow: T) -> T {
        if self.is_narrow() { narrow } else { wide }
    }
}

/// Where a text stands in relation to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Collects elements, one a line.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub(super) sheet: Sheet,
    out: String,
}

/// A coordinate, to a tenth: finer is not visible, and goldens stay readable.
struct At(f64);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        debug_assert!(self.0.is_finite());
        let tenths = (self.0 * 10.0).round() / 10.0;
        // Adding zero turns −0 into 0.
        write!(f, "{}", tenths + 0.0)
    }
}

fn places(points: &[(f64, f64)]) -> String {
    let places = points.iter().map(|(x, y)| format!("{},{}", At(*x), At(*y)));
    places.collect::<Vec<_>>().join(" ")
}

impl Canvas {
    pub(super) fn new(sheet: Sheet) -> Canvas {
        Canvas { sheet, out: String::new() }
    }

    /// Puts another drawing under what is here.
    pub(super) fn group(&mut self, y: f64, other: Canvas) {
        _ = writeln!(self.out, "<g transform=\"translate(0 {})\">", At(y));
        self.out.push_str(&other.out);
        self.out.push_str("</g>\n");
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn rect(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
    ) {
        _ = writeln!(
            self.out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" \
             height=\"{}\"/>",
            At(x),
            At(y),
            At(width.max(0.0)),
            At(height.max(0.0)),
        );
    }

    pub(super) fn line(
        &mut self,
        class: &str,
        from: (f64, f64),
        to: (f64, f64),
    ) {
        self.thick_line(class, (from, to), None);
    }

    pub(super) fn circle(&mut self, class: &str, (x, y): (f64, f64), r: f64) {
        _ = writeln!(
            self.out,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            At(x),
            At(y),
            At(r),
        );
    }

    pub(super) fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        _ = writeln!(
            self.out,
            "<polyline class=\"{class}\" points=\"{}\"/>",
            places(points),
        );
    }

    pub(super) fn polygon(&mut self, class: &str, points: &[(f64, f64)]) {
        _ = writeln!(
            self.out,
            "<polygon class=\"{class}\" points=\"{}\"/>",
            places(points),
        );
    }

    /// A line that may bring its own thickness along.
    pub(super) fn thick_line(
        &mut self,
        class: &str,
        ((x1, y1), (x2, y2)): ((f64, f64), (f64, f64)),
        thick: Option<f64>,
    ) {
        let thick = thick
            .map(|thick| format!(" stroke-width=\"{}\"", At(thick)))
            .unwrap_or_default();
        _ = writeln!(
            self.out,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" \
             y2=\"{}\"{thick}/>",
            At(x1),
            At(y1),
            At(x2),
            At(y2),
        );
    }

    /// The published figure's mark.
    pub(super) fn diamond(&mut self, (x, y): (f64, f64), r: f64) {
        _ = writeln!(
            self.out,
            "<path class=\"pub\" d=\"M{} {}l{r} {r}l-{r} {r}l-{r}-{r}z\"/>",
            At(x),
            At(y - r),
        );
    }

    /// The mark of a run that failed, in the end of its bar.
    pub(super) fn cross(&mut self, (x, y): (f64, f64)) {
        _ = writeln!(
            self.out,
            "<path class=\"cross\" d=\"M{} {}l6 6m0-6l-6 6\"/>",
            At(x - 3.0),
            At(y - 3.0),
        );
    }

    /// A text whose class is `t` (label), `t2` (small) or `h` (heading),
    /// perhaps with more classes behind.
    pub(super) fn text(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        words: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        _ = writeln!(
            self.out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\"{anchor}>{}</text>",
            At(x),
            At(y),
            escape(words),
        );
    }

    /// Lines of text, one under another, the first with its baseline at `y`.
    pub(super) fn lines(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        lines: &[String],
    ) {
        for (i, line) in lines.iter().enumerate() {
            self.text(class, (x, y + i as f64 * LINE), anchor, line);
        }
    }

    /// A small text about `x`, moved so far that no end of it is cut.
    pub(super) fn about(&mut self, (x, y): (f64, f64), words: &str) {
        let half = text::width(words, SMALL) / 2.0;
        let x = axis::within(x, half, self.sheet.width());
        self.text("t2 halo", (x, y), Anchor::Middle, words);
    }

    /// Grid lines through each of `bands`, from its top to its bottom; their
    /// numbers stand over `top` and need 18 units there.
    pub(super) fn grid(
        &mut self,
        placed: &Placed,
        top: f64,
        bands: &[(f64, f64)],
    ) {
        for (x, label) in placed.ticks() {
            self.about((x, top - 6.0), &label);
            self.line("axis", (x, top - 2.0), (x, top + 2.0));
            for (from, to) in bands {
                self.line("axis", (x, *from), (x, *to));
            }
        }
    }

    /// A heading over all; returns the height it took.
    pub(super) fn heading(&mut self, y: f64, words: &str) -> f64 {
        let max = self.sheet.width();
        let lines = text::wrap(words, SIZE * 1.08, max);
        self.lines("h halo", (0.0, y + SIZE), Anchor::Start, &lines);
        lines.len() as f64 * LINE + 3.0
    }

    /// The name of an axis, small; returns the height it took.
    pub(super) fn axis_title(&mut self, y: f64, words: &str) -> f64 {
        if words.trim().is_empty() {
            return 0.0;
        }
        let lines = text::wrap(words, SMALL, self.sheet.width());
        self.lines("t2", (0.0, y + SMALL), Anchor::Start, &lines);
        lines.len() as f64 * LINE + 3.0
    }

    /// The name of an axis under its middle; returns the height it took.
    pub(super) fn axis_title_under(
        &mut self,
        placed: &Placed,
        y: f64,
        words: &str,
    ) -> f64 {
        if words.trim().is_empty() {
            return 0.0;
        }
        let (from, to) = placed.span();
        let lines = text::wrap(words, SMALL, self.sheet.width());
        for (i, line) in lines.iter().enumerate() {
            let y = y + SMALL + i as f64 * LINE;
            self.about(((from + to) / 2.0, y), line);
        }
        lines.len() as f64 * LINE + 3.0
    }

    /// What stands where there is nothing to draw; returns the height.
    pub(super) fn nothing(&mut self) -> f64 {
        self.text("t2", (0.0, 16.0), Anchor::Start, "nothing to draw");
        24.0
    }
}

/// From one line of text to the next.
pub(super) const LINE: f64 = 15.0;
