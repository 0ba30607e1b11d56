//! Tables and charts of the rows.

use measure::chart::{Axis, Bar, Bars, Chart, Kind, Lines, Series};
use measure::record::RowRecord;
use measure::{
    ChartOf, Column, Plain, Record, Select, Table, TableOf, published, show,
};

use crate::conclusions::workers;
use crate::ids::*;

/// The rows of the first table and its chart.
const MAIN: Select = Select::Named(&[
    SEQUENTIAL,
    THREADS,
    RAYON,
    PROCESSES,
    TASKS,
    TASKS_ALL_CORES,
]);

const SPEEDUP_NOTE: &str = "Speed-up: sequential ÷ this row, the median over the rounds. Efficiency: \
     speed-up ÷ workers, or ÷ cores where there are fewer. Floor: no split of \
     the jobs can be faster, but for noise.";

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::plain(
        "main",
        Plain {
            caption: "Equal jobs on one core and on several",
            rows: MAIN,
            columns: &[
                Column::LABEL,
                Column::MEDIAN,
                Column::SPREAD,
                Column::FLOOR,
                Column::speedup(SEQUENTIAL),
                Column::of("efficiency", |record, row| {
                    efficiency(record, row, SEQUENTIAL)
                }),
            ],
            notes: &[SPEEDUP_NOTE],
        },
    ),
    TableOf::plain(
        "primes",
        Plain {
            caption: "Primes below 10,000",
            rows: Select::Named(&[PRIMES]),
            columns: &[
                Column::LABEL,
                Column::MEDIAN,
                Column::SPREAD,
                Column::FLOOR,
                Column::speedup("primes/sequential"),
                Column::of("efficiency", |record, row| {
                    efficiency(record, row, "primes/sequential")
                }),
            ],
            notes: &[SPEEDUP_NOTE],
        },
    ),
    TableOf::made("published", published_table),
    TableOf::plain(
        "short",
        Plain {
            caption: "Short jobs, and the start of eight processes",
            rows: Select::Named(&[SHORT, START_8]),
            columns: PLAIN,
            notes: &[],
        },
    ),
    TableOf::plain(
        "locked",
        Plain {
            caption: "All or half of each job under one lock",
            rows: Select::Named(&[UNLOCKED, LOCKED, HALF_LOCKED]),
            columns: &[
                Column::LABEL,
                Column::MEDIAN,
                Column::SPREAD,
                Column::FLOOR,
                Column::speedup(UNLOCKED),
            ],
            notes: &["Speed-up: one thread without the lock ÷ this row, the \
                      median over the rounds. Floor: the locked parts one \
                      after another, or all parts on all cores, whichever is \
                      longer."],
        },
    ),
    TableOf::plain(
        "join",
        Plain {
            caption: "The price of one `rayon::join`",
            rows: Select::Named(&[JOIN]),
            columns: PLAIN,
            notes: &[],
        },
    ),
    TableOf::plain(
        "fold",
        Plain {
            caption: "Is the loop really run?",
            rows: Select::Named(&[FOLD]),
            columns: PLAIN,
            notes: &[],
        },
    ),
];

const PLAIN: &[Column] = &[Column::LABEL, Column::MEDIAN, Column::SPREAD];

/// A row without a number behind its id has as many workers as cores, or, like
/// tasks on one thread and the plain loop, one.
fn efficiency(record: &Record, row: &RowRecord, sequential: &str) -> String {
    let available = match row.id.as_str() {
        RAYON | TASKS_ALL_CORES => record.machine.cores,
        _ => workers(row).min(record.machine.cores),
    };
    let ratio = record.ratio(sequential, &row.id);
    ratio.map_or("n/a".into(), |ratio| {
        format!("{:.0} %", 100.0 * ratio.median / available as f64)
    })
}

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "The lectures' size: 8 jobs of 3,000,000 iterations",
        &["variant", "here", "speed-up", "CPython (A)", "speed-up"],
    );
    for row in record.group(PUBLISHED) {
        let speedup = record.ratio(PUBLISHED_SEQUENTIAL, &row.id);
        let number = |value: Option<f64>| {
            value.map_or("–".into(), |value| format!("{value:.2}"))
        };
        let mode = row.id.split('/').nth(1).unwrap_or_default();
        let there = published_s(mode, workers(row));
        let ratio = published_s(SEQUENTIAL, 1).zip(there).map(|(s, t)| s / t);
        table.row([
            row.label.clone(),
            show::median(row),
            number(speedup.ok().map(|speedup| speedup.median)),
            there.map_or("–".into(), show::seconds),
            number(ratio),
        ]);
    }
    table.note(published::note("cpu_bound/A"));
    table
}

fn published_s(mode: &str, workers: usize) -> Option<f64> {
    let path = format!("cpu_bound/A {mode} {workers}");
    published::cell(&path).map(|cell| cell.value())
}

pub(crate) const CHARTS: &[ChartOf] =
    &[ChartOf::new("main", main_chart), ChartOf::new("speedup", speedup_chart)];

fn kind(row: &RowRecord) -> Kind {
    match row.id.split('/').next() {
        Some(SEQUENTIAL) => Kind::Sequential,
        Some(THREADS) => Kind::Threads,
        Some(PROCESSES) => Kind::Processes,
        Some(RAYON) => Kind::Pool,
        _ => Kind::Tasks,
    }
}

fn main_chart(record: &Record) -> Chart {
    let rows = || record.rows.iter().filter(|row| MAIN.has(row));
    let largest = rows().filter_map(|row| row.max).fold(0.0, f64::max);
    let bars = rows().map(|row| {
        let Some(median) = row.median else {
            let why = row.not_run.clone().unwrap_or_default();
            return Bar::not_run(row.label.clone(), kind(row), why);
        };
        let bar = Bar::new(row.label.clone(), kind(row), median)
            .samples(row.samples.clone())
            .value_text(show::median(row));
        match &row.floor {
            Some(floor) => bar.floor(floor.value),
            None => bar,
        }
    });
    Chart::new(
        "main",
        "Wall time of equal jobs by kind and number of workers",
        Bars::new(Axis::time(largest), bars.collect())
            .floor_text("floor: no run can be faster, but for noise"),
    )
    .description("The values are in the table beside this chart.")
    .caption(
        "Wall time of the same jobs. The start of threads and processes is \
         inside the time.",
    )
}

fn speedup_chart(record: &Record) -> Chart {
    let here = |mode: &str| -> Vec<(f64, f64)> {
        let rows = record.group(mode);
        rows.filter_map(|row| {
            let ratio = record.ratio(SEQUENTIAL, &row.id).ok()?;
            Some((workers(row) as f64, ratio.median))
        })
        .collect()
    };
    let there = |mode: &str| -> Vec<(f64, f64)> {
        [1, 2, 4, 8]
            .into_iter()
            .filter_map(|n| {
                let time = published_s(mode, n)?;
                Some((n as f64, published_s(SEQUENTIAL, 1)? / time))
            })
            .collect()
    };
    let series = vec![
        Series::new("threads", Kind::Threads, here(THREADS)),
        Series::new("processes", Kind::Processes, here(PROCESSES)),
        Series::new("CPython threads", Kind::Threads, there(THREADS)).dashed(),
        Series::new("CPython processes", Kind::Processes, there(PROCESSES))
            .dashed(),
    ];
    Chart::new(
        "speedup",
        "Speed-up over sequential by number of workers",
        Lines::new(
            Axis::log("").title("workers"),
            Axis::linear("×").title("speed-up"),
            series,
        ),
    )
    .description(
        "Solid: here. Dashed: published for CPython 3.9 on an Apple M1 Pro \
         with eight cores.",
    )
    .caption(
        "Speed-up over sequential. Dashed: published, CPython 3.9 on an \
         Apple M1 Pro (6 + 2 cores).",
    )
}
