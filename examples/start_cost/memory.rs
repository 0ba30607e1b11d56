//! What workers that only wait keep in memory, each kind in a process of its
//! own.

use std::fs;

use measure::usage::{Memory, kernel_stacks_kib};
use measure::{BodyError, Profile, Row, Sample, Unavailable, show};
use workers::ProcessPool;

use crate::ids::*;
use crate::rows::runtime;
use crate::variants;

const THREADS: [(&str, usize); 3] = [
    (MEMORY_THREAD_100, 100),
    (MEMORY_THREAD_1000, 1_000),
    (MEMORY_THREAD_10000, 10_000),
];
const TASKS: [(&str, usize); 3] = [
    (MEMORY_TASK_10000, 10_000),
    (MEMORY_TASK_100000, 100_000),
    (MEMORY_TASK_1000000, 1_000_000),
];
const PROCESSES: usize = 10;

pub(crate) fn rows(profile: Profile) -> Vec<Row<'static>> {
    let label =
        |kind: &str, count| format!("{} {kind}", show::count(count as f64));
    let mut rows: Vec<Row<'static>> = Vec::new();
    for (id, count) in THREADS {
        let row = Row::sampled(id, label("threads", count), "KiB", move || {
            threads(count)
        });
        rows.push(row.in_fresh_process());
    }
    for (id, count) in TASKS {
        let label = label("tasks", count);
        if profile == Profile::Quick && count > 100_000 {
            let reason = "a quick run leaves it out";
            rows.push(Row::not_run(id, label, "KiB", reason));
            continue;
        }
        let row = Row::sampled(id, label, "KiB", move || tasks(count));
        rows.push(row.in_fresh_process());
    }
    let label = label("processes", PROCESSES);
    let row = Row::sampled(MEMORY_PROCESS_10, label, "KiB", processes);
    rows.push(row.in_fresh_process());
    rows
}

/// What this process and the kernel keep for it, at one moment.
struct Seen {
    memory: Memory,
    stacks_kib: Option<u64>,
}

impl Seen {
    fn now() -> Self {
        Self { memory: Memory::now(), stacks_kib: kernel_stacks_kib() }
    }

    /// The sample of `count` workers that have come since `before`: KiB for
    /// each, in all and by kind.
    fn since(&self, before: &Self, count: usize) -> Result<Sample, BodyError> {
        let each = |now: Option<u64>, then: Option<u64>| {
            Some(now?.saturating_sub(then?) as f64 / count as f64)
        };
        let (now, then) = (&self.memory, &before.memory);
        let resident = each(now.resident_kib, then.resident_kib);
        let tables = each(now.page_tables_kib, then.page_tables_kib);
        let stacks = each(self.stacks_kib, before.stacks_kib);
        let Some(resident) = resident else {
            let reason = "this system doesn't tell a process's memory";
            return Err(Unavailable::because(reason));
        };
        let outside = tables.unwrap_or(0.0) + stacks.unwrap_or(0.0);
        Ok(Sample::of(resident + outside)
            .with(RESIDENT_KIB, Some(resident))
            .with(STACK_KIB, stacks)
            .with(TABLES_KIB, tables)
            .with(RESERVED_KIB, each(now.virtual_kib, then.virtual_kib))
            .with(ALIVE, Some(count as f64)))
    }
}

fn threads(count: usize) -> Result<Sample, BodyError> {
    let before = Seen::now();
    let (seen, refusal) = variants::idle_threads(count, |alive| {
        Seen::now().since(&before, alive)
    });
    match refusal {
        None => seen,
        Some(error) => Err(Unavailable::because(format!(
            "the system refused a thread before there were {} ({error}); see \
             `ulimit -u`",
            show::count(count as f64)
        ))),
    }
}

fn tasks(count: usize) -> Result<Sample, BodyError> {
    let runtime = runtime()?;
    let before = Seen::now();
    variants::idle_tasks(&runtime, count, |alive| {
        let sample = Seen::now().since(&before, alive)?;
        // A task has no stack; what the kernel counts meanwhile is others'.
        let resident = sample.extra.get(RESIDENT_KIB).copied();
        let value = resident.unwrap_or(sample.value);
        Ok(Sample::of(value)
            .with(RESIDENT_KIB, resident)
            .with(ALIVE, Some(alive as f64)))
    })
}

/// Workers of the process pool. Pages that processes share are divided among
/// them, as the system's "proportional set size" does.
fn processes() -> Result<Sample, BodyError> {
    let pool = ProcessPool::<(), ()>::start(PROCESSES)?;
    // Each has answered once.
    pool.map((0..PROCESSES).map(|_| ()))?;
    let ids = pool.worker_ids();
    let sum = |file: &str, field: &str| -> Option<f64> {
        let each = ids.iter().map(|id| {
            let text = fs::read_to_string(format!("/proc/{id}/{file}")).ok()?;
            let line = text.lines().find_map(|l| l.strip_prefix(field))?;
            line.split_whitespace().next()?.parse::<f64>().ok()
        });
        each.sum::<Option<f64>>()
    };
    let count = ids.len() as f64;
    let Some(share) = sum("smaps_rollup", "Pss:") else {
        let reason = "this system doesn't tell another process's memory";
        return Err(Unavailable::because(reason));
    };
    let each = |kib: Option<f64>| kib.map(|kib| kib / count);
    Ok(Sample::of(share / count)
        .with(RESIDENT_KIB, each(sum("status", "VmRSS:")))
        .with(TABLES_KIB, each(sum("status", "VmPTE:")))
        .with(RESERVED_KIB, each(sum("status", "VmSize:")))
        .with(ALIVE, Some(count)))
}
