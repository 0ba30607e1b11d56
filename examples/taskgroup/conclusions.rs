//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Record, Rounds, show};

use crate::facts::lost;
use crate::ids::*;

/// Within this time after the error a group's work counts as stopped: a few
/// turns of a busy system's scheduler, and far less than any work here lasts.
const STOPPED_MS: f64 = 50.0;

/// Work that goes on for longer than this after its caller was told has
/// leaked, whatever the noise.
const LEAKED_S: f64 = 0.1;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "detached_outlive",
        "Tasks joined one by one work on after their caller has the error.",
        detached_outlive,
    ),
    Claim::new(
        "order_decides",
        "Joined slowest first, the same error arrives only once the \
             slowest task is done.",
        order_decides,
    ),
    Claim::new(
        "spawned_is_detached",
        "`try_join!` cancels the futures it was given, and lets spawned \
             tasks run on.",
        spawned_is_detached,
    ),
    Claim::new(
        "structured_stops",
        "A structured group stops all work within 50 ms of the error, in \
             each of 20 runs.",
        structured_stops,
    ),
    Claim::new(
        "cleaned_up",
        "Told by a token, every cancelled task cleans up; aborted, none \
             does, though every `Drop` runs.",
        cleaned_up,
    ),
    Claim::new(
        "panic_cancels",
        "A panic in one task cancels the group as an error does.",
        panic_cancels,
    ),
    Claim::new(
        "timeout_cancels",
        "A time limit around a `JoinSet` cancels all that still works.",
        timeout_cancels,
    ),
    Claim::new(
        "all_errors",
        "Of two failures `try_join!` reports one; a set that joins all \
             reports both.",
        all_errors,
    ),
    Claim::new(
        "select_loses",
        "A `select!` loop loses each message that a tick interrupts; with \
             the half message kept outside the future it loses none.",
        select_loses,
    ),
    Claim::new(
        "blocking_runs_on",
        "A blocking task that runs can't be aborted, and outlives a \
             runtime that is shut down with a time limit.",
        blocking_runs_on,
    ),
    Claim::new(
        "scope_waits",
        "A thread scope holds the error back until its last thread ends; \
             with a stop flag that is within 50 ms.",
        scope_waits,
    ),
];

/// The numbers that stand for how a fetch ended.
const ENDED_DONE: f64 = 0.0;
const ENDED_CANCELLED: f64 = 2.0;

/// Whether the fetch of this name ended so in all rounds.
fn all_ended(
    record: &Record,
    id: &str,
    name: char,
    code: f64,
) -> Result<bool, Missing> {
    let ended = record.extra_rounds(id, &how(name))?.values();
    Ok(ended.iter().all(|how| *how == code))
}

fn least(rounds: &Rounds) -> f64 {
    rounds.values().into_iter().fold(f64::INFINITY, f64::min)
}

/// `4 yes` or `4 no`, for evidence that is no number.
fn said(what: &str, yes: bool) -> String {
    format!("{what}: {}", if yes { "yes" } else { "no" })
}

fn detached_outlive(record: &Record) -> Result<Judgement, Missing> {
    let after = record.extra_rounds(IN_ORDER, AFTER_TOLD_S)?;
    let steps = least(&record.extra_rounds(IN_ORDER, STEPS_AFTER_TOLD)?);
    let done = all_ended(record, IN_ORDER, 'c', ENDED_DONE)?;
    let question = after.at_least(LEAKED_S).in_unit("s");
    let steps_made = format!("{} steps of it", show::count(steps));
    Ok(Judgement::by_rounds(record, &question.called("work after the error"))
        .and(Judgement::of(done && steps > 0.0, steps_made))
        .likely("the error reached the caller late, when little was left"))
}

fn order_decides(record: &Record) -> Result<Judgement, Missing> {
    let at = |name| record.extra_rounds(SLOWEST_FIRST, name);
    let c_end = end_s('c');
    let (told, slowest) = (at(TOLD_S)?, at(&c_end)?);
    let behind = least(&told.minus(&slowest)) >= 0.0;
    let late = told.minus(&at(FAILED_S)?).at_least(LEAKED_S).in_unit("s");
    Ok(Judgement::by_rounds(record, &late.called("failed, and reported after"))
        .and(Judgement::of(behind, said("after the slowest ended", behind)))
        .likely("the order of the joins was changed"))
}

fn spawned_is_detached(record: &Record) -> Result<Judgement, Missing> {
    let cancelled = all_ended(record, TRY_JOIN_FUTURES, 'c', ENDED_CANCELLED)?;
    let done = all_ended(record, TRY_JOIN_SPAWNED, 'c', ENDED_DONE)?;
    let evidence = said("`c` cancelled as a future", cancelled);
    Ok(Judgement::of(cancelled && done, evidence)
        .seen(said("`c` finished as a task", done))
        .likely("this version of tokio treats dropped handles differently"))
}

fn structured_stops(record: &Record) -> Result<Judgement, Missing> {
    let worst = record.rounds(REPEAT)?.at_most(STOPPED_MS).in_unit("ms");
    let runs = least(&record.extra_rounds(REPEAT, RUNS)?);
    let counted = format!("{} runs a round", show::count(runs));
    Ok(Judgement::by_rounds(record, &worst.called("worst run"))
        .and(Judgement::of(runs >= 20.0, counted))
        .likely("the system gave this program no processor for that long"))
}

fn cleaned_up(record: &Record) -> Result<Judgement, Missing> {
    let mut dropped = true;
    let mut counts = |id: &str| -> Result<_, Missing> {
        let cleaned = record.rounds(id)?;
        let cancelled = record.extra_rounds(id, CANCELLED)?;
        // `cancelled` is counted in the fetch's own `Drop`.
        dropped &= cancelled == record.extra_rounds(id, TASKS)?;
        Ok((cleaned, cancelled))
    };
    let (told, told_of) = counts(CROWD_TOKEN)?;
    let (aborted, aborted_of) = counts(CROWD_ABORT)?;
    let none = aborted.values().iter().all(|n| *n == 0.0);
    Ok(Judgement::of(
        dropped && told == told_of && none,
        format!(
            "token: {} of {} cleaned up; abort: {} of {}",
            show::count(least(&told)),
            show::count(least(&told_of)),
            show::count(least(&aborted)),
            show::count(least(&aborted_of))
        ),
    )
    .likely("a clean-up was cut off, or the failure came before the tasks"))
}

fn panic_cancels(record: &Record) -> Result<Judgement, Missing> {
    let cancelled = all_ended(record, PANIC, 'c', ENDED_CANCELLED)?;
    let told = show::seconds(record.extra(PANIC, TOLD_S)?);
    Ok(Judgement::of(cancelled, said("`c` cancelled", cancelled))
        .seen(format!("reported at {told}"))
        .likely("this program was built with panic = \"abort\""))
}

fn timeout_cancels(record: &Record) -> Result<Judgement, Missing> {
    let b = all_ended(record, TIMEOUT, 'b', ENDED_CANCELLED)?;
    let c = all_ended(record, TIMEOUT, 'c', ENDED_CANCELLED)?;
    Ok(Judgement::of(
        b && c,
        format!(
            "{} cancelled, at {}",
            show::count(record.extra(TIMEOUT, CANCELLED)?),
            show::seconds(record.extra(TIMEOUT, TOLD_S)?)
        ),
    )
    .likely("the limit was reached so late that a fetch had ended before"))
}

fn all_errors(record: &Record) -> Result<Judgement, Missing> {
    let (first, all) =
        (record.rounds(ERRORS_FIRST)?, record.rounds(ERRORS_ALL)?);
    let are = |rounds: &Rounds, n| rounds.values().iter().all(|v| *v == n);
    Ok(Judgement::of(
        are(&first, 1.0) && are(&all, 2.0),
        format!(
            "`try_join!`: {} of 2; all joined: {} of 2",
            show::count(least(&first)),
            show::count(least(&all))
        ),
    )
    .likely("the set was given up at the first failure"))
}

fn select_loses(record: &Record) -> Result<Judgement, Missing> {
    let (lossy, mended) =
        (lost(record, SELECT_LOSSY)?, lost(record, SELECT_MENDED)?);
    let interrupted = record.extra_rounds(SELECT_LOSSY, INTERRUPTED)?;
    let none = mended.values().iter().all(|n| *n == 0.0);
    Ok(Judgement::of(
        lossy == interrupted && none,
        format!(
            "{} interrupted: {} lost, mended {} lost",
            show::count(least(&interrupted)),
            show::count(least(&lossy)),
            show::count(least(&mended))
        ),
    )
    .likely("the ticks did not come between the halves"))
}

fn blocking_runs_on(record: &Record) -> Result<Judgement, Missing> {
    let done = least(&record.extra_rounds(BLOCKING_ABORT, DONE)?);
    let rest = least(&record.extra_rounds(BLOCKING_TIMEOUT, AFTER_CALL_S)?);
    Ok(Judgement::of(
        done == 1.0 && rest > 0.0,
        format!(
            "after abort: {} to its end; after the shutdown: {}",
            show::seconds(record.median(BLOCKING_ABORT)?),
            show::seconds(rest)
        ),
    )
    .likely("the shutdown took so long that the work was done before"))
}

fn scope_waits(record: &Record) -> Result<Judgement, Missing> {
    let held_back = |id| -> Result<_, Missing> {
        let failed = record.extra_rounds(id, FAILED_S)?;
        Ok(record.extra_rounds(id, TOLD_S)?.minus(&failed))
    };
    let waits = held_back(SCOPE_WAITS)?.at_least(LEAKED_S).in_unit("s");
    let flag = held_back(SCOPE_FLAG)?.at_most(STOPPED_MS / 1e3).in_unit("s");
    let question = waits.called("held back").and(flag.called("with a flag"));
    Ok(Judgement::by_rounds(record, &question)
        .likely("a thread was not given a processor to look at the flag"))
}
