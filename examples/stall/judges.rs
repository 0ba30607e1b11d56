//! How each sentence is decided.

use measure::{Judgement, Missing, Record, show, stats};

/// "Stalled" is this share of the pause at least: the second of two blockers
/// starts a little after the first.
pub(crate) const STALLED: f64 = 0.98;

/// "Mended" is less than this share of the pause.
const MENDED: f64 = 0.1;

/// What row `id` waited, in ms, and as a share of the pause.
fn share(record: &Record, id: &str) -> Result<(f64, f64), Missing> {
    let gap = record.median(id)?;
    Ok((gap, gap / record.extra(id, "pause_ms")?))
}

/// The values of rows `ids` with their names.
fn listed(record: &Record, ids: &[&str]) -> Result<String, Missing> {
    let one = |id: &&str| {
        let label = record.row(id).map_or(*id, |row| row.label.as_str());
        Ok(format!("{label}: {}", show::quantity(record.median(id)?, "ms")))
    };
    let all: Result<Vec<_>, Missing> = ids.iter().map(one).collect();
    Ok(all?.join("; "))
}

pub(crate) fn at_least(
    record: &Record,
    ids: &[&str],
    least: f64,
    likely: &str,
) -> Result<Judgement, Missing> {
    let mut holds = true;
    for id in ids {
        holds &= share(record, id)?.1 >= least;
    }
    Ok(Judgement::of(holds, listed(record, ids)?)
        .likely(likely)
        .unless_noisy(record))
}

pub(crate) fn below(
    record: &Record,
    ids: &[&str],
) -> Result<Judgement, Missing> {
    let mut holds = true;
    for id in ids {
        holds &= share(record, id)?.1 < MENDED;
    }
    Ok(Judgement::of(holds, listed(record, ids)?)
        .likely("another program had the core when a tick was due")
        .unless_noisy(record))
}

pub(crate) fn handler_sees_nothing(
    record: &Record,
) -> Result<Judgement, Missing> {
    let groups = ["one_thread", "one_blocker", "two_blockers", "from_driver"];
    let rows = groups.into_iter().flat_map(|group| record.group(group));
    let mut over = Vec::new();
    for row in rows.filter(|row| row.not_run.is_none()) {
        let took = record.extra(&row.id, "handler_ms")?;
        over.push(100.0 * (took / record.extra(&row.id, "told_ms")? - 1.0));
    }
    let least = over.iter().copied().reduce(f64::min);
    let most = over.iter().copied().reduce(f64::max);
    let Some((least, most)) = least.zip(most) else {
        return Err(Missing::Group("one_thread".into()));
    };
    Ok(Judgement::of(
        most <= 10.0 && least >= -10.0,
        format!(
            "{} rows: {} … {} more than it was told",
            over.len(),
            show::quantity(least, "%"),
            show::quantity(most, "%")
        ),
    )
    .likely("another program had the core when a handler was done")
    .unless_noisy(record))
}

pub(crate) fn median_sees_nothing(
    record: &Record,
) -> Result<Judgement, Missing> {
    let median = |id| record.extra(id, "gap_median_ms");
    let stalled = median("one_thread/thread_sleep")?;
    let good = median("one_thread/async_sleep")?;
    Ok(Judgement::of(
        stalled < 2.0 * good,
        format!(
            "median gap {} stalled, {} undisturbed",
            show::quantity(stalled, "ms"),
            show::quantity(good, "ms")
        ),
    )
    .likely("another program had the core when the ticks were due")
    .unless_noisy(record))
}

pub(crate) fn only_the_last_child_waits(
    record: &Record,
) -> Result<Judgement, Missing> {
    let (last, share) = share(record, "child/two")?;
    let first = record.extra("child/two", "first_ms")?;
    let pause = record.extra("child/two", "pause_ms")?;
    Ok(Judgement::of(
        first < MENDED * pause && share >= STALLED,
        format!(
            "first {}, last {}",
            show::quantity(first, "ms"),
            show::quantity(last, "ms")
        ),
    )
    .likely("the idle worker woke late, or this tokio steals from the slot")
    .unless_noisy(record))
}

/// What the short job of row `id` waited, as a share of a long one.
fn of_hold(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.median(id)? / record.extra(id, "hold_ms")?)
}

pub(crate) fn pool_runs_out(record: &Record) -> Result<Judgement, Missing> {
    let evidence = listed(record, &["pool/free", "pool/full"])?;
    Ok(Judgement::of(of_hold(record, "pool/full")? >= 0.9, evidence)
        .likely("the short job was asked for late"))
}

pub(crate) fn pool_is_silent(record: &Record) -> Result<Judgement, Missing> {
    let wait = record.median("pool/full")?;
    let gap = record.extra("pool/full", "gap_ms")?;
    Ok(Judgement::of(
        gap < wait / 2.0,
        format!(
            "wait {}, largest gap {}",
            show::quantity(wait, "ms"),
            show::quantity(gap, "ms")
        ),
    )
    .likely("another program had the core when a tick was due")
    .unless_noisy(record))
}

pub(crate) fn pool_limited(record: &Record) -> Result<Judgement, Missing> {
    let ids = ["pool/free", "pool/limited"];
    let holds = of_hold(record, "pool/limited")? < MENDED;
    Ok(Judgement::of(holds, listed(record, &ids)?)
        .likely("a new thread of the pool started late")
        .unless_noisy(record))
}

pub(crate) fn yields_are_cheap(record: &Record) -> Result<Judgement, Missing> {
    let id = "one_thread/compute_yield";
    let percent = record.extra(id, "yield_share_percent")?;
    let yields = record.extra(id, "yields")?;
    Ok(Judgement::of(
        percent < 10.0,
        format!(
            "{} yields, {}",
            show::count(yields),
            show::quantity(percent, "%")
        ),
    )
    .likely("another program had the core during yields")
    .unless_noisy(record))
}

pub(crate) fn yields_wake_the_idle(
    record: &Record,
) -> Result<Judgement, Missing> {
    let shares = |group: &str| {
        let id = format!("{group}/compute_yield");
        record.extras(&id, "yield_share_percent").map(<[f64]>::to_vec)
    };
    let (alone, idle) = (shares("one_thread")?, shares("one_blocker")?);
    let ratios = stats::paired_ratios(&idle, &alone);
    let shown = |shares: &[f64]| {
        let median = stats::median(shares);
        median.map_or("n/a".into(), |share| show::quantity(share, "%"))
    };
    Ok(Judgement::of(
        stats::median(&ratios).is_some_and(|ratio| ratio >= 3.0),
        format!(
            "{} beside an idle worker, {} on one thread; with a loop for each \
             worker {}",
            shown(&idle),
            shown(&alone),
            shown(&shares("two_blockers")?)
        ),
    )
    .likely("waking a worker is cheap here, or this tokio wakes none")
    .unless_noisy(record))
}

pub(crate) fn poll_timer_finds_it(
    record: &Record,
) -> Result<Judgement, Missing> {
    let mut holds = true;
    let mut evidence = Vec::new();
    for row in record.group("one_thread").filter(|r| r.not_run.is_none()) {
        let reports = record.extra(&row.id, "slow_polls")?;
        let blocks =
            row.id.ends_with("/thread_sleep") || row.id.ends_with("/compute");
        holds &= reports == f64::from(u8::from(blocks));
        evidence.push(format!("{}: {reports:.0}", row.label));
    }
    Ok(Judgement::of(holds && !evidence.is_empty(), evidence.join("; "))
        .likely("another program had the core for 100 ms during a poll"))
}

pub(crate) fn poll_timer_is_cheap(
    record: &Record,
) -> Result<Judgement, Missing> {
    let (timed, bare) =
        (record.median("cost/timed")?, record.median("cost/bare")?);
    Ok(Judgement::of(
        timed - bare < 100.0,
        format!(
            "{} more; two reads of the clock {}",
            show::quantity(timed - bare, "ns"),
            show::quantity(record.median("cost/clock")?, "ns")
        ),
    )
    .likely("this system reads its clock through the kernel")
    .unless_noisy(record))
}

pub(crate) fn asleep_counts_as_busy(
    record: &Record,
) -> Result<Judgement, Missing> {
    let busy = |id| {
        let pause = record.extra(id, "pause_ms")?;
        Ok((record.extra(id, "busy_ms")?, pause))
    };
    let (blocked, pause) = busy("one_thread/thread_sleep")?;
    let (awaited, _) = busy("one_thread/async_sleep")?;
    Ok(Judgement::of(
        blocked >= pause && awaited < MENDED * pause,
        format!(
            "busy {} with thread::sleep, {} with the tokio sleep",
            show::quantity(blocked, "ms"),
            show::quantity(awaited, "ms")
        ),
    )
    .likely("this tokio counts busy time otherwise"))
}
