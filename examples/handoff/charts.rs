//! Charts of the rows.

use measure::chart::{Axis, Chart, Kind, Lines, Pair, Pairs, Series};
use measure::{ChartOf, Record};

use crate::ids::*;
use crate::view::{median, twin};

pub(crate) const CHARTS: &[ChartOf] = &[
    ChartOf::new("main", pairs_chart),
    ChartOf::new("ring", ring_chart),
    ChartOf::new("busy", busy_chart),
];

fn kind(name: &str) -> Kind {
    match name {
        "futex" | "eventfd" => Kind::Other,
        "pipe" => Kind::Processes,
        _ if name.ends_with("_one") || name.ends_with("_two") => Kind::Tasks,
        "thread_task" | "block_on" => Kind::Pool,
        _ => Kind::Threads,
    }
}

fn pairs_chart(record: &Record) -> Chart {
    let rows = record
        .group(UNPINNED)
        .map(|row| {
            let pinned = twin(row);
            let name = row.id.rsplit('/').next().unwrap_or_default();
            let first = record.median(&pinned).unwrap_or(f64::NAN);
            let second = row.median.unwrap_or(f64::NAN);
            Pair::new(row.label.clone(), kind(name), first, second)
                .texts(median(record, &pinned), median(record, &row.id))
        })
        .collect();
    let axis = Axis::log("µs").factor(1e6).title("a round trip");
    Chart::new(
        "main",
        "Round trips pinned to one core and unpinned",
        Pairs::new(axis, "one core", "any core", rows),
    )
    .description("The values are in the table of round trips.")
    .caption(
        "A round trip on one core and on any. The axis is logarithmic: each \
         step to the right is ten times the cost.",
    )
}

fn ring_chart(record: &Record) -> Chart {
    let line = |ring: &str| -> Vec<(f64, f64)> {
        let rows = record.group(ring);
        rows.filter_map(|row| Some((row.number()? as f64, row.median?)))
            .collect()
    };
    let series = vec![
        Series::new("threads", Kind::Threads, line(RING_THREADS)),
        Series::new(
            "threads, one core",
            Kind::Threads,
            line(RING_THREADS_PINNED),
        )
        .dashed(),
        Series::new("tasks", Kind::Tasks, line(RING_TASKS)),
    ];
    Chart::new(
        "ring",
        "Cost of a hop by the size of the ring",
        Lines::new(
            Axis::log("").title("workers in the ring"),
            Axis::log("µs").factor(1e6).title("a hop"),
            series,
        ),
    )
    .description("The values are in the table of rings.")
    .caption("A hop round a ring, both axes logarithmic.")
}

/// From the median to the slowest of a thousand, where a mean shows nothing.
fn busy_chart(record: &Record) -> Chart {
    let line = |id: &str| -> Vec<(f64, f64)> {
        let points = [(P50, 2.0), (P90, 10.0), (P99, 100.0), (P999, 1000.0)];
        let at = |(name, of)| Some((of, record.extra(id, name).ok()?));
        points.into_iter().filter_map(at).collect()
    };
    let cases = [
        ("threads, 2 × cores busy", THREADS_TWICE, false),
        ("threads, none busy", THREADS_NONE, true),
        ("tasks, 2 × cores busy", TASKS_TWICE, false),
        ("tasks, none busy", TASKS_NONE, true),
    ];
    let series = cases.map(|(label, id, dashed)| {
        let kind = match id.starts_with("busy_tasks") {
            true => Kind::Tasks,
            false => Kind::Threads,
        };
        let series = Series::new(label, kind, line(id));
        if dashed { series.dashed() } else { series }
    });
    Chart::new(
        "busy",
        "The slow trips beside busy threads",
        Lines::new(
            Axis::log("").title("the slowest trip of so many"),
            Axis::log("µs").factor(1e6).title("a round trip"),
            series.into(),
        ),
    )
    .description("The values are in the table of busy neighbours.")
    .caption(
        "The slowest trip of 2 (the median), 10, 100 and 1,000, both axes \
         logarithmic. Solid: twice as many busy threads as cores.",
    )
}
