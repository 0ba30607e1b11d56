//! Tables and charts of the rows, and the orders that the model found.

use measure::chart::{Axis, Bar, Bars, Chart, Kind};
use measure::record::RowRecord;
use measure::{
    ChartOf, Column, Plain, Record, Rounds, Select, Table, TableOf, published,
    show,
};

use crate::conclusions::lost_runs;
use crate::ids::*;
use crate::model;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::made("main", main_table),
    TableOf::made("schedule", |_| {
        schedule_table("lost", "An order that loses an update")
    }),
    TableOf::plain(
        "model",
        Plain {
            caption: "Two threads in every order: what the model checker finds",
            rows: Select::Named(&[MODEL]),
            columns: &[
                Column::LABEL.called("program"),
                Column::MEDIAN.called("orders"),
                Column::extra("wrong", WRONG_ORDERS, ""),
            ],
            notes: &[],
        },
    ),
    TableOf::made("withdrawal", |_| {
        let caption = "An order in which one account pays twice";
        schedule_table("checked_first", caption)
    }),
    TableOf::made("deadlock", |_| {
        let caption = "An order in which two threads wait for each other";
        schedule_table("as_given", caption)
    }),
    TableOf::made("real", real_table),
    TableOf::plain(
        "fold",
        Plain {
            caption: "Plain additions to memory that no other thread may use",
            rows: Select::Named(&[FOLD]),
            columns: &[
                Column::LABEL.called("loop"),
                // Each run's answer was compared with this.
                Column::of("result", |_, row| match row.id.as_str() {
                    MILLION => show::count(1e6),
                    _ => show::count(1e9),
                }),
                Column::MEDIAN,
                Column::SPREAD,
            ],
            notes: &[],
        },
    ),
    TableOf::made("published", published_table),
];

pub(crate) const CHARTS: &[ChartOf] =
    &[ChartOf::new("main", lost_chart), ChartOf::new("cost", cost_chart)];

fn counters(record: &Record) -> impl Iterator<Item = &RowRecord> {
    record.group(RACY).chain(record.group(EXACT))
}

/// `of` the row's further value, or `n/a`.
fn extra(
    record: &Record,
    row: &RowRecord,
    name: &str,
    of: impl Fn(f64) -> String,
) -> String {
    record.extra(&row.id, name).map_or("n/a".into(), of)
}

fn percent(value: f64) -> String {
    format!("{value:.1} %")
}

/// The fastest of the correct versions.
fn fastest(record: &Record) -> Option<&RowRecord> {
    let run = record.group(EXACT).filter(|row| row.median.is_some());
    run.min_by(|a, b| {
        a.median.unwrap_or(f64::NAN).total_cmp(&b.median.unwrap_or(f64::NAN))
    })
}

fn main_table(record: &Record) -> Table {
    let mut table = Table::new(
        "One counter, incremented by several threads",
        &[
            "increment",
            "result",
            "lost",
            "in runs",
            "time",
            "÷ fastest",
            "each",
        ],
    );
    let fastest = fastest(record);
    for row in counters(record) {
        let ratio = fastest.and_then(|f| record.ratio(&row.id, &f.id).ok());
        let lost = lost_runs(record, &row.id).unwrap_or_default();
        table.row([
            row.label.clone(),
            extra(record, row, RESULT, show::count),
            extra(record, row, LOST_PERCENT, percent),
            format!("{lost} of {}", row.samples.len()),
            show::median(row),
            ratio.map_or("n/a".into(), |r| show::number(r.median)),
            extra(record, row, NS, |ns| show::quantity(ns, "ns")),
        ]);
    }
    if let Ok(expected) = record.extra(APART, EXPECTED) {
        table.note(format!(
            "Expected: {}. Medians over the runs. In runs: those that lost. ÷ \
             fastest: the time over that of the fastest correct version. \
             Each: time ÷ all increments, by all threads together.",
            show::count(expected)
        ));
    }
    table
}

/// The first order in which program `id` goes wrong, as the model finds it
/// now: the search is exact and takes about a millisecond.
fn schedule_table(id: &str, caption: &str) -> Table {
    let program = model::program(id);
    let outcome = model::explore(program);
    let mut columns = vec!["step", "thread A", "thread B"];
    columns.extend(program.objects);
    let mut table = Table::new(caption, &columns);
    for column in [1, 2] {
        table = table.words_in(column);
    }
    let mut values = vec![program.start.to_owned(); program.objects.len()];
    for (number, step) in (1..).zip(&outcome.first_wrong) {
        if !step.value.is_empty() {
            values[step.object].clone_from(&step.value);
        }
        let action = match program.objects {
            [_] => step.action.clone(),
            names => format!("{}: {}", names[step.object], step.action),
        };
        let (a, b) = match step.thread {
            0 => (action, String::new()),
            _ => (String::new(), action),
        };
        let start = [number.to_string(), a, b];
        table.row(start.into_iter().chain(values.iter().cloned()));
    }
    table.note(format!(
        "The first of {} such orders among {}.",
        outcome.wrong, outcome.orders
    ));
    table
}

fn real_table(record: &Record) -> Table {
    let mut table = Table::new(
        "The same programs on real threads",
        &["program", "what went wrong", "in runs"],
    )
    .words_in(1);
    for row in record.group(ACCOUNT) {
        let wrong = row.samples.iter().filter(|twice| **twice > 0.0).count();
        let accounts = extra(record, row, ACCOUNTS, show::count);
        let twice = show::counts(row);
        table.row([
            row.label.clone(),
            format!("{twice} of {accounts} accounts paid twice"),
            format!("{wrong} of {}", row.samples.len()),
        ]);
    }
    for row in record.group(TRANSFER) {
        let stuck = record.extra_rounds(&row.id, STUCK);
        let stuck = stuck.map(|stuck| stuck.values()).unwrap_or_default();
        let wrong = stuck.iter().filter(|stuck| **stuck == 1.0).count();
        let what = if wrong > 0 { "standstill after" } else { "none in" };
        // Only of the runs that stood still, where some did.
        let transfers = row.samples.iter().zip(&stuck);
        let transfers: Vec<f64> = transfers
            .filter(|(_, stuck)| wrong == 0 || **stuck == 1.0)
            .map(|(transfers, _)| *transfers)
            .collect();
        let transfers = measure::stats::median(&transfers);
        table.row([
            row.label.clone(),
            format!(
                "{what} {} transfers",
                transfers.map_or("n/a".into(), show::count)
            ),
            format!("{wrong} of {}", row.samples.len()),
        ]);
    }
    table.note("Medians over the runs.");
    table
}

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "Updates lost, beside the lectures' runs in CPython",
        &["version", "lost", "least", "most"],
    );
    for row in record.group(RACY) {
        let lost = row.extra.get(LOST_PERCENT);
        let lost = lost.map(|lost| Rounds::with_gaps(lost).values());
        let lost = lost.unwrap_or_default();
        table.row(lost_cells(&format!("here: {}", row.label), &lost));
    }
    for (label, key) in [
        ("3.9: += 1", "unsynchronised_3.9"),
        ("3.9: call between", "call_between_3.9"),
        ("3.9: Lock", "locked_3.9"),
        ("3.11: += 1", "unsynchronised_3.11"),
        ("3.11: call between", "call_between_3.11"),
    ] {
        let Some(cell) = published::cell(&format!("race/A {key}")) else {
            continue;
        };
        let lost: Vec<f64> = cell
            .values
            .iter()
            .map(|count| 100.0 * (1.0 - count / PUBLISHED_EXPECTED))
            .collect();
        table.row(lost_cells(&format!("CPython {label}"), &lost));
    }
    if let (Some(machine), Some(newer)) = (
        published::machine("race/A"),
        published::cell("race/A call_between_3.11"),
    ) {
        table.note(format!(
            "Published: {machine}; of 4,000,000 increments by 4 threads. The \
             rows of 3.11: {}.",
            newer.machine
        ));
    }
    table
}

/// Four threads × 1,000,000.
const PUBLISHED_EXPECTED: f64 = 4e6;

fn lost_cells(label: &str, lost: &[f64]) -> [String; 4] {
    let summary = measure::stats::Summary::of(lost);
    let cell = |value: Option<f64>| value.map_or("n/a".into(), percent);
    [
        label.into(),
        cell(summary.map(|s| s.median)),
        cell(summary.map(|s| s.min)),
        cell(summary.map(|s| s.max)),
    ]
}

fn cost_chart(record: &Record) -> Chart {
    let bars = counters(record).filter_map(|row| {
        let ns = row.extra.get(NS)?;
        let median = record.extra(&row.id, NS).ok()?;
        let group = match row.id.starts_with("racy/") {
            true => "loses updates",
            false => "exact",
        };
        Some(
            Bar::new(row.label.clone(), Kind::Threads, median)
                .samples(Rounds::with_gaps(ns).values())
                .value_text(show::quantity(median, "ns"))
                .group(group),
        )
    });
    Chart::new(
        "cost",
        "Time of one increment, by all threads together",
        Bars::new(Axis::linear("ns"), bars.collect()),
    )
    .description("The values are in the table beside this chart.")
    .caption("Time ÷ all increments. Each circle is one run.")
}

fn lost_chart(record: &Record) -> Chart {
    let bars = record.group(RACY).filter_map(|row| {
        let lost = row.extra.get(LOST_PERCENT)?;
        let median = record.extra(&row.id, LOST_PERCENT).ok()?;
        Some(
            Bar::new(row.label.clone(), Kind::Threads, median)
                .samples(Rounds::with_gaps(lost).values())
                .value_text(percent(median)),
        )
    });
    Chart::new(
        "main",
        "Share of the updates that is lost",
        Bars::new(Axis::linear("%"), bars.collect()),
    )
    .description("The values are in the table beside this chart.")
    .caption("Share of all increments that is lost. Each circle is one run.")
}
