//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Record, show};

use crate::facts::FORKED;

pub(crate) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "runaway_is_bounded",
            sentence: "Without the guard, a program that wants two children \
                       becomes seven processes in three generations, and \
                       each of them fails.",
            judge: runaway_is_bounded,
        },
        Claim {
            id: "guard_holds",
            sentence: "With the guard it is three processes, and none fails.",
            judge: guard_holds,
        },
        Claim {
            id: "pool_says_why",
            sentence: "A pool of two whose program forgot `init` ends with \
                       an error, after at most five processes.",
            judge: pool_says_why,
        },
        Claim {
            id: "procspawn_refuses_at_once",
            sentence: "The crate procspawn, too, needs its `init`: without it \
                       the program panics before it has started a process.",
            judge: procspawn_refuses_at_once,
        },
        Claim {
            id: "static_is_not_sent",
            sentence: "What the parent wrote into a static is not in a \
                       spawned child, and is in a forked one.",
            judge: static_is_not_sent,
        },
        Claim {
            id: "held_lock_stays_held",
            sentence: "Every child forked while another thread held a lock \
                       waits for it in vain; with the lock free, none does.",
            judge: held_lock_stays_held,
        },
        Claim {
            id: "nothing_is_left",
            sentence: "When a demonstration is over, no process of it is \
                       left, not even a zombie.",
            judge: nothing_is_left,
        },
        Claim {
            id: "spawn_ignores_memory",
            sentence: "`Command` starts a child from the large parent in \
                       less than three times as long as from the small one.",
            judge: spawn_ignores_memory,
        },
        Claim {
            id: "fork_pays_for_memory",
            sentence: "From the large parent, fork and exec take at least \
                       three times as long as `Command` does by itself.",
            judge: fork_pays_for_memory,
        },
    ]
}

/// Whether each sample of row `id` is `number`.
fn all_are(record: &Record, id: &str, number: f64) -> Result<bool, Missing> {
    Ok(record.samples(id)?.iter().all(|sample| *sample == number))
}

fn extras_are(
    record: &Record,
    id: &str,
    name: &str,
    number: f64,
) -> Result<bool, Missing> {
    Ok(record.extras(id, name)?.iter().all(|value| *value == number))
}

/// What [`show::counts`] says of row `id`, with the number of runs.
fn evidence(record: &Record, id: &str) -> Result<String, Missing> {
    let runs = record.samples(id)?.len();
    let row = record.row(id).ok_or_else(|| Missing::Row(id.into()))?;
    let runs = match runs {
        1 => "1 run".into(),
        n => format!("{n} runs"),
    };
    Ok(format!("{} in {runs}", show::counts(row)))
}

fn runaway_is_bounded(record: &Record) -> Result<Judgement, Missing> {
    let id = "trap/unguarded";
    let holds = all_are(record, id, 7.0)?
        && extras_are(record, id, "generations", 3.0)?
        && extras_are(record, id, "failed", 7.0)?;
    Ok(Judgement::of(
        holds,
        format!(
            "processes: {}; generations: {}; failed: {}",
            evidence(record, id)?,
            show::count(record.extra(id, "generations")?),
            show::count(record.extra(id, "failed")?)
        ),
    )
    .likely(
        "this program was changed, or the system refused to start a process",
    ))
}

fn guard_holds(record: &Record) -> Result<Judgement, Missing> {
    let id = "trap/guarded";
    let holds = all_are(record, id, 3.0)?
        && extras_are(record, id, "failed", 0.0)?
        && extras_are(record, id, "exit_code", 0.0)?;
    Ok(Judgement::of(
        holds,
        format!(
            "processes: {}; failed: {}",
            evidence(record, id)?,
            show::count(record.extra(id, "failed")?)
        ),
    )
    .likely("the guard is not in this program any more"))
}

fn pool_says_why(record: &Record) -> Result<Judgement, Missing> {
    let id = "pool/unguarded";
    // A killed program has no exit code, and then there is no such value.
    let failed = record.extras(id, "exit_code")?.iter().all(|c| *c != 0.0);
    let few = record.samples(id)?.iter().all(|n| *n <= 5.0);
    Ok(Judgement::of(
        failed && few,
        format!(
            "processes: {}; exit code {}; with `init`: {}",
            evidence(record, id)?,
            show::count(record.extra(id, "exit_code")?),
            evidence(record, "pool/guarded")?
        ),
    )
    .likely("this program calls `init` after all"))
}

fn procspawn_refuses_at_once(record: &Record) -> Result<Judgement, Missing> {
    // 101 is how a Rust program ends after a panic.
    let (without, with) = ("procspawn/unguarded", "procspawn/guarded");
    let holds = all_are(record, without, 1.0)?
        && extras_are(record, without, "exit_code", 101.0)?
        && all_are(record, with, 3.0)?
        && extras_are(record, with, "exit_code", 0.0)?;
    Ok(Judgement::of(
        holds,
        format!(
            "processes: {}, exit code {}; with `init`: {}, exit code {}",
            evidence(record, without)?,
            show::count(record.extra(without, "exit_code")?),
            evidence(record, with)?,
            show::count(record.extra(with, "exit_code")?)
        ),
    )
    .likely("this version of the crate starts workers in another way"))
}

fn static_is_not_sent(record: &Record) -> Result<Judgement, Missing> {
    let spawned = evidence(record, "static/spawned")?;
    let forked = evidence(record, "static/forked")?;
    let holds = all_are(record, "static/spawned", 0.0)?
        && all_are(record, "static/forked", 42.0)?;
    Ok(Judgement::of(
        holds,
        format!("42 written; spawned child: {spawned}, forked: {forked}"),
    )
    .likely("the child set the static itself"))
}

fn held_lock_stays_held(record: &Record) -> Result<Judgement, Missing> {
    let holds = all_are(record, "lock/held", FORKED as f64)?
        && all_are(record, "lock/free", 0.0)?;
    let sum = |id| Ok(record.samples(id)?.iter().sum::<f64>());
    let of = FORKED * record.samples("lock/held")?.len();
    Ok(Judgement::of(
        holds,
        format!(
            "stuck: {} of {of} with the lock held, {} with it free",
            show::count(sum("lock/held")?),
            show::count(sum("lock/free")?)
        ),
    )
    .likely(
        "a child with a free lock was not run within its patience, or this \
         system's locks know of forks",
    ))
}

fn nothing_is_left(record: &Record) -> Result<Judgement, Missing> {
    let (mut watched, mut left) = (0, 0.0);
    for values in record.rows.iter().filter_map(|row| row.extra.get("left")) {
        watched += values.len();
        left += values.iter().sum::<f64>();
    }
    if watched == 0 {
        return Err(Missing::Unavailable(
            "this system doesn't tell what is left".into(),
        ));
    }
    Ok(Judgement::of(
        left == 0.0,
        format!("{watched} demonstrations, {left} with something left"),
    )
    .likely("the system was too busy to end a killed process in time"))
}

fn spawn_ignores_memory(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("start/spawn/big", "start/spawn/small")?;
    Ok(Judgement::of(
        ratio.median < 3.0,
        format!("{} as long", show::ratio(&ratio)),
    )
    .likely("this system's `posix_spawn` copies the page tables")
    .unless_noisy(record))
}

fn fork_pays_for_memory(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("start/fork/big", "start/spawn/big")?;
    Ok(Judgement::of(
        ratio.median >= 3.0,
        format!(
            "{} as long, with {} of page tables to copy",
            show::ratio(&ratio),
            record
                .extra("start/fork/big", "page_tables_kib")
                .map_or("n/a".into(), |kib| show::quantity(kib, "KiB"))
        ),
    )
    .likely("the parent's memory is in huge pages, with few tables to copy")
    .unless_noisy(record))
}
