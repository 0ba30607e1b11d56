//! Where the time of a build went.

use std::time::{Duration, Instant};

/// The steps of a build, in order.
pub(crate) const STEPS: [&str; 6] =
    ["plan", "compile", "measure", "embed", "render", "check"];

/// Time by step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timings {
    times: [Duration; STEPS.len()],
    /// Sum of the timed regions of what was measured, in seconds.
    pub(crate) timed_s: f64,
}

impl Timings {
    /// Adds the time since `started` to `step`, and starts the next.
    pub(crate) fn add(&mut self, step: &str, started: &mut Instant) {
        let now = Instant::now();
        if let Some(i) = STEPS.iter().position(|name| *name == step) {
            self.times[i] += now - *started;
        }
        *started = now;
    }

    /// The time of all steps but `step`.
    pub(crate) fn others(&self, step: &str) -> Duration {
        STEPS
            .iter()
            .zip(self.times)
            .filter(|(name, _)| **name != step)
            .map(|(_, time)| time)
            .sum()
    }

    /// Sets the time of `step`.
    pub(crate) fn set(&mut self, step: &str, time: Duration) {
        if let Some(i) = STEPS.iter().position(|name| *name == step) {
            self.times[i] = time;
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
        let mut timings = Timings::default();
        timings.set("plan", Duration::from_millis(250));
        timings.set("check", Duration::from_millis(500));
        let table = timings.table();
        assert_eq!(table.lines().count(), STEPS.len() + 2);
        assert!(table.contains("plan         0.250\n"), "{table}");
        assert!(table.contains("sum          0.750\n"), "{table}");
        assert_eq!(timings.others("check"), Duration::from_millis(250));
    }
}
