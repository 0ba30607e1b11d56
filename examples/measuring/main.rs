//! What the clock, a sleep and the cores of this machine can be trusted for.

mod conclusions;
mod variants;

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use measure::chart::{Axis, Bar, Bars, Chart, Kind};
use measure::machine::usable_cores;
use measure::{
    About, BodyError, Claim, Experiment, Fact, Profile, Record, Row, Sample,
    Table, clock, quiet, show, stats,
};
use serde::Serialize;

/// Sleeps a sample: enough for a median, few enough for a tenth of a second.
const SLEEPS: u32 = 50;

/// Well above what a fresh process has mapped, well below any cache's worth
/// of waiting.
const COLD_BYTES: usize = 16 << 20;

/// Calibration loops a sample: one lasts about a millisecond.
const LOOPS: u32 = 20;

#[derive(Debug, Args, Serialize)]
struct Options {}

struct Measuring;

impl Experiment for Measuring {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "measuring",
            title: "the clock, a sleep and the cores of this machine",
            question: "How far can a time that this machine reports be \
                       trusted?",
            versions: measure::versions![],
        }
    }

    fn budget(&self, profile: Profile) -> Duration {
        Duration::from_secs(profile.pick(1, 2, 2))
    }

    fn rows<'a>(
        &'a self,
        _options: &'a Options,
        _profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        Ok(vec![
            Row::sampled("clock/step", "smallest step", "ns", || {
                Ok(Sample::of(clock::resolution().step_s * 1e9))
            }),
            Row::sampled("clock/reading", "one reading", "ns", || {
                Ok(Sample::of(clock::resolution().reading_s * 1e9))
            }),
            Row::sampled("oversleep", "1 ms sleep, late by", "µs", oversleep),
            Row::sampled("cold", "first pass ÷ second", "×", || {
                let (first, second) = variants::write_twice(COLD_BYTES);
                Ok(Sample::of(first.as_secs_f64() / second.as_secs_f64()))
            })
            .in_fresh_process(),
            loops("loop/one", "loop on one core", 1),
            loops("loop/all", "loop on all cores at once", usable_cores()),
        ])
    }

    fn facts(&self) -> Vec<Fact> {
        conclusions::facts()
    }

    fn claims(&self) -> Vec<Claim> {
        conclusions::claims()
    }

    fn tables(&self, record: &Record) -> Vec<Table> {
        let mut table = Table::new(
            "main",
            "What this machine's times can be trusted for",
            &["what", "median", "min … max"],
        );
        for row in &record.rows {
            table.row([
                row.label.clone(),
                show::median(row),
                show::spread(row),
            ]);
        }
        vec![table]
    }

    fn charts(&self, record: &Record) -> Vec<Chart> {
        let bars = record.group("loop").map(|row| {
            Bar::new(
                row.label.clone(),
                Kind::Threads,
                row.median.unwrap_or(f64::NAN),
            )
            .samples(row.samples.clone())
            .value_text(show::median(row))
        });
        vec![
            Chart::new(
                "loops",
                "The same loop on one core and on all cores at once",
                Bars::new(Axis::linear("ms").factor(1e3), bars.collect()),
            )
            .caption("Each circle is one round; equal bars mean whole cores."),
        ]
    }
}

fn oversleep() -> Result<Sample, BodyError> {
    let sleeps: Vec<Option<Duration>> = (0..SLEEPS)
        .map(|_| variants::oversleep(Duration::from_millis(1)))
        .collect();
    let late: Vec<f64> =
        sleeps.iter().flatten().map(|late| late.as_secs_f64() * 1e6).collect();
    let early = sleeps.len() - late.len();
    let median = stats::median(&late).ok_or("every sleep ended early")?;
    Ok(Sample::of(median).with("early", Some(early as f64)))
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

fn main() -> ExitCode {
    measure::main(&Measuring)
}
