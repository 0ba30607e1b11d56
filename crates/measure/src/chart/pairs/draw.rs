//! Drawing of pairs: two dots a row, and a column of values for each.

use super::{Pair, Pairs};
use crate::chart::axis::Placed;
use crate::chart::svg::{Anchor, Canvas, LINE, Sheet};
use crate::chart::text::{self, SIZE, SMALL};

/// Between two columns of values.
const GAP: f64 = 14.0;
/// From the edge of a column to the words of its heading: the mark.
const INDENT: f64 = 15.0;

/// One row with its texts broken into lines.
struct Row<'a> {
    pair: &'a Pair,
    label: Vec<String>,
    words: [Vec<String>; 2],
    height: f64,
}

/// The columns of values, each under the mark and the name of its condition:
/// the heading is the key.
struct Columns {
    widths: [f64; 2],
    headings: [Vec<String>; 2],
    sheet: f64,
}

impl Columns {
    fn new(sheet: Sheet, pairs: &Pairs, words: &[[String; 2]]) -> Columns {
        let cap = sheet.pick(120.0, 84.0);
        let names = [&pairs.names.0, &pairs.names.1];
        let widths = [0, 1].map(|i| {
            let values = words.iter().map(|pair| pair[i].as_str());
            let heading = INDENT + text::width(names[i], SMALL);
            text::widest(values, SIZE, cap).max(heading.min(cap))
        });
        let headings =
            [0, 1].map(|i| text::wrap(names[i], SMALL, widths[i] - INDENT));
        Columns { widths, headings, sheet: sheet.width() }
    }

    fn both(&self) -> f64 {
        self.widths[0] + GAP + self.widths[1]
    }

    /// The right edge of each column.
    fn edges(&self) -> [f64; 2] {
        [self.sheet - self.widths[1] - GAP, self.sheet]
    }

    /// Draws the headings with their last lines at the same height; returns
    /// the height they took.
    fn head(&self, canvas: &mut Canvas, y: f64) -> f64 {
        let most = self.headings[0].len().max(self.headings[1].len());
        for ((lines, edge), second) in
            self.headings.iter().zip(self.edges()).zip([false, true])
        {
            let drop = (most - lines.len()) as f64 * LINE;
            let place = (edge - INDENT, y + SMALL + drop);
            canvas.lines("t2", place, Anchor::End, lines);
            // Behind the last line: where the words begin depends on the face.
            let at = (edge - 5.0, y + SMALL + most as f64 * LINE - LINE - 4.0);
            match second {
                false => canvas.circle("fill k-other", at, 4.0),
                true => canvas.circle("ring k-other", at, 4.0),
            }
        }
        most as f64 * LINE + 3.0
    }
}

impl Pairs {
    pub(in crate::chart) fn draw(&self, canvas: &mut Canvas) -> f64 {
        if self.rows.is_empty() {
            return canvas.nothing();
        }
        let sheet = canvas.sheet;
        let words: Vec<_> =
            self.rows.iter().map(|row| row.words(&self.axis)).collect();
        let columns = Columns::new(sheet, self, &words);
        let labels = self.rows.iter().map(|r| r.label.as_str());
        let label = text::widest(labels, SIZE, sheet.pick(210.0, 340.0));
        let span = if sheet.is_narrow() {
            (6.0, sheet.width() - 6.0)
        } else {
            (label + 15.0, sheet.width() - columns.both() - 18.0)
        };
        let values: Vec<_> =
            self.rows.iter().flat_map(|r| [r.first, r.second]).collect();
        let lay = |span| {
            let ticks = sheet.pick(6, 4);
            self.axis.lay_across(&values, true, span, ticks, sheet.width())
        };
        // The number at the end of the axis stays out of the columns.
        let trial = lay(span);
        let numbers = trial.ticks().map(|t| text::width(&t.1, SMALL));
        let half = numbers.fold(0.0, f64::max) / 2.0;
        let placed = lay((span.0, span.1 - sheet.pick(half, 0.0)));
        let rows: Vec<_> = self
            .rows
            .iter()
            .zip(&words)
            .map(|(pair, words)| Row::new(sheet, pair, words, label, &columns))
            .collect();

        let mut top = canvas.axis_title(0.0, &self.axis.title);
        let head = columns.head(canvas, top);
        // Beside the headings, where those leave room for the axis's numbers.
        top += sheet.pick(head.max(20.0), head + 20.0);
        let mut bands = Vec::new();
        let mut y = top + 2.0;
        for row in &rows {
            let lines = row.height - sheet.pick(row.height, 24.0);
            bands.push((y + lines, y + row.height));
            y += row.height;
        }
        canvas.grid(&placed, top, &bands);
        let mut y = top + 2.0;
        for row in &rows {
            row.draw(canvas, &placed, &columns, y);
            y += row.height;
        }
        y + 2.0
    }
}

impl Row<'_> {
    fn new<'a>(
        sheet: Sheet,
        pair: &'a Pair,
        words: &[String; 2],
        label: f64,
        columns: &Columns,
    ) -> Row<'a> {
        let words =
            [0, 1].map(|i| text::wrap(&words[i], SIZE, columns.widths[i]));
        let beside = sheet.width() - columns.both() - 12.0;
        let label =
            text::wrap(&pair.label, SIZE, sheet.pick(label.max(1.0), beside));
        let most = label.len().max(words[0].len()).max(words[1].len()) as f64;
        let height = most * LINE + sheet.pick(11.0, 28.0);
        Row { pair, label, words, height }
    }

    fn draw(
        &self,
        canvas: &mut Canvas,
        placed: &Placed,
        columns: &Columns,
        y: f64,
    ) {
        let sheet = canvas.sheet;
        let middle = y + sheet.pick(self.height / 2.0, self.height - 15.0);
        // The first of so many lines, centred or from the top of the row.
        let first = |lines: usize| {
            let centred = middle + 4.5 - (lines as f64 - 1.0) * LINE / 2.0;
            sheet.pick(centred, y + 13.0)
        };
        let (x, anchor) = sheet
            .pick((placed.span().0 - 15.0, Anchor::End), (0.0, Anchor::Start));
        let place = (x, first(self.label.len()));
        canvas.lines("t", place, anchor, &self.label);
        for (words, edge) in self.words.iter().zip(columns.edges()) {
            let place = (edge, first(words.len()));
            canvas.lines("t", place, Anchor::End, words);
        }
        let kind = self.pair.kind;
        let from = placed.at(self.pair.first);
        let to = placed.at(self.pair.second);
        if let (Some(from), Some(to)) = (from, to) {
            canvas.line("join", (from, middle), (to, middle));
        }
        if let Some(x) = to {
            canvas.shape(kind, true, (x, middle));
        }
        if let Some(x) = from {
            canvas.shape(kind, false, (x, middle));
        }
    }
}
