//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Record, show};

/// Within this time after the error a group's work counts as stopped: a few
/// turns of a busy system's scheduler, and far less than any work here lasts.
const STOPPED_MS: f64 = 50.0;

/// Work that goes on for longer than this after its caller was told has
/// leaked, whatever the noise.
const LEAKED_S: f64 = 0.1;

pub(crate) fn claims() -> Vec<Claim> {
    let claim = Claim::new;
    vec![
        claim(
            "detached_outlive",
            "Tasks joined one by one work on after their caller has the error.",
            detached_outlive,
        ),
        claim(
            "order_decides",
            "Joined slowest first, the same error arrives only once the \
             slowest task is done.",
            order_decides,
        ),
        claim(
            "spawned_is_detached",
            "`try_join!` cancels the futures it was given, and lets spawned \
             tasks run on.",
            spawned_is_detached,
        ),
        claim(
            "structured_stops",
            "A structured group stops all work within 50 ms of the error, in \
             each of 20 runs.",
            structured_stops,
        ),
        claim(
            "cleaned_up",
            "Told by a token, every cancelled task cleans up; aborted, none \
             does, though every `Drop` runs.",
            cleaned_up,
        ),
        claim(
            "panic_cancels",
            "A panic in one task cancels the group as an error does.",
            panic_cancels,
        ),
        claim(
            "timeout_cancels",
            "A time limit around a `JoinSet` cancels all that still works.",
            timeout_cancels,
        ),
        claim(
            "all_errors",
            "Of two failures `try_join!` reports one; a set that joins all \
             reports both.",
            all_errors,
        ),
        claim(
            "select_loses",
            "A `select!` loop loses each message that a tick interrupts; with \
             the half message kept outside the future it loses none.",
            select_loses,
        ),
        claim(
            "blocking_runs_on",
            "A blocking task that runs can't be aborted, and outlives a \
             runtime that is shut down with a time limit.",
            blocking_runs_on,
        ),
        claim(
            "scope_waits",
            "A thread scope holds the error back until its last thread ends; \
             with a stop flag that is within 50 ms.",
            scope_waits,
        ),
    ]
}

/// How the fetch of this name ended in each round, all alike.
fn all_ended(
    record: &Record,
    id: &str,
    name: char,
    code: f64,
) -> Result<bool, Missing> {
    let ended = record.extras(id, &format!("{name}_how"))?;
    Ok(ended.iter().all(|how| *how == code))
}

const DONE: f64 = 0.0;
const CANCELLED: f64 = 2.0;

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn detached_outlive(record: &Record) -> Result<Judgement, Missing> {
    let id = "joined/in_order";
    let after = least(record.extras(id, "after_told_s")?);
    let steps = least(record.extras(id, "steps_after_told")?);
    let done = all_ended(record, id, 'c', DONE)?;
    Ok(Judgement::of(
        done && after > LEAKED_S && steps > 0.0,
        format!(
            "after the error: {} more of work, {} steps",
            show::seconds(after),
            show::count(steps)
        ),
    )
    .likely("the error reached the caller late, when little was left to do"))
}

fn order_decides(record: &Record) -> Result<Judgement, Missing> {
    let id = "joined/slowest_first";
    let (told, failed) =
        (record.extra(id, "told_s")?, record.extra(id, "failed_s")?);
    let slowest = record.extra(id, "c_end_s")?;
    Ok(Judgement::of(
        told >= slowest && told - failed > LEAKED_S,
        format!(
            "failed at {}, reported at {}",
            show::seconds(failed),
            show::seconds(told)
        ),
    )
    .likely("the order of the joins was changed"))
}

fn spawned_is_detached(record: &Record) -> Result<Judgement, Missing> {
    let (futures, spawned) = ("try_join/futures", "try_join/spawned");
    let cancelled = all_ended(record, futures, 'c', CANCELLED)?;
    let done = all_ended(record, spawned, 'c', DONE)?;
    let word = |yes| if yes { "yes" } else { "no" };
    Ok(Judgement::of(
        cancelled && done,
        format!(
            "`c` cancelled as a future: {}; `c` finished as a task: {}",
            word(cancelled),
            word(done)
        ),
    )
    .likely("this version of tokio treats dropped handles differently"))
}

fn structured_stops(record: &Record) -> Result<Judgement, Missing> {
    let worst =
        record.samples("repeat")?.iter().copied().fold(0.0_f64, f64::max);
    let runs = record.extra("repeat", "runs")?;
    Ok(Judgement::of(
        worst <= STOPPED_MS && runs >= 20.0,
        format!(
            "worst of {} runs: {}",
            show::count(runs),
            show::quantity(worst, "ms")
        ),
    )
    .likely("the system gave this program no processor for that long")
    .unless_noisy(record))
}

fn cleaned_up(record: &Record) -> Result<Judgement, Missing> {
    let counts = |id: &str| -> Result<_, Missing> {
        let cleaned = record.samples(id)?.to_vec();
        let cancelled = record.extras(id, "cancelled")?.to_vec();
        // `cancelled` is counted in the fetch's own `Drop`.
        let dropped = cancelled == record.extras(id, "tasks")?;
        Ok((cleaned, cancelled, dropped))
    };
    let (told, told_of, told_dropped) = counts("crowd/token")?;
    let (aborted, aborted_of, aborted_dropped) = counts("crowd/abort")?;
    let dropped = told_dropped && aborted_dropped;
    let none = aborted.iter().all(|n| *n == 0.0);
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
    let cancelled = all_ended(record, "panic", 'c', CANCELLED)?;
    let told = record.extra("panic", "told_s")?;
    Ok(Judgement::of(
        cancelled,
        format!(
            "reported at {}, `c` {}",
            show::seconds(told),
            if cancelled { "cancelled" } else { "not cancelled" }
        ),
    )
    .likely("this program was built with panic = \"abort\" or without JoinSet"))
}

fn timeout_cancels(record: &Record) -> Result<Judgement, Missing> {
    let b = all_ended(record, "timeout", 'b', CANCELLED)?;
    let c = all_ended(record, "timeout", 'c', CANCELLED)?;
    let cancelled = record.extra("timeout", "cancelled")?;
    Ok(Judgement::of(
        b && c,
        format!(
            "{} cancelled, at {}",
            show::count(cancelled),
            show::seconds(record.extra("timeout", "told_s")?)
        ),
    )
    .likely("the limit was reached so late that a fetch had ended before"))
}

fn all_errors(record: &Record) -> Result<Judgement, Missing> {
    let first = record.samples("errors/first")?;
    let all = record.samples("errors/all")?;
    Ok(Judgement::of(
        first.iter().all(|n| *n == 1.0) && all.iter().all(|n| *n == 2.0),
        format!(
            "`try_join!`: {} of 2; all joined: {} of 2",
            show::count(least(first)),
            show::count(least(all))
        ),
    )
    .likely("the set was given up at the first failure"))
}

fn select_loses(record: &Record) -> Result<Judgement, Missing> {
    let lost = |id: &str| -> Result<f64, Missing> {
        Ok(record.extra(id, "sent")? - record.median(id)?)
    };
    let (lossy, mended) = (lost("select/lossy")?, lost("select/mended")?);
    let interrupted = record.extra("select/lossy", "interrupted")?;
    Ok(Judgement::of(
        lossy == interrupted && mended == 0.0,
        format!(
            "{} interrupted: {} lost, mended {} lost",
            show::count(interrupted),
            show::count(lossy),
            show::count(mended)
        ),
    )
    .likely("the ticks did not come between the halves"))
}

fn blocking_runs_on(record: &Record) -> Result<Judgement, Missing> {
    let done = least(record.extras("blocking/abort", "done")?);
    let rest = least(record.extras("blocking/timeout", "after_call_s")?);
    Ok(Judgement::of(
        done == 1.0 && rest > 0.0,
        format!(
            "after abort: {} to its end; after the shutdown: {}",
            show::seconds(record.median("blocking/abort")?),
            show::seconds(rest)
        ),
    )
    .likely("the shutdown took so long that the work was done before"))
}

fn scope_waits(record: &Record) -> Result<Judgement, Missing> {
    let held = record.extra("scope/waits", "told_s")?
        - record.extra("scope/waits", "failed_s")?;
    let flag = record.extra("scope/flag", "told_s")?
        - record.extra("scope/flag", "failed_s")?;
    Ok(Judgement::of(
        held > LEAKED_S && flag * 1e3 <= STOPPED_MS,
        format!(
            "error held back {}; with a flag {}",
            show::seconds(held),
            show::seconds(flag)
        ),
    )
    .likely("a thread was not given a processor to look at the flag")
    .unless_noisy(record))
}
