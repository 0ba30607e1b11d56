//! Tables and charts of the rows.

use measure::chart::{Axis, Bar, Bars, Chart, Kind, Lines, Series};
use measure::record::RowRecord;
use measure::{
    Beside, ChartOf, Column, Pivot, Plain, Record, Select, TableOf, show,
};

use crate::ids::*;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::pivot(
        "start",
        Pivot {
            caption: "Time for each worker, by how many are started together",
            first: "a worker",
            groups: WAYS,
            cell: show::median,
            bounds: true,
            notes: &["From its start to its end; it does nothing between. \
                      The pools are warm: their threads run already."],
        },
    ),
    TableOf::plain(
        "tail",
        Plain {
            caption: "One worker at a time, again and again",
            rows: Select::Where(|row| {
                row.number() == Some(1) && !row.id.starts_with("memory")
            }),
            columns: &[
                Column::LABEL,
                Column::MEDIAN,
                Column::extra("p99", P99_S, "s"),
                Column::SPREAD,
            ],
            notes: &[
                "p99: 99 of 100 starts took no longer. –: too few of them \
                      for such a figure.",
            ],
        },
    ),
    TableOf::plain(
        "memory",
        Plain {
            caption: "Memory for each worker that only waits",
            rows: Select::Named(&[
                "memory_task",
                "memory_thread",
                "memory_process",
            ]),
            columns: &[
                Column::LABEL.called("workers"),
                Column::MEDIAN.called("each"),
                Column::extra("resident", RESIDENT_KIB, "KiB"),
                Column::extra("kernel stack", STACK_KIB, "KiB"),
                Column::extra("page tables", TABLES_KIB, "KiB"),
                Column::extra("reserved", RESERVED_KIB, "KiB"),
            ],
            notes: &["Each: resident memory, kernel stack and page tables \
                      together; for processes their share of the pages, with \
                      common pages divided among them. Kernel stacks are \
                      counted for the whole machine, before and after. \
                      Reserved: addresses set aside; they cost nothing until \
                      they are written to."],
        },
    ),
    TableOf::beside(
        "published",
        Beside {
            caption: "The start of a worker in the lectures",
            table: "start_cost/D",
            lines: &[
                ("thread", THREAD_1, "thread"),
                ("task", TASK_1, "task"),
                ("process", PROCESS_1, "process"),
            ],
        },
    ),
];

pub(crate) const CHARTS: &[ChartOf] =
    &[ChartOf::new("memory", memory_chart), ChartOf::new("start", start_chart)];

fn kind(row: &RowRecord) -> Kind {
    match row.id.split('/').next().map(|id| id.trim_start_matches("memory_")) {
        Some("thread") => Kind::Threads,
        Some("process") => Kind::Processes,
        Some("task") => Kind::Tasks,
        _ => Kind::Pool,
    }
}

fn memory_chart(record: &Record) -> Chart {
    let rows = record.rows.iter().filter(|row| row.id.starts_with("memory_"));
    let bars = rows.map(|row| match row.median {
        Some(median) => Bar::new(row.label.clone(), kind(row), median)
            .samples(row.samples.clone())
            .value_text(show::median(row)),
        None => {
            let why = row.not_run.clone().unwrap_or_default();
            Bar::not_run(row.label.clone(), kind(row), why)
        }
    });
    Chart::new(
        "memory",
        "Memory for each worker that only waits",
        Bars::new(Axis::log("KiB"), bars.collect()),
    )
    .finding(memory_finding(record))
    .description("The values are in the table beside this chart.")
    .caption(
        "What a waiting worker keeps: resident memory, kernel stack and page \
         tables together. The scale is logarithmic.",
    )
}

/// How many of the one kind fit into the memory of the other.
fn memory_finding(record: &Record) -> String {
    let ratio = record.ratio(MEMORY_THREAD_10000, MEMORY_TASK_100000);
    match ratio {
        Ok(ratio) => format!(
            "A waiting thread keeps the memory of {} waiting tasks",
            show::number(ratio.median)
        ),
        Err(_) => "Memory for each worker that only waits".into(),
    }
}

fn start_chart(record: &Record) -> Chart {
    let point = |row: &RowRecord| Some((row.number()? as f64, row.median?));
    let kinds =
        [Kind::Tasks, Kind::Pool, Kind::Pool, Kind::Threads, Kind::Processes];
    let series = WAYS.iter().zip(kinds).map(|((group, label), kind)| {
        let points: Vec<_> = record.group(group).filter_map(point).collect();
        Series::new(*label, kind, points)
    });
    Chart::new(
        "start",
        "Time for each worker, by how many are started together",
        Lines::new(
            Axis::log("").title("started together"),
            Axis::log_time().title("time each"),
            series.collect(),
        ),
    )
    .finding(start_finding(record))
    .description("Both axes are logarithmic.")
    .caption("From the start of a worker to its end, for each of them.")
}

/// How many of the one kind the start of the other is worth.
fn start_finding(record: &Record) -> String {
    let times = |over, under| {
        let ratio = record.ratio(over, under).ok()?;
        Some(show::number(ratio.median))
    };
    let tasks = times(THREAD_1, TASK_1);
    match tasks.zip(times(PROCESS_1, THREAD_1)) {
        Some((tasks, threads)) => format!(
            "A thread starts in the time of {tasks} tasks, a process in that \
             of {threads} threads"
        ),
        None => "Time for each worker".into(),
    }
}
