//! The lectures' figures beside these.

use measure::{Record, Table, published, show};

use crate::ids::*;
use crate::view::median;

/// What was measured, the row here, the published cell. They stand in four
/// tables of one machine, all in microseconds.
const PUBLISHED: &[(&str, &str, &str)] = &[
    ("threads, queue", UNPINNED_MPSC, "handoff/B threads_queue"),
    ("threads, events", UNPINNED_CONDVAR, "handoff/B threads_event_pair"),
    ("tasks, queue", UNPINNED_TASKS, "handoff/B tasks_queue"),
    ("tasks, future", UNPINNED_ONESHOT, "handoff/B tasks_future"),
    ("ring, 2 threads", "ring_threads/2", "ring/B threads 2"),
    (
        "ring, 2 threads, pinned",
        "ring_threads_pinned/2",
        "ring/B threads_pinned 2",
    ),
    ("ring, 100 threads", "ring_threads/100", "ring/B threads 100"),
    ("ring, 1,000 threads", RING_THREADS_1000, "ring/B threads 1000"),
    ("ring, 2 tasks", "ring_tasks/2", "ring/B tasks 2"),
    ("ring, 100 tasks", "ring_tasks/100", "ring/B tasks 100"),
    ("ring, 1,000 tasks", RING_TASKS_1000, "ring/B tasks 1000"),
    ("ring, 2 tasks, pinned", "ring_tasks_pinned/2", "ring/B tasks_pinned 2"),
    ("ring, 2 threads, no GIL", "ring_threads/2", "ring/B threads_no_lock 2"),
    (
        "ring, 100 threads, no GIL",
        "ring_threads/100",
        "ring/B threads_no_lock 100",
    ),
    ("yield, 1 task", YIELD_1, "yield/B tasks 1"),
    ("yield, 10 tasks", "yield/10", "yield/B tasks 10"),
    ("yield, 100 tasks", YIELD_100, "yield/B tasks 100"),
    ("yield, 1,000 tasks", "yield/1000", "yield/B tasks 1000"),
    ("yield, 10,000 tasks", "yield/10000", "yield/B tasks 10000"),
    ("threads, idle", THREADS_NONE, "busy/B threads_idle p50"),
    (
        "threads, 1 busy, no GIL",
        THREADS_ONE,
        "busy/B threads_one_busy_no_lock p50",
    ),
    ("threads, 1 busy", LOCKED_ONE, "busy/B threads_one_busy p50"),
    ("tasks, 1 busy", LOCKED_TASKS_ONE, "busy/B tasks_one_busy p50"),
];

pub(crate) fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "The lectures' figures beside these",
        &["what", "here", "CPython (B)"],
    );
    for (what, id, path) in PUBLISHED {
        let there = published::cell(path)
            .map_or("–".into(), |cell| show::seconds(cell.value() / 1e6));
        table.row([(*what).into(), median(record, id), there]);
    }
    table.note(
        "Here beside \"1 busy\": under the giant lock, which is the other \
         side's interpreter lock (GIL). A ring's row is one hop.",
    );
    table.note(published::note("handoff/B"));
    table
}
