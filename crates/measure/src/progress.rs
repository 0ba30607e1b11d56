//! Progress on standard error, drawn only on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::quiet::Quietness;
use crate::run::{Observer, Step};

/// The bar is looked at this often; more would only disturb the measurement.
const REDRAW_EVERY: Duration = Duration::from_millis(200);

/// Draws the progress and calibrates between rounds.
pub(crate) struct Watch {
    bar: ProgressBar,
    drawn: Option<Instant>,
    quietness: Quietness,
    calibrated: Option<Instant>,
}

impl Watch {
    /// Watches a run; nothing is drawn where `quiet` or not on a terminal.
    pub(crate) fn begin(quiet: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template(
            "{bar:24} sample {pos}/{len} · {elapsed} · {msg}",
        );
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self {
            bar,
            drawn: None,
            quietness: Quietness::begin(),
            calibrated: None,
        }
    }

    /// Ends the watch.
    pub(crate) fn end(self) -> Quietness {
        self.bar.finish_and_clear();
        self.quietness
    }
}

impl Observer for Watch {
    fn before_sample(&mut self, step: Step<'_>) {
        if self.drawn.is_some_and(|drawn| step.at - drawn < REDRAW_EVERY) {
            return;
        }
        self.drawn = Some(step.at);
        self.bar.set_length(step.of);
        self.bar.set_position(step.done);
        self.bar.set_message(step.label.to_owned());
    }

    fn between_rounds(&mut self) {
        // Rounds of nanoseconds would otherwise be lost among calibrations.
        let now = Instant::now();
        if self.calibrated.is_none_or(|last| now - last >= REDRAW_EVERY) {
            self.quietness.calibrate();
            self.calibrated = Some(Instant::now());
        }
    }
}
