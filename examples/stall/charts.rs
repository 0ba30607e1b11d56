//! Charts of the rows: a silence that grows, and the gaps side by side.

use measure::chart::{Axis, Bar, Bars, Chart, Kind, Lines, Series, Trace};
use measure::record::RowRecord;
use measure::{ChartOf, Record, published, show};

use crate::ids::*;
use crate::scene::{MOMENTS, MOMENTS_A_PAUSE, silence};
use crate::view::{cell, published_row};

pub(crate) const CHARTS: &[ChartOf] = &[
    ChartOf::new("heartbeat", heartbeat_chart),
    ChartOf::new("gaps", gap_chart),
];

fn kind(row: &RowRecord) -> Kind {
    match row.id.rsplit('/').next() {
        Some("thread_sleep" | "compute") => Kind::Sequential,
        Some("spawn_blocking" | "block_in_place") => Kind::Pool,
        _ => Kind::Tasks,
    }
}

fn heartbeat_chart(record: &Record) -> Chart {
    let series = [ONE_SLEEP, ONE_SPAWN, ONE_ASYNC]
        .into_iter()
        .filter_map(|id| record.row(id))
        .map(|row| {
            let pause = record.extra(&row.id, PAUSE_MS).unwrap_or_default();
            let step = pause / f64::from(MOMENTS_A_PAUSE);
            let points: Vec<_> = (0..MOMENTS)
                .filter_map(|moment| {
                    let name = silence(moment);
                    let silence = record.extra(&row.id, &name).ok()?;
                    Some((f64::from(moment) * step, silence))
                })
                .collect();
            // What is between two moments is not known: a line would draw
            // a saw-tooth that nobody measured.
            Series::new(row.label.clone(), kind(row), points)
                .trace(Trace::Points)
                .named_at_peak()
        })
        .collect();
    Chart::new(
        "heartbeat",
        "How long ago the last tick of the heartbeat was, over time",
        Lines::new(
            Axis::linear("ms").title("time since the handler started"),
            Axis::linear("ms").title("time since the last tick"),
            series,
        ),
    )
    .description(
        "Beside a blocking sleep the silence grows as long as the sleep \
         lasts; beside the others it stays near the heartbeat's period.",
    )
    .caption(
        "Time since the last tick, on one thread. A healthy heartbeat stays \
         near its period.",
    )
}

fn gap_chart(record: &Record) -> Chart {
    let groups = [
        (ONE_THREAD, "One thread"),
        (ONE_BLOCKER, "Two workers, one handler"),
        (TWO_BLOCKERS, "Two workers, two handlers"),
        (FROM_DRIVER, "Two workers, one handler woken by the driver"),
    ];
    let mut bars = Vec::new();
    for (group, heading) in groups {
        for row in record.group(group) {
            let Some(median) = row.median else { continue };
            let mut bar = Bar::new(row.label.clone(), kind(row), median)
                .samples(row.samples.clone())
                .value_text(show::median(row))
                .group(heading);
            if let Some(floor) = &row.floor {
                bar = bar.floor(floor.value);
            }
            let gap = published_row(row).and_then(|r| cell(r, "max_gap_ms"));
            if let Some(gap) = gap {
                bar = bar.published(gap);
            }
            bars.push(bar);
        }
    }
    Chart::new(
        "gaps",
        "Largest gap of the heartbeat by handler and runtime",
        Bars::new(Axis::log("ms"), bars)
            .floor_text("floor: no gap can be shorter")
            .published_text(format!(
                "published: {}",
                published::machine("stall/A").unwrap_or_default()
            )),
    )
    .description("The values are in the tables beside this chart.")
    .caption("Largest gap of a heartbeat; the axis is logarithmic.")
}
