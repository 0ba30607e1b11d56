//! What the rows say: named values and the sentences they decide.

use measure::{Claim, Fact, Judgement, Missing, Record};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("thread_us", THREAD_1, "start and join one thread"),
    Fact::median("task_ns", TASK_100, "a task, spawned and awaited"),
    Fact::median("task_alone_ns", TASK_1, "the same for a single task"),
    Fact::median("rayon_ns", RAYON_100, "a job for rayon's warm pool"),
    Fact::median("blocking_us", BLOCKING_100, "a job for the blocking pool"),
    Fact::median("blocking_alone_us", BLOCKING_1, "the same for one job"),
    Fact::median("process_us", PROCESS_1, "start and wait for one process"),
    Fact::median("thread_crowd_us", THREAD_10000, "a thread of 10,000"),
    Fact::median("thread_kib", MEMORY_THREAD_10000, "a waiting thread"),
    Fact::extra(
        "thread_resident_kib",
        MEMORY_THREAD_10000,
        RESIDENT_KIB,
        "of this, resident",
    ),
    Fact::extra(
        "thread_stack_kib",
        MEMORY_THREAD_10000,
        STACK_KIB,
        "of this, its stack in the kernel",
    ),
    Fact::extra(
        "thread_tables_kib",
        MEMORY_THREAD_10000,
        TABLES_KIB,
        "of this, page tables",
    ),
    Fact::extra(
        "thread_reserved_kib",
        MEMORY_THREAD_10000,
        RESERVED_KIB,
        "addresses set aside for a thread",
    ),
    Fact::median("task_kib", MEMORY_TASK_100000, "a waiting task"),
    Fact::median("process_kib", MEMORY_PROCESS_10, "a waiting process"),
    Fact::ratio("thread_over_task", THREAD_1, TASK_1, "start of a thread"),
    Fact::ratio("process_over_thread", PROCESS_1, THREAD_1, "of a process"),
];

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "thread_costs_ten_tasks",
        "To start and join a thread takes at least ten times as long as to \
         spawn and await a task.",
        |r| at_least(r, THREAD_1, TASK_1, 10.0, "thread ÷ task"),
    ),
    Claim::new(
        "process_costs_five_threads",
        "To start and wait for a process takes at least five times as long \
         as to start and join a thread.",
        |r| at_least(r, PROCESS_1, THREAD_1, 5.0, "process ÷ thread"),
    ),
    Claim::new(
        "warm_pools_start_nothing",
        "A job given to rayon's warm pool costs at most half of a new thread.",
        |r| at_least(r, THREAD_100, RAYON_100, 2.0, "thread ÷ job"),
    ),
    Claim::new(
        "reserved_is_not_used",
        "A thread sets aside at least fifty times the memory that it uses.",
        reserved_is_not_used,
    ),
    Claim::new(
        "kernel_keeps_its_part",
        "At least half of what a waiting thread costs lies outside its \
         process's resident memory.",
        kernel_keeps_its_part,
    ),
    Claim::new(
        "a_million_tasks_fit",
        "A million waiting tasks take at most 1 KiB each.",
        a_million_tasks_fit,
    ),
];

fn at_least(
    record: &Record,
    over: &str,
    under: &str,
    times: f64,
    name: &str,
) -> Result<Judgement, Missing> {
    let question = record.ratios(over, under)?.at_least(times).called(name);
    Ok(Judgement::by_rounds(record, &question).likely(
        "this system starts threads or processes in an unusual time; the \
         table has the numbers",
    ))
}

fn reserved_is_not_used(record: &Record) -> Result<Judgement, Missing> {
    let of = |name| record.extra_rounds(MEMORY_THREAD_10000, name);
    let ratio = of(RESERVED_KIB)?.over(&of(RESIDENT_KIB)?);
    let question = ratio.at_least(50.0).called("reserved ÷ resident");
    Ok(Judgement::by_rounds(record, &question.counted())
        .likely("the stack was made smaller, with `RUST_MIN_STACK`"))
}

fn kernel_keeps_its_part(record: &Record) -> Result<Judgement, Missing> {
    let of = |name| record.extra_rounds(MEMORY_THREAD_10000, name);
    let outside = of(STACK_KIB)?.plus(&of(TABLES_KIB)?);
    let share = outside.over(&record.rounds(MEMORY_THREAD_10000)?);
    let question = share.times(100.0).at_least(50.0).in_unit("%");
    Ok(Judgement::by_rounds(record, &question.called("outside").counted())
        .likely("other programs gave back kernel stacks during the run"))
}

fn a_million_tasks_fit(record: &Record) -> Result<Judgement, Missing> {
    let each = record.rounds(MEMORY_TASK_1000000)?;
    let question = each.at_most(1.0).in_unit("KiB").counted();
    Ok(Judgement::by_rounds(record, &question.called("each"))
        .likely("this version of tokio keeps more for each task"))
}
