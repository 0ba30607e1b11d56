//! Tables and charts of the rows.

use measure::chart::{Axis, Chart, Kind, Lines, Series};
use measure::record::RowRecord;
use measure::{Record, Table, published, show};

use crate::rows::Mode;

pub(crate) fn tables(record: &Record) -> Vec<Table> {
    vec![
        time_table(record),
        memory_table(record),
        alive_table(record),
        published_table(record),
    ]
}

pub(crate) fn charts(record: &Record) -> Vec<Chart> {
    vec![time_chart(record)]
}

fn count(row: &RowRecord) -> f64 {
    row.number().unwrap_or(0) as f64
}

/// The counts that any row of a mode has, ascending.
fn counts(record: &Record) -> Vec<f64> {
    let mut counts: Vec<f64> = Mode::ALL
        .iter()
        .flat_map(|mode| record.group(mode.id()).map(count))
        .collect();
    counts.sort_by(f64::total_cmp);
    counts.dedup();
    counts
}

/// One line a mode, one column a count.
fn by_count(
    record: &Record,
    name: &str,
    caption: &str,
    cell: impl Fn(&RowRecord) -> String,
) -> Table {
    let counts = counts(record);
    let titles: Vec<String> = counts.iter().map(|n| show::count(*n)).collect();
    let columns: Vec<&str> = std::iter::once("variant")
        .chain(titles.iter().map(String::as_str))
        .collect();
    let mut table = Table::new(name, caption, &columns);
    for mode in Mode::ALL {
        let mut cells = vec![mode.label().to_owned()];
        for n in &counts {
            let row = record.group(mode.id()).find(|row| count(row) == *n);
            cells.push(row.map_or("–".into(), &cell));
        }
        table.row(cells);
    }
    table
}

fn time_table(record: &Record) -> Table {
    let wait = record.arg("wait-ms", "100");
    let mut table = by_count(
        record,
        "time",
        &format!("Wall time of n waits of {wait} ms"),
        |row| match (&row.median, &row.not_run) {
            (Some(median), _) => show::seconds(*median),
            (None, Some(reason)) => bound(reason),
            (None, None) => "–".into(),
        },
    );
    table.note(
        "In brackets: not run, because arithmetic alone makes it at least so \
         long. –: not part of the experiment.",
    );
    table
}

/// The bound named in a row's reason, in brackets.
fn bound(reason: &str) -> String {
    let known = reason
        .strip_prefix("can't take less than ")
        .and_then(|rest| rest.split(" (").next());
    known.map_or("n/a".into(), |bound| format!("[≥ {bound}]"))
}

fn memory_table(record: &Record) -> Table {
    let mut table = by_count(
        record,
        "memory",
        "Peak resident memory of a fresh process with n waits",
        |row| {
            let peak = record.extra(&row.id, "peak_mib");
            peak.map_or("–".into(), |mib| show::quantity(mib, "MiB"))
        },
    );
    table.note(
        "Resident memory alone; for threads the kernel keeps more outside of \
         it. For processes: parent and workers together, shared pages counted \
         each time.",
    );
    table
}

fn alive_table(record: &Record) -> Table {
    let mut table = Table::new(
        "alive",
        "Threads alive at once, and what they cost",
        &["threads", "alive", "resident", "kernel stacks", "page tables"],
    );
    let threads = record.rows.iter().filter(|row| {
        row.extra.contains_key("alive") || row.id.starts_with("all_alive/")
    });
    for row in threads {
        let extra = |name: &str, unit: &str| {
            let value = record.extra(&row.id, name);
            value.map_or("–".into(), |v| show::quantity(v, unit))
        };
        let waiting = match row.id.starts_with("all_alive") {
            true => "2 s",
            false => "short",
        };
        table.row([
            format!("{} × {waiting} wait", show::count(count(row))),
            extra("alive", ""),
            extra("resident_mib", "MiB"),
            extra("kernel_stacks_mib", "MiB"),
            extra("page_tables_mib", "MiB"),
        ]);
    }
    table.note(
        "Alive: the most that were between start and end at one time. Kernel \
         stacks are counted for the whole machine, before and after.",
    );
    table
}

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "published",
        "The same waits in the lectures",
        &["variant", "waits", "here", "CPython (A)"],
    );
    let pairs = [
        ("sequential", "sequential", "sequential"),
        ("default_pool", "default_pool_12", "default pool (12 threads there)"),
        ("threads", "thread_each", "a thread each"),
        ("tasks", "async", "tasks, 1 thread"),
    ];
    for (mode, there, label) in pairs {
        for n in [100.0, 1000.0, 10000.0] {
            let Some(cell) =
                published::cell(&format!("io_bound/A {there} {n}"))
            else {
                continue;
            };
            let here = record.group(mode).find(|row| count(row) == n);
            table.row([
                label.to_owned(),
                show::count(n),
                here.and_then(|row| row.median)
                    .map_or("not run".into(), show::seconds),
                show::seconds(cell.value()),
            ]);
        }
    }
    if let Some(machine) = published::machine("io_bound/A") {
        table.note(format!("Published: {machine}, median of 5."));
    }
    table
}

fn kind(mode: Mode) -> Kind {
    match mode {
        Mode::Sequential => Kind::Sequential,
        Mode::DefaultPool | Mode::BlockingPool => Kind::Pool,
        Mode::ThreadEach => Kind::Threads,
        Mode::Processes => Kind::Processes,
        Mode::Tasks | Mode::TasksAllCores => Kind::Tasks,
    }
}

fn time_chart(record: &Record) -> Chart {
    let mut series: Vec<Series> = Mode::ALL
        .into_iter()
        .filter(|mode| *mode != Mode::TasksAllCores)
        .map(|mode| {
            let rows = record.group(mode.id());
            let points: Vec<(f64, f64)> = rows
                .filter_map(|row| Some((count(row), row.median?)))
                .collect();
            Series::new(mode.label(), kind(mode), points)
        })
        .filter(|series| !series.points.is_empty())
        .collect();
    for (there, label, kind) in [
        ("thread_each", "CPython, a thread each", Kind::Threads),
        ("async", "CPython asyncio", Kind::Tasks),
    ] {
        let points: Vec<(f64, f64)> = [100.0, 1000.0, 10000.0]
            .into_iter()
            .filter_map(|n| {
                let cell = published::cell(&format!("io_bound/A {there} {n}"))?;
                Some((n, cell.value()))
            })
            .collect();
        series.push(Series::new(label, kind, points).dashed());
    }
    Chart::new(
        "time",
        "Wall time against the number of waits",
        Lines::new(
            Axis::log("").title("waits"),
            Axis::log("s").title("wall time"),
            series,
        ),
    )
    .description(
        "Both axes are logarithmic. A line that stays flat waits for all at \
         once; a line that rises with n waits for one after another.",
    )
    .caption(format!(
        "Wall time of n waits of {} ms. Dashed: published, waits of 100 ms, \
         CPython 3.9 on an Apple M1 Pro.",
        record.arg("wait-ms", "100")
    ))
}
