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
mod legend;
mod lines;
mod marker;
mod pairs;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod timeline;

pub use axis::{Axis, Scale};
pub use bars::{Bar, Bars};
pub use histogram::{Bin, Histogram};
pub use lines::{Lines, Series};
pub use marker::Marker;
pub use pairs::{Pair, Pairs};
pub use timeline::{Lane, Outcome, Span, Timeline};

use svg::{Canvas, Sheet};
pub(crate) use text::escape;

/// Colours for a chart in a file of its own, outside the book.
const STANDALONE: &str = include_str!("standalone.css");

/// What did the work: one colour each, through the whole book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One after another, on one thread.
    Sequential,
    /// One thread for each worker.
    Threads,
    /// One process for each worker.
    Processes,
    /// Asynchronous tasks.
    Tasks,
    /// A pool of threads that are reused.
    Pool,
    /// Anything else: a floor, a lock, an atomic.
    Other,
}

impl Kind {
    /// The class by which style sheets colour this kind.
    pub fn class(self) -> &'static str {
        match self {
            Kind::Sequential => "k-sequential",
            Kind::Threads => "k-threads",
            Kind::Processes => "k-processes",
            Kind::Tasks => "k-tasks",
            Kind::Pool => "k-pool",
            Kind::Other => "k-other",
        }
    }
}

/// A chart: what it shows and the words around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name by which a chapter asks for it.
    pub name: String,
    /// What is shown, in one line; read aloud in place of the drawing.
    pub title: String,
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
    /// One bar for each row.
    Bars(Bars),
    /// Growth along a numeric axis.
    Lines(Lines),
    /// Who ran from when until when.
    Timeline(Timeline),
    /// Two conditions for each row.
    Pairs(Pairs),
    /// How often which value was seen.
    Histogram(Histogram),
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
            description: String::new(),
            caption: String::new(),
            body: body.into(),
        }
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
        self.draw(Sheet::WIDE, "", "")
    }

    /// A file of its own, with colours for light and for dark.
    pub fn to_document(&self) -> String {
        let style = format!("<style>\n{STANDALONE}</style>\n");
        self.draw(
            Sheet::WIDE,
            " xmlns=\"http://www.w3.org/2000/svg\" width=\"720\"",
            &style,
        )
    }

    /// The figure for a page: both drawings and the caption, as one block.
    ///
    /// The drawing that the style sheet hides (`display: none`) is hidden from
    /// screen readers by the same rule, so neither needs `aria-hidden`, which
    /// could not follow the width of the page.
    pub fn to_figure(&self) -> String {
        let caption = match self.caption.trim() {
            "" => String::new(),
            words => format!("<figcaption>{}</figcaption>\n", escape(words)),
        };
        format!(
            "<figure class=\"m\" data-chart=\"{}\">\n{}{}{caption}</figure>\n",
            escape(&self.name),
            self.draw(Sheet::WIDE, "", ""),
            self.draw(Sheet::NARROW, "", ""),
        )
    }

    fn draw(&self, sheet: Sheet, attributes: &str, style: &str) -> String {
        let mut canvas = Canvas::new(sheet);
        let height = match &self.body {
            Body::Bars(bars) => bars.draw(&mut canvas),
            Body::Lines(lines) => lines.draw(&mut canvas),
            Body::Timeline(timeline) => timeline.draw(&mut canvas),
            Body::Pairs(pairs) => pairs.draw(&mut canvas),
            Body::Histogram(histogram) => histogram.draw(&mut canvas),
        };
        let title = escape(&self.title);
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
