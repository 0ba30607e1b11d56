//! What the rows say: named values and the sentences they decide.

use measure::{Claim, Fact, Judgement, Missing, Record, show};

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("async_1000_s", "s", "1,000 tasks on one thread", |r| {
            r.median("tasks/1000")
        }),
        fact("async_10000_s", "s", "10,000 tasks on one thread", |r| {
            r.median("tasks/10000")
        }),
        fact("async_10000_peak_mib", "MiB", "their peak memory", |r| {
            r.extra("tasks/10000", "peak_mib")
        }),
        fact("async_100000_s", "s", "100,000 tasks on one thread", |r| {
            r.median("tasks/100000")
        }),
        fact("threads_1000_s", "s", "a thread for each of 1,000", |r| {
            r.median("threads/1000")
        }),
        fact("threads_10000_s", "s", "a thread for each of 10,000", |r| {
            r.median("threads/10000")
        }),
        fact("threads_10000_peak_mib", "MiB", "their peak memory", |r| {
            r.extra("threads/10000", "peak_mib")
        }),
        fact("threads_10000_alive", "", "most of them alive at once", |r| {
            r.extra("threads/10000", "alive")
        }),
        fact("default_pool_10_s", "s", "10 waits, a thread a core", |r| {
            r.median("default_pool/10")
        }),
        fact("default_pool_100_s", "s", "100 waits, a thread a core", |r| {
            r.median("default_pool/100")
        }),
        fact("blocking_pool_1000_s", "s", "1,000 waits, 512 threads", |r| {
            r.median("blocking_pool/1000")
        }),
        fact("all_alive", "", "threads alive at once, 2 s waits", |r| {
            r.extra("all_alive/10000", "alive")
        }),
        fact("all_alive_resident_mib", "MiB", "their resident memory", |r| {
            r.extra("all_alive/10000", "resident_mib")
        }),
        fact("all_alive_stacks_mib", "MiB", "their kernel stacks", |r| {
            r.extra("all_alive/10000", "kernel_stacks_mib")
        }),
        fact("all_alive_tables_mib", "MiB", "their page tables", |r| {
            r.extra("all_alive/10000", "page_tables_mib")
        }),
        fact("thread_kib", "KiB", "price of a waiting thread", thread_kib),
        fact("task_kib", "KiB", "price of a waiting task", task_kib),
        fact("thread_over_task", "×", "thread ÷ task in memory", |r| {
            Ok(thread_kib(r)? / task_kib(r)?)
        }),
    ]
}

/// Resident memory, kernel stack and page tables of one waiting thread.
fn thread_kib(record: &Record) -> Result<f64, Missing> {
    let row = "all_alive/10000";
    let mut mib = 0.0;
    for part in ["resident_mib", "page_tables_mib", "kernel_stacks_mib"] {
        mib += record.extra(row, part)?;
    }
    Ok(mib * 1024.0 / record.extra(row, "alive")?)
}

/// Memory of one waiting task: 90,000 more tasks need so much more.
fn task_kib(record: &Record) -> Result<f64, Missing> {
    let mib = record.extra("tasks/100000", "peak_mib")?
        - record.extra("tasks/10000", "peak_mib")?;
    Ok(mib * 1024.0 / 90_000.0)
}

pub(crate) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "default_pool_waits_in_rounds",
            sentence: "A pool sized for cores turns n waits into n ÷ cores \
                       rounds.",
            judge: default_pool_waits_in_rounds,
        },
        Claim {
            id: "threads_carry_a_thousand",
            sentence: "A thread for each of 1,000 waits ends within three \
                       times the wait.",
            judge: threads_carry_a_thousand,
        },
        Claim {
            id: "threads_cost_memory",
            sentence: "A waiting thread costs at least ten times the memory \
                       of a waiting task.",
            judge: threads_cost_memory,
        },
        Claim {
            id: "async_stays_at_the_floor",
            sentence: "Up to 10,000 waits, tasks on one thread stay within \
                       20 % of the floor.",
            judge: async_stays_at_the_floor,
        },
        Claim {
            id: "threads_never_all_alive",
            sentence: "Of 10,000 threads that wait 0.1 s, fewer than half \
                       are ever alive together.",
            judge: threads_never_all_alive,
        },
        Claim {
            id: "second_core_waits_no_faster",
            sentence: "A runtime on all cores waits no faster than a runtime \
                       on one thread, within a fifth.",
            judge: second_core_waits_no_faster,
        },
    ]
}

/// How many times its floor a row took, from its median.
fn over_floor(record: &Record, id: &str) -> Result<f64, Missing> {
    let median = record.median(id)?;
    let floor = record.row(id).and_then(|row| row.floor.as_ref());
    let floor = floor.ok_or_else(|| Missing::Floor(id.into()))?;
    Ok(median / floor.value)
}

fn default_pool_waits_in_rounds(record: &Record) -> Result<Judgement, Missing> {
    // The largest count that this profile has time for.
    let ran = |id: &&str| record.median(id).is_ok();
    let ids = ["default_pool/100", "default_pool/10"];
    let id = ids.into_iter().find(ran).unwrap_or(ids[1]);
    let over = over_floor(record, id)?;
    Ok(Judgement::of(
        over < 1.5,
        format!(
            "{} waits on {} cores: {}, {} × the rounds' floor",
            id.rsplit_once('/').map_or("", |(_, n)| n),
            record.machine.cores,
            show::seconds(record.median(id)?),
            show::number(over),
        ),
    )
    .likely("the pool handed several waits to one thread while another idled")
    .unless_noisy(record))
}

fn threads_carry_a_thousand(record: &Record) -> Result<Judgement, Missing> {
    let over = over_floor(record, "threads/1000")?;
    Ok(Judgement::of(
        over < 3.0,
        format!(
            "{}, {} × the floor",
            show::seconds(record.median("threads/1000")?),
            show::number(over)
        ),
    )
    .likely("starting a thread is slow here")
    .unless_noisy(record))
}

fn threads_cost_memory(record: &Record) -> Result<Judgement, Missing> {
    let (thread, task) = (thread_kib(record)?, task_kib(record)?);
    Ok(Judgement::of(
        thread >= 10.0 * task,
        format!(
            "thread {} KiB, task {} KiB",
            show::number(thread),
            show::number(task)
        ),
    )
    .likely("other programs gave back kernel stacks during the run"))
}

fn async_stays_at_the_floor(record: &Record) -> Result<Judgement, Missing> {
    let mut worst = (0.0, 0.0);
    for row in record.group("tasks") {
        let Some((_, count)) = row.id.split_once('/') else { continue };
        if count.parse::<u32>().is_ok_and(|n| n <= 10_000) {
            let over = over_floor(record, &row.id)?;
            if over > worst.0 {
                worst = (over, record.median(&row.id)?);
            }
        }
    }
    if worst.0 == 0.0 {
        return Err(Missing::Group("tasks".into()));
    }
    Ok(Judgement::of(
        worst.0 <= 1.2,
        format!(
            "slowest: {}, {} × the floor",
            show::seconds(worst.1),
            show::number(worst.0)
        ),
    )
    .likely("others used the one core that all tasks share")
    .unless_noisy(record))
}

fn threads_never_all_alive(record: &Record) -> Result<Judgement, Missing> {
    let alive = record.extra("threads/10000", "alive")?;
    Ok(Judgement::of(
        alive < 5_000.0,
        format!("at most {} were alive", show::count(alive)),
    )
    .likely("this machine starts threads faster than 20 µs each"))
}

fn second_core_waits_no_faster(record: &Record) -> Result<Judgement, Missing> {
    let gain = record.ratio("tasks/10000", "tasks_all_cores/10000")?;
    Ok(Judgement::of(
        gain.median < 1.2,
        format!("10,000 waits: {} as fast on all cores", show::ratio(&gain)),
    )
    .likely("starting 10,000 tasks is work, and a second core shares it")
    .unless_noisy(record))
}
