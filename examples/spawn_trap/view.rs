//! Tables and charts of the rows.

use measure::chart::{Axis, Bar, Bars, Chart, Kind};
use measure::record::RowRecord;
use measure::{
    ChartOf, Column, Plain, Record, Select, Table, TableOf, published, show,
};

use crate::facts::FORKED;
use crate::ids::*;
use crate::rows::PATIENCE;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::made("trap", trap_table),
    TableOf::made("pool", pool_table),
    TableOf::made("procspawn", procspawn_table),
    TableOf::plain(
        "static",
        Plain {
            caption: "A static that the parent set to 42",
            rows: Select::Named(&["static"]),
            columns: &[
                Column::LABEL.called("seen by a"),
                Column::of("value found", |_, row| show::counts(row)),
                Column::of("runs", |_, row| row.samples.len().to_string()),
            ],
            notes: &[],
        },
    ),
    TableOf::made("lock", lock_table),
    TableOf::plain(
        "start",
        Plain {
            caption: "Start of a child that ends at once",
            rows: Select::Named(&["start"]),
            columns: &[
                Column::LABEL.called("start"),
                Column::MEDIAN,
                Column::SPREAD,
                Column::extra("call", CALL_MS, "ms"),
                Column::extra("page tables", PAGE_TABLES_KIB, "KiB"),
            ],
            notes: &[
                "Each parent is a process of its own that has written to \
                      all its memory. Median: from the call to the child's \
                      end; call: until the parent goes on. A sample is the \
                      middle one of three starts.",
            ],
        },
    ),
    TableOf::made("published", published_table),
];

pub(crate) const CHARTS: &[ChartOf] = &[ChartOf::new("start", start_chart)];

fn trap_table(record: &Record) -> Table {
    let mut table = tree_table(
        record,
        "trap",
        "A program that wants two children, with and without the guard",
        &TOLD,
    );
    // The same line comes from several processes.
    let mut lines: Vec<(&str, u32)> = Vec::new();
    for line in said(record, TRAP_UNGUARDED).lines() {
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, times)) => *times += 1,
            None => lines.push((line, 1)),
        }
    }
    for (line, times) in lines {
        table.note(format!("Said {times} times: \"{line}\""));
    }
    table
}

/// What the processes of row `id` wrote to their standard error.
fn said<'a>(record: &'a Record, id: &str) -> &'a str {
    let row = record.row(id);
    row.and_then(|row| row.said.get(STDERR)).map_or("", String::as_str)
}

fn pool_table(record: &Record) -> Table {
    let mut table = tree_table(
        record,
        "pool",
        "A pool of two worker processes, with and without `init`",
        &TOLD,
    );
    table.note(
        "The pool keeps what its workers say and quotes it in its own error.",
    );
    let error = said(record, POOL_UNGUARDED).trim_end();
    if !error.is_empty() {
        table.note(format!("Without `init` it says: \"{error}\""));
    }
    table
}

fn procspawn_table(record: &Record) -> Table {
    let mut table = tree_table(
        record,
        "procspawn",
        "Two jobs for the crate procspawn",
        &TOLD[2..],
    );
    // The message follows the line that says who panicked.
    let mut lines = said(record, PROCSPAWN_UNGUARDED).lines();
    let panic = lines.find(|line| line.contains("panicked"));
    if let Some(message) = panic.and_then(|_| lines.next()) {
        table.note(format!("Without `init` it panics: \"{message}\""));
    }
    if let Some(version) = record.machine.versions.get("procspawn") {
        table.note(format!("Measured with procspawn {version}."));
    }
    table
}

/// Columns for programs whose processes tell all of themselves.
const TOLD: [(&str, &str); 4] = [
    ("generations", GENERATIONS),
    ("failed", FAILED),
    ("exit code", EXIT_CODE),
    ("error lines", ERROR_LINES),
];

/// A table of trees of processes; `columns` are heads and further values.
fn tree_table(
    record: &Record,
    group: &str,
    caption: &str,
    columns: &[(&str, &str)],
) -> Table {
    let heads = columns.iter().map(|(head, _)| *head);
    let heads: Vec<_> =
        ["program", "processes"].into_iter().chain(heads).collect();
    let mut table = Table::new(caption, &heads);
    for row in record.group(group) {
        let extras = columns.iter().map(|(_, name)| {
            record.extra(&row.id, name).map_or("n/a".into(), show::count)
        });
        table.row(
            [row.label.clone(), show::counts(row)].into_iter().chain(extras),
        );
    }
    table
}

fn lock_table(record: &Record) -> Table {
    let mut table = Table::new(
        "Children forked beside another thread, six a run",
        &["at the fork", "forked", "stuck", "killed after"],
    );
    for row in record.group("lock") {
        let forked = row.samples.len() * FORKED;
        let patience = PATIENCE.as_secs_f64();
        let stuck: f64 = row.samples.iter().sum();
        table.row([
            row.label.clone(),
            forked.to_string(),
            show::count(stuck),
            if stuck > 0.0 { show::seconds(patience) } else { "–".into() },
        ]);
    }
    table
}

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "Starting processes, beside the lectures' figures",
        &["start", "time", "machine"],
    )
    .words_in(2);
    let here = record
        .median(SPAWN_SMALL)
        .map_or("n/a".into(), |ms| show::quantity(ms, "ms"));
    table.row(["1 child".into(), here, "here".into()]);
    for (label, path) in [
        ("8 pool workers", "pool_start/A processes 8"),
        ("8 pool workers", "pool_start/C linux"),
        ("8 pool workers", "pool_start/C windows"),
        ("1 process", "start_cost/D process"),
    ] {
        let Some(cell) = published::cell(path) else { continue };
        let quantities: Vec<String> = cell
            .values
            .iter()
            .map(|value| show::quantity(*value, &cell.unit))
            .collect();
        let machine = path.split(['/', ' ']).nth(1).unwrap_or_default();
        let system = match path.rsplit_once(' ') {
            Some((_, "windows")) => ", Windows",
            Some((_, "linux")) => ", Linux",
            _ => "",
        };
        table.row([
            label.into(),
            quantities.join(" … "),
            format!("CPython ({machine}{system})"),
        ]);
    }
    table
}

fn start_chart(record: &Record) -> Chart {
    let bar = |row: &RowRecord| {
        let kind = match row.id.starts_with("start/spawn") {
            true => Kind::Processes,
            false => Kind::Other,
        };
        let Some(median) = row.median else {
            let why = row.not_run.clone().unwrap_or_default();
            return Bar::not_run(row.label.clone(), kind, why);
        };
        Bar::new(row.label.clone(), kind, median)
            .samples(row.samples.clone())
            .value_text(show::median(row))
    };
    Chart::new(
        "start",
        "Time to start a child by method and size of the parent",
        Bars::new(Axis::log("ms"), record.group("start").map(bar).collect()),
    )
    .description("The values are in the table beside this chart.")
    .caption(
        "Time from the call to the end of a child that does nothing. The \
         scale is logarithmic.",
    )
}
