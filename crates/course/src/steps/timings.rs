//! The steps of a build: what goes on now, and where the time went.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::system::console::Console;
use crate::system::line::Line;

/// A step of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildStep {
    Plan,
    Compile,
    Measure,
    Embed,
    Render,
    Check,
}

/// The steps in their order, by name.
const STEPS: [&str; 6] =
    ["plan", "compile", "measure", "embed", "render", "check"];

/// The step that runs, and the time of those before it.
pub(crate) struct Timings {
    console: Console,
    times: [Duration; STEPS.len()],
    running: Option<(BuildStep, Instant, Arc<Line>)>,
    /// Sum of the timed regions of what was measured, in seconds.
    pub(crate) timed_s: f64,
}

impl Timings {
    pub(crate) fn new(console: Console) -> Self {
        let times = Default::default();
        Self { console, times, running: None, timed_s: 0.0 }
    }

    /// Ends the step that runs and begins `step`. Its line is gone when the
    /// step has ended and nobody holds it any more.
    pub(crate) fn begin(&mut self, step: BuildStep, about: &str) -> Arc<Line> {
        self.end();
        let name = STEPS[step as usize];
        let line = Arc::new(Line::begin(self.console, name, about));
        self.running = Some((step, Instant::now(), Arc::clone(&line)));
        line
    }

    /// Ends the step that runs.
    pub(crate) fn end(&mut self) {
        if let Some((step, since, _)) = self.running.take() {
            self.times[step as usize] += since.elapsed();
        }
    }

    /// One line a step.
    pub(crate) fn table(&self) -> String {
        let mut text = String::from("step       seconds\n");
        let line =
            |name: &str, seconds: f64| format!("{name:<8} {seconds:>9.3}\n");
        for (name, time) in STEPS.iter().zip(self.times) {
            text.push_str(&line(name, time.as_secs_f64()));
        }
        let sum: Duration = self.times.iter().sum();
        text.push_str(&line("sum", sum.as_secs_f64()));
        if self.timed_s > 0.0 {
            text.push_str(&format!(
                "timed regions: {:.3} s of the measure step\n",
                self.timed_s
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_each_step_and_their_sum() {
        let mut timings = Timings::new(Console::new(true));
        timings.times[0] = Duration::from_millis(250);
        timings.times[5] = Duration::from_millis(500);
        let table = timings.table();
        assert_eq!(table.lines().count(), STEPS.len() + 2);
        assert!(table.contains("plan         0.250\n"), "{table}");
        assert!(table.contains("sum          0.750\n"), "{table}");
    }

    #[test]
    fn a_step_ends_where_the_next_begins() {
        let mut timings = Timings::new(Console::new(true));
        timings.begin(BuildStep::Plan, "");
        timings.begin(BuildStep::Compile, "");
        let running = timings.running.as_ref().map(|(step, ..)| *step);
        assert_eq!(running, Some(BuildStep::Compile));
        timings.end();
        assert!(timings.running.is_none());
    }
}
