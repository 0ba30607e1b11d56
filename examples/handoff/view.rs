//! Tables of the rows.

use measure::record::RowRecord;
use measure::{Record, Table, published, show};

use crate::facts::{handoff, inputs, processor_time};

pub(crate) fn tables(record: &Record) -> Vec<Table> {
    vec![
        main_table(record),
        tail_table(record),
        ring_table(record),
        yield_table(record),
        busy_table(record),
        share_table(record),
        published_table(record),
    ]
}

/// Rows of `unpinned/` with their names: each has a pinned twin.
pub(crate) fn pairs(
    record: &Record,
) -> impl Iterator<Item = (&str, &RowRecord)> {
    record.group("unpinned").filter_map(|row| {
        row.id.strip_prefix("unpinned/").map(|name| (name, row))
    })
}

pub(crate) fn median(record: &Record, id: &str) -> String {
    record.median(id).map_or("n/a".into(), show::seconds)
}

fn extra(record: &Record, id: &str, name: &str) -> String {
    record.extra(id, name).map_or("n/a".into(), show::seconds)
}

/// Two decimals: a hundredth of a switch is what a claim turns on.
fn switches(record: &Record, id: &str) -> String {
    let switches = record.extra(id, "switches");
    switches.map_or("n/a".into(), |n| format!("{n:.2}"))
}

fn main_table(record: &Record) -> Table {
    let mut table = Table::new(
        "main",
        "A round trip, on one core and on any",
        &["between", "pinned", "switches", "unpinned", "min … max", "switches"],
    );
    for (name, row) in pairs(record) {
        let pinned = format!("pinned/{name}");
        table.row([
            row.label.clone(),
            median(record, &pinned),
            switches(record, &pinned),
            median(record, &row.id),
            show::spread(row),
            switches(record, &row.id),
        ]);
    }
    if let Some(apart) = record.row("apart/futex") {
        table.row([
            apart.label.clone(),
            "–".into(),
            "–".into(),
            median(record, &apart.id),
            show::spread(apart),
            switches(record, &apart.id),
        ]);
    }
    let refused = record.row("pinned/std_mpsc").and_then(|row| {
        row.not_run.as_ref().map(|why| format!("Not pinned: {why}."))
    });
    if let Some(note) = refused {
        table.note(note);
    }
    table.note(format!(
        "Times: median over stretches of many trips; min … max: over the \
         rounds, unpinned. Switches: OS context switches a round trip, \
         counted by the system; of the two processes, this one's alone. 1 \
         thr., 2 w.: a runtime with one thread, with two workers. An empty \
         poll, the floor of tasks, takes {}.",
        median(record, "floor/poll")
    ));
    table
}

fn tail_table(record: &Record) -> Table {
    let mut table = Table::new(
        "tail",
        "How slow the slow ones are: each trip timed alone",
        &["between", "pinned", "p99", "p99.9", "unpinned", "p99", "p99.9"],
    );
    for (name, row) in pairs(record) {
        let mut cells = vec![row.label.clone()];
        for place in ["pinned", "unpinned"] {
            let id = format!("{place}/{name}");
            cells.extend(
                ["p50", "p99", "p999"].map(|name| extra(record, &id, name)),
            );
        }
        table.row(cells);
    }
    table.note(
        "Below \"pinned\" and \"unpinned\" the median of a trip; p99: of a \
         hundred trips 99 took as long or less; p99.9: of a thousand 999. \
         All are medians over the rounds. Each trip is timed alone and has \
         the reading of the clock in it. Where threads spin on one core there \
         is time for a handful only, and p99 is the slowest.",
    );
    table
}

fn ring_table(record: &Record) -> Table {
    let mut table = Table::new(
        "ring",
        "A hop round a ring of workers",
        &["workers", "threads", "pinned", "switches", "tasks", "pinned"],
    );
    for row in record.group("ring_threads") {
        let size = row.id.trim_start_matches("ring_threads/");
        let pinned = format!("ring_threads_pinned/{size}");
        table.row([
            size.parse().map_or(size.into(), show::count),
            show::median(row),
            median(record, &pinned),
            switches(record, &pinned),
            median(record, &format!("ring_tasks/{size}")),
            median(record, &format!("ring_tasks_pinned/{size}")),
        ]);
    }
    table.note(
        "Switches: a hop, pinned. Tasks on one thread. The worker that \
         times the laps is one of the ring.",
    );
    table
}

fn yield_table(record: &Record) -> Table {
    let mut table = Table::new(
        "yield",
        "A bare yield, on one thread",
        &["who yields", "a yield", "min … max", "pinned", "CPython (B)"],
    );
    for row in record.group("yield") {
        let size = row.id.trim_start_matches("yield/");
        table.row([
            row.label.clone(),
            show::median(row),
            show::spread(row),
            median(record, &format!("yield_pinned/{size}")),
            cell(&format!("yield/B tasks {size}")),
        ]);
    }
    note_machine(&mut table, "yield/B");
    table
}

fn busy_table(record: &Record) -> Table {
    let columns = ["busy", "between", "p50", "p99", "p99.9", "max"];
    let pinned = ["pinned p50", "p99.9"];
    let mut table = Table::new(
        "busy",
        "A round trip beside busy threads",
        &[&columns[..], &pinned].concat(),
    )
    .words_in(1);
    for (who, label) in [
        ("threads", "threads"),
        ("tasks", "tasks"),
        ("locked", "locked threads"),
        ("locked_tasks", "locked tasks"),
    ] {
        for row in record.group(&format!("busy_{who}")) {
            let name = row.id.rsplit('/').next().unwrap_or_default();
            let busy = match name {
                "none" => 0,
                "one" => 1,
                "cores" => record.machine.cores,
                _ => 2 * record.machine.cores,
            };
            let pinned = format!("busy_{who}_pinned/{name}");
            let there = record.row(&pinned).is_some();
            let on_one_core = |name| match there {
                true => extra(record, &pinned, name),
                false => "–".into(),
            };
            table.row([
                busy.to_string(),
                label.into(),
                show::median(row),
                extra(record, &row.id, "p99"),
                extra(record, &row.id, "p999"),
                extra(record, &row.id, "max"),
                on_one_core("p50"),
                on_one_core("p999"),
            ]);
        }
    }
    table.note(
        "Busy: threads that compute. Threads: std mpsc. Tasks: tokio mpsc on \
         one thread. Locked: all threads under one giant lock of 5 ms; where \
         a busy thread holds it a second core is of no use, so that these \
         rows are not pinned; the ones without a busy thread stand beside the \
         unpinned rows above. Trips behind a busy holder are so slow that \
         few fit into a round, and p99 is the slowest. Pinned: all on one core, the busy threads \
         too.",
    );
    table
}

fn share_table(record: &Record) -> Table {
    let (rate, from) = inputs(record);
    let mut table = Table::new(
        "share",
        format!("{} hand-offs a second", show::count(rate)),
        &["cost from", "a hand-off", "of one pair", "of a core", "at most"],
    );
    let others = [
        "pinned/std_mpsc",
        "unpinned/std_mpsc",
        "unpinned/block_on",
        "unpinned/mpsc_two",
        "unpinned/mpsc_one",
    ];
    let others = others.into_iter().filter(|id| *id != from);
    for id in std::iter::once(from).chain(others) {
        let Ok(cost) = handoff(record, id) else {
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

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "published",
        "The lectures' figures beside these",
        &["what", "here", "CPython (B)"],
    );
    let rows = [
        ("threads, queue", "unpinned/std_mpsc", "handoff/B threads_queue"),
        ("threads, events", "unpinned/condvar", "handoff/B threads_event_pair"),
        ("tasks, queue", "unpinned/mpsc_one", "handoff/B tasks_queue"),
        ("tasks, future", "unpinned/oneshot_one", "handoff/B tasks_future"),
        ("ring, 2 threads", "ring_threads/2", "ring/B threads 2"),
        (
            "ring, 2 threads, pinned",
            "ring_threads_pinned/2",
            "ring/B threads_pinned 2",
        ),
        ("ring, 100 threads", "ring_threads/100", "ring/B threads 100"),
        ("ring, 1,000 threads", "ring_threads/1000", "ring/B threads 1000"),
        ("ring, 2 tasks", "ring_tasks/2", "ring/B tasks 2"),
        ("ring, 100 tasks", "ring_tasks/100", "ring/B tasks 100"),
        ("ring, 1,000 tasks", "ring_tasks/1000", "ring/B tasks 1000"),
        (
            "ring, 2 tasks, pinned",
            "ring_tasks_pinned/2",
            "ring/B tasks_pinned 2",
        ),
        (
            "ring, 2 threads, no GIL",
            "ring_threads/2",
            "ring/B threads_no_lock 2",
        ),
        (
            "ring, 100 threads, no GIL",
            "ring_threads/100",
            "ring/B threads_no_lock 100",
        ),
        ("threads, idle", "busy_threads/none", "busy/B threads_idle p50"),
        (
            "threads, 1 busy, no GIL",
            "busy_threads/one",
            "busy/B threads_one_busy_no_lock p50",
        ),
        ("threads, 1 busy", "busy_locked/one", "busy/B threads_one_busy p50"),
        ("tasks, 1 busy", "busy_locked_tasks/one", "busy/B tasks_one_busy p50"),
    ];
    for (what, id, path) in rows {
        table.row([what.into(), median(record, id), cell(path)]);
    }
    table.note(
        "Here beside \"1 busy\": under the giant lock, which is the other \
         side's interpreter lock (GIL). A ring's row is one hop.",
    );
    note_machine(&mut table, "handoff/B");
    table
}

/// A published figure of machine B, which gives microseconds.
fn cell(path: &str) -> String {
    published::cell(path)
        .map_or("–".into(), |cell| show::seconds(cell.value() / 1e6))
}

fn note_machine(table: &mut Table, id: &str) {
    if let Some(machine) = published::machine(id) {
        table.note(format!("Published: {machine}."));
    }
}
