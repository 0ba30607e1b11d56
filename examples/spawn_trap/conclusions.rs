//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Record, Rounds, show};

use crate::facts::FORKED;
use crate::ids::*;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "runaway_is_bounded",
        "Without the guard, a program that wants two children becomes \
         seven processes in three generations, and each of them fails.",
        runaway_is_bounded,
    ),
    Claim::new(
        "guard_holds",
        "With the guard it is three processes, and none fails.",
        guard_holds,
    ),
    Claim::new(
        "pool_says_why",
        "A pool of two whose program forgot `init` ends with an error, \
         after at most five processes.",
        pool_says_why,
    ),
    Claim::new(
        "procspawn_refuses_at_once",
        "The crate procspawn, too, needs its `init`: without it the \
         program panics before it has started a process.",
        procspawn_refuses_at_once,
    ),
    Claim::new(
        "static_is_not_sent",
        "What the parent wrote into a static is not in a spawned child, \
         and is in a forked one.",
        static_is_not_sent,
    ),
    Claim::new(
        "held_lock_stays_held",
        "Every child forked while another thread held a lock waits for it \
         in vain; with the lock free, none does.",
        held_lock_stays_held,
    ),
    Claim::new(
        "nothing_is_left",
        "When a demonstration is over, no process of it is left, not even \
         a zombie.",
        nothing_is_left,
    ),
    Claim::new(
        "spawn_ignores_memory",
        "`Command` starts a child from the large parent in less than three \
         times as long as from the small one.",
        spawn_ignores_memory,
    ),
    Claim::new(
        "fork_pays_for_memory",
        "From the large parent, fork and exec take at least three times as \
         long as `Command` does by itself.",
        fork_pays_for_memory,
    ),
];

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
    let values = record.extra_rounds(id, name)?.values();
    Ok(values.iter().all(|value| *value == number))
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
    let id = TRAP_UNGUARDED;
    let holds = all_are(record, id, 7.0)?
        && extras_are(record, id, GENERATIONS, 3.0)?
        && extras_are(record, id, FAILED, 7.0)?;
    Ok(Judgement::of(
        holds,
        format!(
            "processes: {}; generations: {}; failed: {}",
            evidence(record, id)?,
            show::count(record.extra(id, GENERATIONS)?),
            show::count(record.extra(id, FAILED)?)
        ),
    )
    .likely(
        "this program was changed, or the system refused to start a process",
    ))
}

fn guard_holds(record: &Record) -> Result<Judgement, Missing> {
    let id = TRAP_GUARDED;
    let holds = all_are(record, id, 3.0)?
        && extras_are(record, id, FAILED, 0.0)?
        && extras_are(record, id, EXIT_CODE, 0.0)?;
    Ok(Judgement::of(
        holds,
        format!(
            "processes: {}; failed: {}",
            evidence(record, id)?,
            show::count(record.extra(id, FAILED)?)
        ),
    )
    .likely("the guard is not in this program any more"))
}

fn pool_says_why(record: &Record) -> Result<Judgement, Missing> {
    let id = POOL_UNGUARDED;
    // A killed program has no exit code, and then there is no such value.
    let codes = record.extra_rounds(id, EXIT_CODE)?.values();
    let failed = codes.iter().all(|code| *code != 0.0);
    let few = record.samples(id)?.iter().all(|n| *n <= 5.0);
    Ok(Judgement::of(
        failed && few,
        format!(
            "processes: {}; exit code {}; with `init`: {}",
            evidence(record, id)?,
            show::count(record.extra(id, EXIT_CODE)?),
            evidence(record, POOL_GUARDED)?
        ),
    )
    .likely("this program calls `init` after all"))
}

fn procspawn_refuses_at_once(record: &Record) -> Result<Judgement, Missing> {
    // 101 is how a Rust program ends after a panic.
    let (without, with) = (PROCSPAWN_UNGUARDED, PROCSPAWN_GUARDED);
    let holds = all_are(record, without, 1.0)?
        && extras_are(record, without, EXIT_CODE, 101.0)?
        && all_are(record, with, 3.0)?
        && extras_are(record, with, EXIT_CODE, 0.0)?;
    Ok(Judgement::of(
        holds,
        format!(
            "processes: {}, exit code {}; with `init`: {}, exit code {}",
            evidence(record, without)?,
            show::count(record.extra(without, EXIT_CODE)?),
            evidence(record, with)?,
            show::count(record.extra(with, EXIT_CODE)?)
        ),
    )
    .likely("this version of the crate starts workers in another way"))
}

fn static_is_not_sent(record: &Record) -> Result<Judgement, Missing> {
    let spawned = evidence(record, STATIC_SPAWNED)?;
    let forked = evidence(record, STATIC_FORKED)?;
    let holds = all_are(record, STATIC_SPAWNED, 0.0)?
        && all_are(record, STATIC_FORKED, 42.0)?;
    Ok(Judgement::of(
        holds,
        format!("42 written; spawned child: {spawned}, forked: {forked}"),
    )
    .likely("the child set the static itself"))
}

fn held_lock_stays_held(record: &Record) -> Result<Judgement, Missing> {
    let holds = all_are(record, LOCK_HELD, FORKED as f64)?
        && all_are(record, LOCK_FREE, 0.0)?;
    let sum = |id| Ok(record.samples(id)?.iter().sum::<f64>());
    let of = FORKED * record.samples(LOCK_HELD)?.len();
    Ok(Judgement::of(
        holds,
        format!(
            "stuck: {} of {of} with the lock held, {} with it free",
            show::count(sum(LOCK_HELD)?),
            show::count(sum(LOCK_FREE)?)
        ),
    )
    .likely(
        "a child with a free lock was not run within its patience, or this \
         system's locks know of forks",
    ))
}

fn nothing_is_left(record: &Record) -> Result<Judgement, Missing> {
    let (mut watched, mut left) = (0, 0.0);
    for row in record.rows.iter().filter_map(|row| row.extra.get(LEFT)) {
        let values = Rounds::with_gaps(row).values();
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
    let question = record.ratios(SPAWN_BIG, SPAWN_SMALL)?.at_most(3.0);
    Ok(Judgement::by_rounds(record, &question.called("large ÷ small parent"))
        .likely("this system's `posix_spawn` copies the page tables"))
}

fn fork_pays_for_memory(record: &Record) -> Result<Judgement, Missing> {
    let question = record.ratios(FORK_BIG, SPAWN_BIG)?.at_least(3.0);
    let tables = record
        .extra(FORK_BIG, PAGE_TABLES_KIB)
        .map_or("n/a".into(), |kib| show::quantity(kib, "KiB"));
    Ok(Judgement::by_rounds(record, &question.called("fork ÷ `Command`"))
        .seen(format!("{tables} of page tables to copy"))
        .likely("the parent's memory is in huge pages, with few tables"))
}
