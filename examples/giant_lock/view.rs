//! Tables and charts of the rows.

use measure::chart::{Axis, Chart, Histogram, Kind, Lines, Series};
use measure::record::RowRecord;
use measure::{
    ChartOf, Column, Plain, Record, Select, Table, TableOf, published, show,
    stats,
};

use crate::conclusions::{cut, threads, waits};
use crate::ids::*;

/// The interval of the rows that are drawn.
const INTERVAL_MS: f64 = 5.0;

/// Where the axis ends if most waits are shorter.
const LONGEST_MS: f64 = 8.0 * INTERVAL_MS;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::plain(
        "main",
        Plain {
            caption: "Eight equal jobs",
            rows: Select::Named(&[SEQUENTIAL, THREADS, LOCKED]),
            columns: &[
                Column::LABEL,
                Column::MEDIAN,
                Column::SPREAD,
                Column::FLOOR,
                Column::speedup(SEQUENTIAL),
                Column::extra("cores busy", CORES_BUSY, ""),
            ],
            notes: &["Speed-up: sequential ÷ this row, the median over the \
                      rounds. Cores busy: processor time ÷ wall time. All \
                      rows run the same loop with the same checkpoints. A \
                      floor is another row's time and has its noise."],
        },
    ),
    TableOf::made("waits", waits_table),
];

pub(crate) const CHARTS: &[ChartOf] = &[
    ChartOf::new("waits", |record| {
        waits_chart("waits", "Waits for one busy holder", record, WAIT_5MS)
    }),
    ChartOf::new("two_holders", |record| {
        let title = "Waits for two busy holders";
        waits_chart("two_holders", title, record, TWO_HOLDERS)
    }),
    ChartOf::new("hoped", |record| {
        waits_chart("hoped", "Waits without hand-over", record, HOPED)
    }),
    ChartOf::new("speedup", speedup_chart),
];

fn waits_table(record: &Record) -> Table {
    let columns = [
        "variant",
        "median",
        "p99",
        "longest",
        "waits",
        "CPython (B)",
        "its p99",
    ];
    let mut table = Table::new(
        "From the message until the woken thread may begin",
        &columns,
    );
    let mut cuts = Vec::new();
    let is_wait = |row: &&RowRecord| row.unit == "ms" && row.id != FREE_LOCK;
    for row in record.rows.iter().filter(is_wait) {
        let waits = waits(row);
        let cut = cut(record, &row.id).unwrap_or_default();
        // A wait that was cut short would have been longer.
        let whole = 100.0 * (1.0 - cut / waits.len() as f64);
        let shown = |percent| {
            let wait = stats::percentile(&waits, percent);
            let least = if percent > whole { "≥ " } else { "" };
            wait.map_or("n/a".into(), |wait| {
                format!("{least}{}", show::quantity(wait, "ms"))
            })
        };
        let there = |percentile| {
            let key = published_row(&row.id)?;
            let cell = published::cell(&format!("busy/B {key} {percentile}"))?;
            Some(show::quantity(cell.value(), "µs"))
        };
        if cut > 0.0 {
            cuts.push(format!(
                "{}: {} of {} waits were cut short by ending the busy thread",
                row.label,
                show::count(cut),
                show::count(waits.len() as f64)
            ));
        }
        table.row([
            row.label.clone(),
            if cut > 0.0 { shown(50.0) } else { show::median(row) },
            shown(99.0),
            shown(100.0),
            show::count(waits.len() as f64),
            there("p50").unwrap_or_else(|| "–".into()),
            there("p99").unwrap_or_else(|| "–".into()),
        ]);
    }
    if let Ok(free) = record.median(FREE_LOCK) {
        table.note(format!(
            "Where nobody else wants the lock, it is taken and let go in {}.",
            show::quantity(free, "ms")
        ));
    }
    table.note(published::note("busy/B"));
    for cut in cuts {
        table.note(format!("{cut}: they would have lasted longer."));
    }
    table
}

/// What the lectures measured with a neighbour like that of row `id`.
fn published_row(id: &str) -> Option<&'static str> {
    match id {
        WAIT_5MS => Some("threads_one_busy"),
        WAIT_500US => Some("threads_one_busy_interval_0.5ms"),
        WITHOUT_LOCK => Some("threads_one_busy_no_lock"),
        _ => None,
    }
}

/// The waits of up to eight intervals; where most are longer, all of them.
pub(crate) fn drawn(waits: &[f64]) -> Vec<f64> {
    let end = match stats::median(waits) {
        Some(median) if median > LONGEST_MS => f64::INFINITY,
        _ => LONGEST_MS,
    };
    waits.iter().copied().filter(|wait| *wait <= end).collect()
}

fn waits_chart(name: &str, title: &str, record: &Record, id: &str) -> Chart {
    let waits = record.row(id).map(waits).unwrap_or_default();
    let drawn = drawn(&waits);
    let end = drawn.iter().copied().fold(0.0, f64::max);
    let beyond = match waits.len() - drawn.len() {
        0 => String::new(),
        n => format!(" {n} longer than {LONGEST_MS} ms are not drawn."),
    };
    let mut histogram =
        Histogram::of(Axis::linear("ms"), Kind::Threads, &drawn)
            .counts(Axis::linear("").title("waits"));
    for (at, label) in
        [(1.0, "1 interval"), (2.0, "2 intervals"), (3.0, "3 intervals")]
    {
        // On a longer axis the three would stand on top of each other.
        if at * INTERVAL_MS < end && end <= LONGEST_MS {
            histogram = histogram.marker(at * INTERVAL_MS, label);
        }
    }
    Chart::new(name, title, histogram)
        .description("Median, p99 and the longest wait are in the table.")
        .caption(format!(
            "{title}: {} waits at an interval of 5 ms.{beyond}",
            waits.len()
        ))
}

fn speedup_chart(record: &Record) -> Chart {
    let points = |group: &str| -> Vec<(f64, f64)> {
        let rows = record.group(group);
        rows.filter_map(|row| {
            let ratio = record.ratio(SEQUENTIAL, &row.id).ok()?;
            Some((threads(row) as f64, ratio.median))
        })
        .collect()
    };
    let series = vec![
        Series::new("a lock each", Kind::Threads, points(THREADS)),
        Series::new("one lock", Kind::Other, points(LOCKED)),
    ];
    Chart::new(
        "speedup",
        "Speed-up over sequential by number of threads",
        Lines::new(
            Axis::log("").title("threads"),
            Axis::linear("×").title("speed-up"),
            series,
        ),
    )
    .description("The values are in the table beside this chart.")
    .caption("Speed-up of eight equal jobs over one after another.")
}
