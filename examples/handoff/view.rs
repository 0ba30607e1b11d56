//! Tables of the rows.

use measure::record::RowRecord;
use measure::{Column, Plain, Record, Select, Table, TableOf, show};

use crate::facts::{handoff, inputs, processor_time};
use crate::ids::*;
use crate::lectures::published_table;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::plain(
        "main",
        Plain {
            caption: "A round trip, on one core and on any",
            rows: Select::Named(&[UNPINNED, APART]),
            columns: &[
                Column::LABEL.called("between"),
                Column::of("pinned", |r, row| median(r, &twin(row))),
                Column::of("÷ floor", over_floor),
                Column::of("switches", |r, row| switches(r, &twin(row))),
                Column::MEDIAN.called("unpinned"),
                Column::SPREAD,
            ],
            notes: &[
                "Times: median over stretches of many trips; min … max: over \
                 the rounds, unpinned. ÷ floor: pinned, by the floor program \
                 \"threads, futex\". Switches: OS context switches a round \
                 trip, pinned, counted by the system; of the two processes, \
                 this one's alone. 1 thr., 2 w.: a runtime with one thread, \
                 with two workers. n/a: this system doesn't pin or count.",
            ],
        },
    ),
    TableOf::plain(
        "tail",
        Plain {
            caption: "How slow the slow ones are: each trip timed alone",
            rows: Select::Named(&[UNPINNED]),
            columns: &[
                Column::LABEL.called("between"),
                Column::of("pinned", |r, row| extra(r, &twin(row), P50)),
                Column::of("p99", |r, row| extra(r, &twin(row), P99)),
                Column::of("p99.9", |r, row| extra(r, &twin(row), P999)),
                Column::extra("unpinned", P50, "s"),
                Column::extra("p99", P99, "s"),
                Column::extra("p99.9", P999, "s"),
            ],
            notes: &["Below \"pinned\" and \"unpinned\" the median of a \
                      trip; p99: of a hundred trips 99 took as long or less; \
                      p99.9: of a thousand 999. All are medians over the \
                      rounds. Each trip is timed alone and has the reading of \
                      the clock in it. Where threads spin on one core there \
                      is time for a handful only, and p99 is the slowest."],
        },
    ),
    TableOf::plain(
        "ring",
        Plain {
            caption: "A hop round a ring of workers",
            rows: Select::Named(&[RING_THREADS]),
            columns: &[
                Column::of("workers", |_, row| {
                    row.number().map_or("?".into(), |n| show::count(n as f64))
                }),
                Column::MEDIAN.called("threads"),
                Column::of("pinned", |r, row| median(r, &twin(row))),
                Column::of("switches", |r, row| switches(r, &twin(row))),
                Column::of("tasks", |r, row| median(r, &tasks(row))),
                Column::of("pinned", |r, row| median(r, &pinned(&tasks(row)))),
            ],
            notes: &["Switches: a hop, pinned. Tasks on one thread. The \
                      worker that times the laps is one of the ring."],
        },
    ),
    TableOf::plain(
        "yield",
        Plain {
            caption: "A bare yield, on one thread",
            rows: Select::Named(&[YIELD]),
            columns: &[
                Column::LABEL.called("who yields"),
                Column::MEDIAN.called("a yield"),
                Column::SPREAD,
                Column::of("pinned", |r, row| median(r, &twin(row))),
            ],
            notes: &[],
        },
    ),
    TableOf::plain(
        "busy",
        Plain {
            caption: "A round trip beside busy threads",
            rows: Select::Named(&[
                "busy_threads",
                "busy_tasks",
                "busy_locked",
                "busy_locked_tasks",
            ]),
            columns: &[
                Column::LABEL.called("between"),
                Column::MEDIAN.called("p50"),
                Column::extra("p99", P99, "s"),
                Column::extra("p99.9", P999, "s"),
                Column::extra("max", MAX, "s"),
                Column::of("pinned p50", |r, row| extra(r, &twin(row), P50)),
                Column::of("p99.9", |r, row| extra(r, &twin(row), P999)),
            ],
            notes: &["Busy: threads that compute. Threads: std mpsc. Tasks: \
                      tokio mpsc on one thread. Locked: all threads under one \
                      giant lock of 5 ms; where a busy thread holds it a \
                      second core is of no use, so that these rows are not \
                      pinned; the ones without a busy thread belong to the \
                      unpinned rows above. Trips behind a busy holder are so \
                      slow that few fit into a round, and p99 is the slowest. \
                      Pinned: all on one core, the busy threads too."],
        },
    ),
    TableOf::made("share", share_table),
    TableOf::made("published", published_table),
];

/// The id of the row that does the same on one core.
pub(crate) fn twin(row: &RowRecord) -> String {
    pinned(&row.id)
}

fn pinned(id: &str) -> String {
    match id.split_once('/') {
        Some((UNPINNED, name)) => format!("{PINNED}/{name}"),
        Some((group, name)) => format!("{group}_pinned/{name}"),
        None => id.into(),
    }
}

/// The ring of tasks that is as large as a ring of threads.
fn tasks(row: &RowRecord) -> String {
    row.id.replace(RING_THREADS, RING_TASKS)
}

pub(crate) fn median(record: &Record, id: &str) -> String {
    or_dash(record, id, record.median(id).ok().map(show::seconds))
}

fn extra(record: &Record, id: &str, name: &str) -> String {
    or_dash(record, id, record.extra(id, name).ok().map(show::seconds))
}

/// Two decimals: a tenth of a switch more is another neighbour, a whole one
/// another mechanism.
fn switches(record: &Record, id: &str) -> String {
    let switches = record.extra(id, SWITCHES).ok();
    or_dash(record, id, switches.map(|n| format!("{n:.2}")))
}

fn over_floor(record: &Record, row: &RowRecord) -> String {
    let over = record.ratio(&twin(row), PINNED_FUTEX);
    let over = over.ok().map(|over| show::number(over.median));
    or_dash(record, &twin(row), over)
}

/// A dash where the experiment has no row `id`.
fn or_dash(record: &Record, id: &str, shown: Option<String>) -> String {
    let missing = if record.row(id).is_some() { "n/a" } else { "–" };
    shown.unwrap_or_else(|| missing.into())
}

fn share_table(record: &Record) -> Table {
    let (rate, from) = inputs(record);
    let mut table = Table::new(
        format!("{} hand-offs a second", show::count(rate)),
        &["cost from", "a hand-off", "of one pair", "of a core", "at most"],
    );
    let others =
        [PINNED_MPSC, UNPINNED_MPSC, BLOCK_ON, TWO_WORKERS, UNPINNED_TASKS];
    let others = others.into_iter().filter(|id| *id != from);
    for id in std::iter::once(from).chain(others) {
        let cost = handoff(record, id).ok().and_then(|rounds| rounds.summary());
        let Some(cost) = cost.map(|cost| cost.median) else {
            table.row([id, "n/a"]);
            continue;
        };
        table.row([
            id.into(),
            show::seconds(cost),
            format!("{} %", show::number(100.0 * rate * cost)),
            processor_time(record, id).map_or("n/a".into(), |time| {
                format!("{} %", show::number(100.0 * rate * time))
            }),
            format!("{}/s", show::count(1.0 / cost)),
        ]);
    }
    table.note(
        "Hand-offs a second × cost = share. A round trip is two hand-offs. Of \
         one pair: how much of each second two workers spend on it, asleep or \
         not. Of a core: the processor time of both. At most: what one pair \
         can do. Change the sum with --handoffs-per-second and --cost-from.",
    );
    table
}
