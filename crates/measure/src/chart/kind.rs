//! What did the work: one colour, one texture and one shape through the book.

use super::svg::Canvas;

/// What did the work: one colour each, through the whole book.
///
/// Colour never stands alone: bars have a texture that recalls the kind (a
/// line through for threads, walls for processes, many dots for tasks), points
/// have a shape, so that a chart reads in grey as well.
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

/// How far the tips of a shape are from its middle.
pub(super) const RADIUS: f64 = 4.5;

impl Canvas {
    /// A bar in the colour and the texture of its kind.
    pub(super) fn bar(
        &mut self,
        kind: Kind,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
    ) {
        let class = kind.class();
        if kind == Kind::Other && width > 2.0 {
            // Hollow: its edge of two units lies within the bar.
            let size = (width - 2.0, height - 2.0);
            self.rect(&format!("ring {class}"), (x + 1.0, y + 1.0), size);
            return;
        }
        self.rect(&format!("fill {class}"), (x, y), (width, height));
        if kind != Kind::Sequential && kind != Kind::Other {
            self.texture(class, (x, y), (width, height));
        }
    }

    /// What the style sheet draws over a bar of this class: dashes or dots
    /// along its middle. Dashes as thick as the bar are walls.
    pub(super) fn texture(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
    ) {
        const INSET: f64 = 3.0;
        if width <= 3.0 * INSET {
            return;
        }
        let middle = y + height / 2.0;
        let ends = ((x + INSET, middle), (x + width - INSET, middle));
        let thick = (class == Kind::Processes.class()).then_some(height);
        self.thick_line(&format!("tex {class}"), ends, thick);
    }

    /// A point in the colour and the shape of its kind, filled or hollow.
    pub(super) fn shape(
        &mut self,
        kind: Kind,
        hollow: bool,
        (x, y): (f64, f64),
    ) {
        const R: f64 = RADIUS;
        // A hollow one is larger, so that at equal places both are seen.
        let (fill, scale) = if hollow { ("ring", 1.3) } else { ("fill", 1.0) };
        let class = format!("{fill} {}", kind.class());
        let plus = || {
            // Half an arm's thickness.
            const A: f64 = 1.5;
            let arm = [(-A, -A), (-A, -R), (A, -R)];
            (0..4).flat_map(move |turns| arm.map(|at| turned(at, turns * 2)))
        };
        let outline: Vec<_> = match kind {
            Kind::Threads => {
                return self.circle(&class, (x, y), (R - 0.5) * scale);
            }
            Kind::Processes => {
                vec![(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]
            }
            Kind::Tasks => vec![(0.0, -R), (R, 3.8), (-R, 3.8)],
            Kind::Pool => vec![(0.0, R), (R, -3.8), (-R, -3.8)],
            Kind::Sequential => plus().collect(),
            Kind::Other => plus().map(|at| turned(at, 1)).collect(),
        };
        let points: Vec<_> = outline
            .iter()
            .map(|(dx, dy)| (x + dx * scale, y + dy * scale))
            .collect();
        self.polygon(&class, &points);
    }
}

/// A point turned about the middle by eighths of a whole turn.
fn turned((x, y): (f64, f64), eighths: u32) -> (f64, f64) {
    let (sin, cos) =
        (f64::from(eighths) * std::f64::consts::FRAC_PI_4).sin_cos();
    (x * cos - y * sin, x * sin + y * cos)
}
