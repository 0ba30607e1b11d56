//! Tables of the rows.

use std::collections::BTreeMap;

use measure::record::RowRecord;
use measure::{Record, Table, published, show};

pub(crate) fn tables(record: &Record) -> Vec<Table> {
    vec![
        gaps(record, "main", "One thread", &[("one_thread", "")], true),
        gaps(
            record,
            "workers",
            "Two workers",
            &[
                ("one_blocker", "1 × "),
                ("two_blockers", "2 × "),
                ("from_driver", "from driver: "),
            ],
            false,
        ),
        yields(record),
        children(record),
        pool(record),
        metrics(record),
        cost(record),
    ]
}

/// A further value of a row in its unit, or a dash where it has none.
fn extra(record: &Record, row: &RowRecord, name: &str, unit: &str) -> String {
    record
        .extra(&row.id, name)
        .map_or("–".into(), |value| show::quantity(value, unit))
}

/// The published value of `row` in `column`.
pub(crate) fn cell(row: &str, column: &str) -> Option<f64> {
    published::cell(&format!("stall/A {row} {column}")).map(|c| c.value())
}

/// The row of the published table that does the same.
pub(crate) fn published_row(row: &RowRecord) -> Option<&'static str> {
    match row.id.as_str() {
        "one_thread/thread_sleep" => Some("blocking_sleep"),
        "one_thread/async_sleep" => Some("async_sleep"),
        "one_thread/spawn_blocking" => Some("thread_offload"),
        _ => None,
    }
}

fn gaps(
    record: &Record,
    name: &str,
    caption: &str,
    groups: &[(&str, &str)],
    with_published: bool,
) -> Table {
    let mut columns =
        vec!["handler", "takes", "largest", "p99", "median", "ticks", "slow"];
    if with_published {
        columns.push("CPython (A)");
    }
    let caption = format!("{caption}: gaps of a heartbeat beside a handler");
    let mut table = Table::new(name, caption, &columns);
    let mut not_run: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (group, prefix) in groups {
        for row in record.group(group) {
            let label = format!("{prefix}{}", row.label);
            if let Some(reason) = &row.not_run {
                not_run.entry(reason).or_default().push(label.clone());
                table.row([label, "not run".into()]);
                continue;
            }
            let mut cells = vec![
                label,
                extra(record, row, "handler_ms", "ms"),
                show::median(row),
                extra(record, row, "gap_p99_ms", "ms"),
                extra(record, row, "gap_median_ms", "ms"),
                extra(record, row, "ticks", ""),
                extra(record, row, "slow_polls", ""),
            ];
            if with_published {
                let gap = published_row(row)
                    .and_then(|row| cell(row, "max_gap_ms"))
                    .map_or("–".into(), |gap| show::quantity(gap, "ms"));
                cells.push(gap);
            }
            table.row(cells);
        }
    }
    table.note(
        "Gap: from one tick to the next. With fewer than 100 ticks the p99 \
         gap, which 99 of 100 don't exceed, is the largest. Slow: polls that \
         the poll timer reported.",
    );
    if with_published && let Some(machine) = published::machine("stall/A") {
        table.note(format!("Published largest gaps: {machine}."));
        let ticks: Vec<String> = record
            .group("one_thread")
            .filter_map(|row| cell(published_row(row)?, "ticks"))
            .map(show::count)
            .collect();
        table.note(format!(
            "Ticks in these three rows there: {}.",
            ticks.join(", ")
        ));
    }
    if !with_published {
        table.note(
            "A handler that leaves the thread free takes half the time here, \
             to keep the run short.",
        );
    }
    for (reason, labels) in not_run {
        table
            .note(format!("Not run: {}. Reason: {reason}.", labels.join(", ")));
    }
    table
}

fn yields(record: &Record) -> Table {
    let mut table = Table::new(
        "yields",
        "A CPU loop that yields every 0.1 ms",
        &["where", "yields", "parks a yield", "share of time", "largest gap"],
    );
    for (group, label) in [
        ("one_thread", "one thread"),
        ("one_blocker", "two workers, one loop"),
        ("two_blockers", "two workers, two loops"),
    ] {
        let Some(row) = record.row(&format!("{group}/compute_yield")) else {
            continue;
        };
        let parks = record.extra(&row.id, "parks");
        let yields = record.extra(&row.id, "yields");
        let each = parks.and_then(|parks| Ok(parks / yields?));
        table.row([
            label.into(),
            extra(record, row, "yields", ""),
            each.map_or("n/a".into(), show::number),
            extra(record, row, "yield_share_percent", "%"),
            show::median(row),
        ]);
    }
    table.note(
        "Share: how much of a loop's time lay between giving the thread up and \
         having it back. Parks: how often a worker went to sleep. On two \
         workers a loop takes half the time; two loops' yields are added up.",
    );
    table
}

fn children(record: &Record) -> Table {
    let mut table = Table::new(
        "child",
        "A parent that blocks until its child has started, two workers",
        &["the parent", "child waits", "first of two"],
    );
    for row in record.group("child") {
        table.row([
            row.label.clone(),
            show::median(row),
            extra(record, row, "first_ms", "ms"),
        ]);
    }
    if let Some(version) = record.machine.versions.get("tokio") {
        table.note(format!("Measured with tokio {version}."));
    }
    table
}

fn pool(record: &Record) -> Table {
    let mut table = Table::new(
        "pool",
        "A short job behind long ones, in a blocking pool of two threads",
        &["before it", "a long one takes", "short waits", "largest gap"],
    );
    for row in record.group("pool") {
        table.row([
            row.label.clone(),
            extra(record, row, "hold_ms", "ms"),
            show::median(row),
            extra(record, row, "gap_ms", "ms"),
        ]);
    }
    table
}

fn metrics(record: &Record) -> Table {
    let mut table = Table::new(
        "metrics",
        "What the runtime's own metrics say, one thread",
        &["handler", "largest gap", "busy", "parks"],
    );
    for row in record.group("one_thread").filter(|r| r.not_run.is_none()) {
        table.row([
            row.label.clone(),
            show::median(row),
            extra(record, row, "busy_ms", "ms"),
            extra(record, row, "parks", ""),
        ]);
    }
    table.note(
        "Busy: worker_total_busy_duration; parks: worker_park_count. Both \
         are read after the handler has ended.",
    );
    table
}

fn cost(record: &Record) -> Table {
    let mut table =
        Table::new("cost", "The price of a poll", &["what", "for each"]);
    for row in record.group("cost") {
        table.row([row.label.clone(), show::median(row)]);
    }
    table
}
