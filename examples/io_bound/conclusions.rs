//! What the rows say: named values and the sentences they decide.

use measure::{Claim, Fact, Judgement, Missing, Question, Record, Rounds};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("async_1000_s", TASKS_1000, "1,000 tasks on one thread"),
    Fact::median("async_10000_s", TASKS_10000, "10,000 tasks on one thread"),
    Fact::extra(
        "async_10000_peak_mib",
        TASKS_10000,
        PEAK_MIB,
        "peak memory of 10,000 tasks",
    ),
    Fact::median("async_100000_s", TASKS_100000, "100,000 tasks, one thread"),
    Fact::median("threads_1000_s", THREADS_1000, "a thread each for 1,000"),
    Fact::median("threads_10000_s", THREADS_10000, "a thread each for 10,000"),
    Fact::extra(
        "threads_10000_peak_mib",
        THREADS_10000,
        PEAK_MIB,
        "peak memory of 10,000 threads",
    ),
    Fact::extra(
        "threads_10000_alive",
        THREADS_10000,
        ALIVE,
        "most of them alive at once",
    ),
    Fact::median("default_pool_10_s", DEFAULT_POOL_10, "10 waits, core pool"),
    Fact::median("default_pool_100_s", DEFAULT_POOL_100, "100 waits, as above"),
    Fact::median("blocking_pool_1000_s", BLOCKING_POOL_1000, "512 threads"),
    Fact::extra("all_alive", ALL_ALIVE, ALIVE, "threads alive, 2 s waits"),
    Fact::extra(
        "all_alive_resident_mib",
        ALL_ALIVE,
        RESIDENT_MIB,
        "their resident memory",
    ),
    Fact::extra(
        "all_alive_stacks_mib",
        ALL_ALIVE,
        KERNEL_STACKS_MIB,
        "their kernel stacks",
    ),
    Fact::extra(
        "all_alive_tables_mib",
        ALL_ALIVE,
        PAGE_TABLES_MIB,
        "their page tables",
    ),
    Fact::rounds("thread_kib", "KiB", "a waiting thread's price", thread_kib),
    Fact::rounds("task_kib", "KiB", "a waiting task's price", task_kib),
    Fact::rounds("thread_over_task", "×", "thread ÷ task in memory", |r| {
        Ok(thread_kib(r)?.over(&task_kib(r)?))
    }),
];

/// Resident memory, kernel stack and page tables of one waiting thread.
fn thread_kib(record: &Record) -> Result<Rounds, Missing> {
    let part = |name| record.extra_rounds(ALL_ALIVE, name);
    let mib = part(RESIDENT_MIB)?
        .plus(&part(PAGE_TABLES_MIB)?)
        .plus(&part(KERNEL_STACKS_MIB)?);
    Ok(mib.times(1024.0).over(&part(ALIVE)?))
}

/// Memory of one waiting task: 90,000 more tasks need so much more.
fn task_kib(record: &Record) -> Result<Rounds, Missing> {
    let peak = |id| record.extra_rounds(id, PEAK_MIB);
    let more = peak(TASKS_100000)?.minus(&peak(TASKS_10000)?);
    Ok(more.times(1024.0 / 90_000.0))
}

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "default_pool_waits_in_rounds",
        "A pool sized for cores turns n waits into n ÷ cores rounds.",
        default_pool_waits_in_rounds,
    ),
    Claim::new(
        "threads_carry_a_thousand",
        "A thread for each of 1,000 waits ends within three times the wait.",
        threads_carry_a_thousand,
    ),
    Claim::new(
        "threads_cost_memory",
        "A waiting thread costs at least ten times the memory of a waiting \
         task.",
        threads_cost_memory,
    ),
    Claim::new(
        "async_stays_at_the_floor",
        "Up to 10,000 waits, tasks on one thread stay within 20 % of the \
         floor.",
        async_stays_at_the_floor,
    ),
    Claim::new(
        "threads_never_all_alive",
        "Of 10,000 threads that wait 0.1 s, fewer than half are ever alive \
         together.",
        threads_never_all_alive,
    ),
    Claim::new(
        "second_core_waits_no_faster",
        "A runtime on all cores waits no faster than a runtime on one \
         thread, within a fifth.",
        second_core_waits_no_faster,
    ),
];

fn default_pool_waits_in_rounds(record: &Record) -> Result<Judgement, Missing> {
    // The largest count that this profile has time for.
    let ran = |id: &&str| record.median(id).is_ok();
    let ids = [DEFAULT_POOL_100, DEFAULT_POOL_10];
    let id = ids.into_iter().find(ran).unwrap_or(DEFAULT_POOL_10);
    let over = record.over_floor(id)?.at_most(1.5);
    Ok(Judgement::by_rounds(record, &over.called("time ÷ floor")).likely(
        "the pool handed several waits to one thread while another idled",
    ))
}

fn threads_carry_a_thousand(record: &Record) -> Result<Judgement, Missing> {
    let over = record.over_floor(THREADS_1000)?.at_most(3.0);
    Ok(Judgement::by_rounds(record, &over.called("time ÷ wait"))
        .likely("starting a thread is slow here"))
}

fn threads_cost_memory(record: &Record) -> Result<Judgement, Missing> {
    let ratio = thread_kib(record)?.over(&task_kib(record)?);
    let question = ratio.at_least(10.0).called("thread ÷ task").counted();
    Ok(Judgement::by_rounds(record, &question)
        .likely("other programs gave back kernel stacks during the run"))
}

fn async_stays_at_the_floor(record: &Record) -> Result<Judgement, Missing> {
    let rows = record.group(TASKS).filter(|row| {
        row.number().is_some_and(|n| n <= 10_000) && row.not_run.is_none()
    });
    let questions = rows.map(|row| {
        let over = record.over_floor(&row.id)?;
        Ok(over.at_most(1.2).called(format!("{} ÷ floor", row.label)))
    });
    let all = questions.collect::<Result<Vec<_>, Missing>>()?;
    if all.is_empty() {
        return Err(Missing::Group(TASKS.into()));
    }
    Ok(Judgement::by_rounds(record, &Question::all(all))
        .likely("others used the one core that all tasks share"))
}

fn threads_never_all_alive(record: &Record) -> Result<Judgement, Missing> {
    let alive = record.extra_rounds(THREADS_10000, ALIVE)?;
    let question = alive.at_most(4_999.0).in_unit("").called("most alive");
    Ok(Judgement::by_rounds(record, &question)
        .likely("this machine starts threads faster than 20 µs each"))
}

fn second_core_waits_no_faster(record: &Record) -> Result<Judgement, Missing> {
    let gain = record.ratios(TASKS_10000, TASKS_ALL_CORES_10000)?;
    let question = gain.at_most(1.2).called("one thread ÷ all cores");
    Ok(Judgement::by_rounds(record, &question)
        .likely("starting 10,000 tasks is work, and a second core shares it"))
}
