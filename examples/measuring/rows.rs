//! The rows: the clock, a sleep, new memory, and a loop on one core and all.

use std::time::Duration;

use measure::machine::usable_cores;
use measure::{BodyError, Request, Row, Sample, clock, quiet, stats};

use crate::ids::*;
use crate::variants;

/// Sleeps a sample: enough for a median, few enough for a tenth of a second.
const SLEEPS: u32 = 50;

/// Well above what a fresh process has mapped, well below any cache's worth
/// of waiting.
const COLD_BYTES: usize = 16 << 20;

/// Calibration loops a sample: one lasts about ten milliseconds.
const LOOPS: u32 = 5;

pub(crate) fn all(_: &Request<'_>) -> Result<Vec<Row<'static>>, BodyError> {
    Ok(vec![
        Row::sampled(STEP, "smallest step", "ns", || {
            Ok(Sample::of(clock::resolution().step_s * 1e9))
        }),
        Row::sampled(READING, "one reading", "ns", || {
            Ok(Sample::of(clock::resolution().reading_s * 1e9))
        }),
        Row::sampled(OVERSLEEP, "1 ms sleep, late by", "µs", oversleep),
        Row::sampled(COLD, "first pass ÷ second", "×", || {
            let (first, second) = variants::write_twice(COLD_BYTES);
            Ok(Sample::of(first.as_secs_f64() / second.as_secs_f64()))
        })
        .in_fresh_process(),
        loops(LOOP_ONE, "loop on one core", 1),
        loops(LOOP_ALL, "loop on all cores at once", usable_cores()),
    ])
}

fn oversleep() -> Result<Sample, BodyError> {
    let sleeps: Vec<Option<Duration>> = (0..SLEEPS)
        .map(|_| variants::oversleep(Duration::from_millis(1)))
        .collect();
    let late: Vec<f64> =
        sleeps.iter().flatten().map(|late| late.as_secs_f64() * 1e6).collect();
    let early = sleeps.len() - late.len();
    let median = stats::median(&late).ok_or("every sleep ended early")?;
    Ok(Sample::of(median).with(EARLY, Some(early as f64)))
}

/// The median of several loops, in seconds.
fn loops(id: &str, label: &str, threads: usize) -> Row<'static> {
    Row::sampled(id, label, "s", move || {
        let times: Vec<f64> =
            (0..LOOPS).map(|_| quiet::loop_on(threads).as_secs_f64()).collect();
        let median = stats::median(&times).ok_or("no loop was run")?;
        Ok(Sample::of(median))
    })
}
