//! Tables and charts of the rows.

use measure::chart::{Axis, Chart, Kind, Lines, Series};
use measure::record::RowRecord;
use measure::{
    Beside, ChartOf, Column, Pivot, Plain, Record, Select, TableOf, published,
    show,
};

use crate::ids::*;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::pivot(
        "time",
        Pivot {
            caption: "Wall time of n waits, by default of 100 ms each",
            first: "variant",
            groups: MODES,
            cell: show::median,
            bounds: true,
            notes: &["–: not part of the experiment."],
        },
    ),
    TableOf::pivot(
        "memory",
        Pivot {
            caption: "Peak resident memory of a fresh process with n waits",
            first: "variant",
            groups: MODES,
            cell: |row| show::extra(row, PEAK_MIB, "MiB"),
            bounds: false,
            notes: &["Resident memory alone; for threads the kernel keeps \
                      more outside of it. For processes: parent and workers \
                      together, shared pages counted each time."],
        },
    ),
    TableOf::plain(
        "alive",
        Plain {
            caption: "Threads alive at once, and what they cost",
            rows: Select::Where(|row| row.extra.contains_key(ALIVE)),
            columns: &[
                Column::LABEL,
                Column::extra("alive", ALIVE, ""),
                Column::extra("resident", RESIDENT_MIB, "MiB"),
                Column::extra("kernel stacks", KERNEL_STACKS_MIB, "MiB"),
                Column::extra("page tables", PAGE_TABLES_MIB, "MiB"),
            ],
            notes: &["Alive: the most that were between start and end at one \
                      time. \"All alive\" waits 2 s. Kernel stacks are \
                      counted for the whole machine, before and after."],
        },
    ),
    TableOf::beside(
        "published",
        Beside {
            caption: "The same waits in the lectures",
            table: "io_bound/A",
            lines: &[
                ("sequential ×100", "sequential/100", "sequential 100"),
                ("pool ×100", DEFAULT_POOL_100, "default_pool_12 100"),
                ("pool ×1,000", "default_pool/1000", "default_pool_12 1000"),
                ("a thread each ×100", "threads/100", "thread_each 100"),
                ("a thread each ×1,000", THREADS_1000, "thread_each 1000"),
                ("a thread each ×10,000", THREADS_10000, "thread_each 10000"),
                ("tasks ×100", "tasks/100", "async 100"),
                ("tasks ×1,000", TASKS_1000, "async 1000"),
                ("tasks ×10,000", TASKS_10000, "async 10000"),
            ],
        },
    ),
];

pub(crate) const CHARTS: &[ChartOf] = &[ChartOf::new("time", time_chart)];

/// Kind and published line of the ways that the chart draws: all of
/// [`MODES`] but the last.
const DRAWN: [(Kind, Option<&str>); 6] = [
    (Kind::Sequential, None),
    (Kind::Pool, None),
    (Kind::Pool, None),
    (Kind::Threads, Some("thread_each")),
    (Kind::Processes, None),
    (Kind::Tasks, Some("async")),
];

fn time_chart(record: &Record) -> Chart {
    let point = |row: &RowRecord| Some((row.number()? as f64, row.median?));
    let drawn = || MODES.iter().zip(DRAWN);
    let here = drawn().map(|((group, label), (kind, _))| {
        let points: Vec<_> = record.group(group).filter_map(point).collect();
        Series::new(*label, kind, points)
    });
    let there = drawn().filter_map(|((_, label), (kind, published))| {
        let published = published?;
        let points = [100.0, 1000.0, 10000.0].into_iter().filter_map(|n| {
            let path = format!("io_bound/A {published} {n}");
            Some((n, published::cell(&path)?.value()))
        });
        let points: Vec<_> = points.collect();
        Some(Series::new(format!("CPython, {label}"), kind, points).dashed())
    });
    let series = here.chain(there).filter(|s| !s.points.is_empty()).collect();
    Chart::new(
        "time",
        "Wall time against the number of waits",
        Lines::new(
            Axis::log("").title("waits"),
            Axis::log_time().title("wall time"),
            series,
        ),
    )
    .finding(finding(record))
    .description(
        "Both axes are logarithmic. A line that stays flat waits for all at \
         once; a line that rises with n waits for one after another.",
    )
    .caption(format!(
        "Wall time of n waits of {} ms. Dashed: published, waits of 100 ms, \
         CPython 3.9 on an Apple M1 Pro.",
        record.option("wait-ms")
    ))
}

/// What the largest number of waits says about the two ways that carry it.
fn finding(record: &Record) -> String {
    let took = |id| record.median(id).ok().map(show::seconds);
    match took(TASKS_10000).zip(took(THREADS_10000)) {
        Some((tasks, threads)) => format!(
            "Ten thousand waits took {tasks} in tasks on one thread and \
             {threads} in a thread each"
        ),
        None => "Wall time against the number of waits".into(),
    }
}
