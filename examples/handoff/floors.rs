//! The floor rows: what the system and a runtime can do at best.

use std::time::Instant;

use measure::{Profile, Row, Sample};

use crate::ids::*;
use crate::place::Places;
use crate::tasks;

/// A poll that does nothing, for tasks.
pub(crate) fn poll(profile: Profile) -> Row<'static> {
    let polls = profile.pick(100_000, 2_000_000, 2_000_000);
    Row::sampled(POLL, "empty poll", "s", move || {
        let start = Instant::now();
        let seen = tasks::empty_polls(polls);
        let time = start.elapsed();
        if seen != polls {
            return Err("a poll did not reach its future".into());
        }
        Ok(Sample::of(time.as_secs_f64() / polls as f64))
    })
}

/// A wake-up and nothing else, for threads: on one core, on any, and with a
/// core for each end.
#[cfg(target_os = "linux")]
pub(crate) fn futex(profile: Profile, places: &Places) -> Vec<Row<'static>> {
    use measure::Unavailable;

    use crate::games::Sort;
    use crate::meter::{plan, play};
    use crate::{pin, place, system};

    let plan = plan(profile, Sort::Thread, true);
    let anywhere = move || {
        play(plan, 1, |mut meter| system::futex(|| (), || meter.more()))
    };
    let apart = move || {
        let (near, far) = pin::two_cores().map_err(Unavailable::because)?;
        drop(pin::to_core(far)?);
        let _pinned = pin::to_core(near)?;
        // It was allowed a moment ago, and ends with its game: there is
        // nothing to tell and nothing to restore.
        let far = move || std::mem::forget(pin::to_core(far));
        play(plan, 1, |mut meter| system::futex(far, || meter.more()))
    };
    let label = "futex, a core each";
    let apart = match places.refused() {
        Some(reason) => Row::not_run(APART, label, "s", reason),
        None => Row::sampled(APART, label, "s", apart).in_fresh_process(),
    };
    let rows = [true, false].map(|pinned| {
        let id = format!("{}/futex", place::name(pinned));
        places.row(pinned, id, "threads, futex", anywhere)
    });
    rows.into_iter()
        .chain([apart])
        .map(|row| place::above_polls(row, 2.0))
        .collect()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn futex(_profile: Profile, _places: &Places) -> Vec<Row<'static>> {
    [PINNED_FUTEX, "unpinned/futex", APART]
        .map(|id| {
            Row::not_run(id, "threads, futex", "s", "a futex is Linux's own")
        })
        .into()
}
