//! Charts as inline SVG that follows the theme of the book.
//!
//! Pure functions: data in, markup out. The markup has no `id` (the print page
//! joins all chapters), no blank line (it stays one Markdown block), and no
//! colour of its own: style sheets colour it by class. Each figure holds two
//! drawings, a wide one and a narrow one for phones; the style sheet shows
//! the one whose text is readable. A table beside the chart is its text
//! alternative.

mod axis;
mod bars;
mod histogram;
mod kind;
mod legend;
mod lines;
mod marker;
mod pairs;
mod scatter;
mod stacks;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod timeline;

pub use axis::{Axis, Scale};
pub use bars::{Bar, Bars};
pub use histogram::{Bin, Histogram};
pub use kind::Kind;
pub use lines::{Lines, Named, Series, Trace};
pub use marker::Marker;
pub use pairs::{Pair, Pairs};
pub use scatter::{Prediction, Scatter};
pub use stacks::{Stack, Stacks};
pub use timeline::{Lane, Outcome, Span, Timeline};

use svg::{Canvas, Sheet};
pub(crate) use text::escape;

/// Colours for a chart in a file of its own, outside the book.
const STANDALONE: &str = include_str!("standalone.css");

/// A chart: what it shows and the words around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name by which a chapter asks for it.
    pub name: String,
    /// What is shown, in one line; read aloud in place of the drawing.
    pub title: String,
    /// What the data say, computed from them; may be empty.
    pub finding: String,
    /// What a reader who cannot see the drawing should know; may be empty.
    pub description: String,
    /// The line under the drawing; may be empty.
    pub caption: String,
    /// The data.
    pub body: Body,
}

/// The data of a chart, by the form in which it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// One bar or dot for each row.
    Bars(Bars),
    /// One bar of several parts for each row.
    Stacks(Stacks),
    /// Growth along a numeric axis.
    Lines(Lines),
    /// Who ran from when until when.
    Timeline(Timeline),
    /// Two conditions for each row.
    Pairs(Pairs),
    /// How often which value was seen.
    Histogram(Histogram),
    /// What was predicted against what was measured.
    Scatter(Scatter),
}

impl Chart {
    /// A chart called `name` that shows `title`.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        body: impl Into<Body>,
    ) -> Chart {
        Chart {
            name: name.into(),
            title: title.into(),
            finding: String::new(),
            description: String::new(),
            caption: String::new(),
            body: body.into(),
        }
    }

    /// Sets what the data say, such as "Two threads take 0.51 of the time of
    /// one". It is the heading of the chart, so it has to be computed from
    /// the same numbers as the drawing, and true whatever they are.
    pub fn finding(mut self, finding: impl Into<String>) -> Chart {
        self.finding = finding.into();
        self
    }

    /// Sets what a reader who cannot see the drawing should know.
    pub fn description(mut self, description: impl Into<String>) -> Chart {
        self.description = description.into();
        self
    }

    /// Sets the line under the drawing.
    pub fn caption(mut self, caption: impl Into<String>) -> Chart {
        self.caption = caption.into();
        self
    }

    /// The wide drawing alone, to be coloured by the page around it.
    pub fn to_svg(&self) -> String {
        self.draw(Sheet::WIDE)
    }

    /// A file of its own, with its heading and with colours for light and for
    /// dark.
    pub fn to_document(&self) -> String {
        let style = format!("<style>\n{STANDALONE}</style>\n");
        let attributes = " xmlns=\"http://www.w3.org/2000/svg\" width=\"720\"";
        let mut head = Canvas::new(Sheet::WIDE);
        let mut height = head.heading(0.0, self.heading());
        if !self.finding.trim().is_empty() {
            height += head.axis_title(height, &self.title);
        }
        let mut body = Canvas::new(Sheet::WIDE);
        let below = self.body.draw(&mut body);
        head.group(height + 8.0, body);
        let all = height + 8.0 + below;
        self.wrap(Sheet::WIDE, attributes, &style, all, head)
    }

    /// The figure for a page: heading, both drawings and caption, as one block.
    ///
    /// The drawing that the style sheet hides (`display: none`) is hidden from
    /// screen readers by the same rule, so neither needs `aria-hidden`, which
    /// could not follow the width of the page.
    pub fn to_figure(&self) -> String {
        let heading = escape(self.heading());
        let shown = match self.finding.trim() {
            "" => String::new(),
            _ => format!("\n<span>{}</span>", escape(&self.title)),
        };
        let caption = match self.caption.trim() {
            "" => String::new(),
            words => format!("<p>{}</p>\n", escape(words)),
        };
        format!(
            "<figure class=\"m\" data-chart=\"{}\">\n\
             <figcaption><b>{heading}</b>{shown}</figcaption>\n\
             {}{}{caption}</figure>\n",
            escape(&self.name),
            self.draw(Sheet::WIDE),
            self.draw(Sheet::NARROW),
        )
    }

    /// The finding, or what is shown where nothing was found.
    fn heading(&self) -> &str {
        match self.finding.trim() {
            "" => &self.title,
            finding => finding,
        }
    }

    fn draw(&self, sheet: Sheet) -> String {
        let mut canvas = Canvas::new(sheet);
        let height = self.body.draw(&mut canvas);
        self.wrap(sheet, "", "", height, canvas)
    }

    fn wrap(
        &self,
        sheet: Sheet,
        attributes: &str,
        style: &str,
        height: f64,
        canvas: Canvas,
    ) -> String {
        let title = match self.finding.trim() {
            "" => escape(&self.title),
            finding => escape(&format!("{finding}: {}", self.title)),
        };
        let description = match escape(&self.description) {
            words if words.is_empty() => words,
            words => format!("<desc>{words}</desc>\n"),
        };
        format!(
            "<svg class=\"m {}\"{attributes} viewBox=\"0 0 {} {}\" \
             role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n{description}{style}{}</svg>\n",
            sheet.class(),
            sheet.width(),
            height.ceil(),
            canvas.finish(),
        )
    }
}

impl Body {
    fn draw(&self, canvas: &mut Canvas) -> f64 {
        match self {
            Body::Bars(bars) => bars.draw(canvas),
            Body::Stacks(stacks) => stacks.draw(canvas),
            Body::Lines(lines) => lines.draw(canvas),
            Body::Timeline(timeline) => timeline.draw(canvas),
            Body::Pairs(pairs) => pairs.draw(canvas),
            Body::Histogram(histogram) => histogram.draw(canvas),
            Body::Scatter(scatter) => scatter.draw(canvas),
        }
    }
}
