//! Tables of the rows.

use measure::record::RowRecord;
use measure::{Column, Plain, Record, Select, Table, TableOf, published, show};

use crate::ids::*;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::made("main", one_thread),
    TableOf::plain(
        "workers",
        Plain {
            caption: "Two workers: gaps of a heartbeat beside a handler",
            rows: Select::Named(&[ONE_BLOCKER, TWO_BLOCKERS, FROM_DRIVER]),
            columns: &[
                Column::of("handler", |_, row| prefixed(row)),
                TAKES,
                Column::MEDIAN.called("largest"),
                Column::SPREAD,
                MEDIAN_GAP,
                TICKED,
                SLOW,
            ],
            notes: &["A handler that leaves the thread free takes a third \
                      of the time here, to keep the run short."],
        },
    ),
    TableOf::plain(
        "yields",
        Plain {
            caption: "A CPU loop that yields every 0.1 ms",
            rows: Select::Named(&[ONE_YIELD, BLOCKER_YIELD, TWO_YIELD]),
            columns: &[
                Column::of("where", |_, row| place(row).into()),
                Column::extra("yields", YIELDS, ""),
                Column::of("parks a yield", parks_a_yield),
                Column::extra("share of time", YIELD_SHARE, "%"),
                Column::MEDIAN.called("largest gap"),
            ],
            notes: &[
                "Share: how much of a loop's time lay between giving the \
                 thread up and having it back. Parks: how often a worker went \
                 to sleep. On two workers a loop takes a third of the time; \
                 two loops' yields are added up.",
            ],
        },
    ),
    TableOf::made("child", children),
    TableOf::plain(
        "pool",
        Plain {
            caption: "A short job behind long ones, in a blocking pool of two \
                      threads",
            rows: Select::Named(&[POOL]),
            columns: &[
                Column::LABEL.called("before it"),
                Column::extra("a long one takes", HOLD_MS, "ms"),
                Column::MEDIAN.called("short waits"),
                Column::SPREAD,
                Column::extra("largest gap", GAP_MS, "ms"),
            ],
            notes: &[],
        },
    ),
    TableOf::plain(
        "metrics",
        Plain {
            caption: "What the runtime's own metrics say, one thread",
            rows: Select::Where(|row| {
                row.id.starts_with(ONE_THREAD) && row.not_run.is_none()
            }),
            columns: &[
                Column::LABEL.called("handler"),
                Column::MEDIAN.called("largest gap"),
                Column::extra("busy", BUSY_MS, "ms"),
                Column::extra("parks", PARKS, ""),
            ],
            notes: &["Busy: worker_total_busy_duration; parks: \
                      worker_park_count. Both are read after the handler has \
                      ended."],
        },
    ),
    TableOf::plain(
        "cost",
        Plain {
            caption: "The price of a poll",
            rows: Select::Named(&[COST]),
            columns: &[
                Column::LABEL.called("what"),
                Column::MEDIAN.called("for each"),
                Column::SPREAD,
            ],
            notes: &[],
        },
    ),
];

const TAKES: Column = Column::extra("takes", HANDLER_MS, "ms");
const MEDIAN_GAP: Column = Column::extra("median", GAP_MEDIAN_MS, "ms");
const TICKED: Column = Column::extra("ticks", TICKS, "");
const SLOW: Column = Column::extra("slow", SLOW_POLLS, "");

fn prefixed(row: &RowRecord) -> String {
    let prefix = match row.id.split_once('/') {
        Some((ONE_BLOCKER, _)) => "1 × ",
        Some((TWO_BLOCKERS, _)) => "2 × ",
        _ => "from driver: ",
    };
    format!("{prefix}{}", row.label)
}

fn place(row: &RowRecord) -> &'static str {
    match row.id.split_once('/') {
        Some((ONE_BLOCKER, _)) => "two workers, one loop",
        Some((TWO_BLOCKERS, _)) => "two workers, two loops",
        _ => "one thread",
    }
}

fn parks_a_yield(record: &Record, row: &RowRecord) -> String {
    let each = record.extra_rounds(&row.id, PARKS).and_then(|parks| {
        Ok(parks.over(&record.extra_rounds(&row.id, YIELDS)?))
    });
    let each = each.ok().and_then(|each| each.summary());
    each.map_or("n/a".into(), |each| show::number(each.median))
}

/// The published value of `row` in `column`.
pub(crate) fn cell(row: &str, column: &str) -> Option<f64> {
    published::cell(&format!("stall/A {row} {column}")).map(|c| c.value())
}

/// The row of the published table that does the same.
pub(crate) fn published_row(row: &RowRecord) -> Option<&'static str> {
    match row.id.as_str() {
        ONE_SLEEP => Some("blocking_sleep"),
        ONE_ASYNC => Some("async_sleep"),
        ONE_SPAWN => Some("thread_offload"),
        _ => None,
    }
}

/// With the published gaps, ticks and machine, and the reason why a row was
/// not run.
fn one_thread(record: &Record) -> Table {
    const PLAIN: TableOf = TableOf::plain(
        "main",
        Plain {
            caption: "One thread: gaps of a heartbeat beside a handler",
            rows: Select::Named(&[ONE_THREAD]),
            columns: &[
                Column::LABEL.called("handler"),
                TAKES,
                Column::MEDIAN.called("largest"),
                MEDIAN_GAP,
                TICKED,
                SLOW,
                Column::of("CPython (A)", |_, row| {
                    let gap = published_row(row)
                        .and_then(|row| cell(row, "max_gap_ms"));
                    gap.map_or("–".into(), |gap| show::quantity(gap, "ms"))
                }),
            ],
            notes: &["Gap: from one tick to the next. Beside thread::sleep \
                      and the tokio sleep the heart beats eight times \
                      before and eight times after, beside the others twice before. \
                      Slow: polls that the poll timer reported."],
        },
    );
    let mut table = PLAIN.of(record);
    table.note(published::note("stall/A"));
    let ticks: Vec<String> = record
        .group(ONE_THREAD)
        .filter_map(|row| cell(published_row(row)?, "ticks"))
        .map(show::count)
        .collect();
    table.note(format!("Ticks there: {}.", ticks.join(", ")));
    for row in record.group(ONE_THREAD) {
        if let Some(reason) = &row.not_run {
            table.note(format!("Not run: {}. Reason: {reason}.", row.label));
        }
    }
    table
}

fn children(record: &Record) -> Table {
    const PLAIN: TableOf = TableOf::plain(
        "child",
        Plain {
            caption: "A parent that blocks until its child has started, two \
                      workers",
            rows: Select::Named(&[CHILD]),
            columns: &[
                Column::LABEL.called("the parent"),
                Column::MEDIAN.called("child waits"),
                Column::SPREAD,
                Column::extra("first of two", FIRST_MS, "ms"),
            ],
            notes: &[],
        },
    );
    let mut table = PLAIN.of(record);
    if let Some(version) = record.machine.versions.get("tokio") {
        table.note(format!("Measured with tokio {version}."));
    }
    table
}
