//! Tables and charts of the rows, and the orders that the model found.

use measure::chart::{Axis, Bar, Bars, Chart, Kind};
use measure::record::RowRecord;
use measure::{Record, Table, published, show};

use crate::facts::lost_runs;
use crate::model;

pub(crate) fn tables(record: &Record) -> Vec<Table> {
    vec![
        main_table(record),
        schedule_table("schedule", "lost", "An order that loses an update"),
        model_table(record),
        schedule_table(
            "withdrawal",
            "checked_first",
            "An order in which one account pays twice",
        ),
        schedule_table(
            "deadlock",
            "as_given",
            "An order in which two threads wait for each other",
        ),
        real_table(record),
        fold_table(record),
        published_table(record),
    ]
}

pub(crate) fn charts(record: &Record) -> Vec<Chart> {
    vec![lost_chart(record), cost_chart(record)]
}

fn counters(record: &Record) -> impl Iterator<Item = &RowRecord> {
    record.group("racy").chain(record.group("exact"))
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
    let run = record.group("exact").filter(|row| row.median.is_some());
    run.min_by(|a, b| {
        a.median.unwrap_or(f64::NAN).total_cmp(&b.median.unwrap_or(f64::NAN))
    })
}

fn main_table(record: &Record) -> Table {
    let mut table = Table::new(
        "main",
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
            extra(record, row, "result", show::count),
            extra(record, row, "lost_percent", percent),
            format!("{lost} of {}", row.samples.len()),
            show::median(row),
            ratio.map_or("n/a".into(), |r| show::number(r.median)),
            extra(record, row, "ns", |ns| show::quantity(ns, "ns")),
        ]);
    }
    if let Ok(expected) = record.extra("racy/apart", "expected") {
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
fn schedule_table(name: &str, id: &str, caption: &str) -> Table {
    let program = model::program(id);
    let outcome = model::explore(program);
    let mut columns = vec!["step", "thread A", "thread B"];
    columns.extend(program.objects);
    let mut table = Table::new(name, caption, &columns);
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

fn model_table(record: &Record) -> Table {
    let mut table = Table::new(
        "model",
        "Two threads in every order: what the model checker finds",
        &["program", "orders", "wrong"],
    );
    for row in record.group("model") {
        table.row([
            row.label.clone(),
            show::median(row),
            extra(record, row, "wrong", show::count),
        ]);
    }
    table
}

fn real_table(record: &Record) -> Table {
    let mut table = Table::new(
        "real",
        "The same programs on real threads",
        &["program", "what went wrong", "in runs"],
    )
    .words_in(1);
    for row in record.group("account") {
        let wrong = row.samples.iter().filter(|twice| **twice > 0.0).count();
        let accounts = extra(record, row, "accounts", show::count);
        let twice = show::counts(row);
        table.row([
            row.label.clone(),
            format!("{twice} of {accounts} accounts paid twice"),
            format!("{wrong} of {}", row.samples.len()),
        ]);
    }
    for row in record.group("transfer") {
        let stuck = record.extras(&row.id, "stuck").unwrap_or_default();
        let wrong = stuck.iter().filter(|stuck| **stuck == 1.0).count();
        let what = if wrong > 0 { "standstill after" } else { "none in" };
        // Only of the runs that stood still, where some did.
        let transfers = row.samples.iter().zip(stuck);
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

fn fold_table(record: &Record) -> Table {
    let mut table = Table::new(
        "fold",
        "Plain additions to memory that no other thread may use",
        &["loop", "result", "median", "min … max"],
    );
    for row in record.group("fold") {
        // Each run's answer was compared with this.
        let result = match row.id.as_str() {
            "fold/million" => 1e6,
            _ => 1e9,
        };
        table.row([
            row.label.clone(),
            show::count(result),
            show::median(row),
            show::spread(row),
        ]);
    }
    table
}

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "published",
        "Updates lost, beside the lectures' runs in CPython",
        &["version", "lost", "least", "most"],
    );
    for row in record.group("racy") {
        let lost = row.extra.get("lost_percent");
        let lost = lost.map(Vec::as_slice).unwrap_or_default();
        table.row(lost_cells(&format!("here: {}", row.label), lost));
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
        let ns = row.extra.get("ns")?;
        let median = record.extra(&row.id, "ns").ok()?;
        let group = match row.id.starts_with("racy/") {
            true => "loses updates",
            false => "exact",
        };
        Some(
            Bar::new(row.label.clone(), Kind::Threads, median)
                .samples(ns.clone())
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
    let bars = record.group("racy").filter_map(|row| {
        let lost = row.extra.get("lost_percent")?;
        let median = record.extra(&row.id, "lost_percent").ok()?;
        Some(
            Bar::new(row.label.clone(), Kind::Threads, median)
                .samples(lost.clone())
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
