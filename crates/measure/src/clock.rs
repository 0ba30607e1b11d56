//! The clock, and how fine it is.

use std::time::{Duration, Instant};

use crate::stats;

/// What the clock can tell apart and what a reading costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolution {
    /// The smallest step between two unequal readings, in seconds; that of a
    /// clock which stood still is [`Duration::MAX`].
    pub step_s: f64,
    /// Median time of one reading, in seconds.
    pub reading_s: f64,
}

/// Readings taken to find the smallest step: a few milliseconds in all.
const READINGS: usize = 10_000;

/// Measures the clock that all experiments use ([`Instant`]).
pub fn resolution() -> Resolution {
    let mut step = Duration::MAX;
    let mut readings = Vec::with_capacity(READINGS / 100);
    for _ in 0..READINGS / 100 {
        let start = Instant::now();
        let mut last = start;
        for _ in 0..100 {
            let now = Instant::now();
            if now > last {
                step = step.min(now - last);
            }
            last = now;
        }
        readings.push((last - start).as_secs_f64() / 100.0);
    }
    Resolution {
        step_s: step.as_secs_f64(),
        reading_s: stats::median(&readings).unwrap_or_default(),
    }
}

/// Runs `work` and returns its answer and its wall time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let answer = work();
    (answer, start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_has_a_step_and_a_price() {
        let resolution = resolution();
        assert!(resolution.step_s > 0.0);
        assert!(resolution.reading_s > 0.0);
    }

    #[test]
    fn timing_returns_the_answer() {
        assert_eq!(timed(|| 6 * 7).0, 42);
    }
}
