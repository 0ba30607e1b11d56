//! The rows: which group is run, with which answer, above which floor.

use measure::{BodyError, Floor, Request, Row, Sample};

use crate::fetch::{Ending, Failure};
use crate::ids::*;
use crate::log::Log;
use crate::schedule::{Schedule, time};
use crate::variants::{self, Answers};
use crate::{beside, blocking, watch};

/// Runs of the group whose every error must stop all work.
const REPEATS: u32 = 20;

/// Tasks that a failure cancels at once.
const CROWD: usize = 100;

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let profile = request.profile;
    let s = Schedule::of(profile);
    let fails = s.plans(Ending::Failure);
    let [a, b, c] = fails;
    let refused = Failure::Refused('b');
    // No answer comes before the failure. Whether work goes on after it is
    // what the claims ask, so that no floor presupposes it.
    let mut rows = vec![
        row(IN_ORDER, "joined one by one", s.b, refused, move |l| {
            variants::joined_one_by_one(fails, l)
        }),
        row(SLOWEST_FIRST, "… slowest first", s.b, refused, {
            move |l| variants::joined_one_by_one([c, b, a], l)
        }),
        row(TRY_JOIN_SPAWNED, "try_join!, spawned", s.b, refused, {
            move |l| variants::try_join_spawned(fails, l)
        }),
        row(TRY_JOIN_FUTURES, "try_join!, futures", s.b, refused, {
            move |l| variants::try_join(fails, l)
        }),
        row(SHUTDOWN, "JoinSet, shutdown", s.b, refused, {
            move |l| variants::join_set(fails, l)
        }),
        row(DROPPED, "JoinSet, dropped", s.b, refused, {
            move |l| variants::join_set_dropped(fails, l)
        }),
        row(TOKEN, "token, clean-up", s.b, refused, move |l| {
            variants::cancelled_by_token(fails.to_vec(), l)
        }),
        row(TRACKER, "TaskTracker", s.b, refused, move |l| {
            variants::tracked(fails, l)
        }),
        limited(s),
        panicking(s),
        scope(SCOPE_FLAG, "scope, stop flag", s, true),
        scope(SCOPE_WAITS, "scope, no flag", s, false),
    ];
    rows.push(repeated(s.with_early_error()));
    rows.extend(crowd(s.with_early_error()));
    rows.extend(beside::two_failures(s));
    rows.extend(beside::blocking(profile));
    rows.extend(beside::select());
    Ok(rows)
}

/// A group whose answer must be `expected` and whose last work can't stop
/// before step `least`.
fn row<F: Future<Output = Answers>>(
    id: &str,
    label: &str,
    least: u32,
    expected: Failure,
    group: impl Fn(Log) -> F + 'static,
) -> Row<'static> {
    let run = move || {
        let watched = watch::tasks(&group)?;
        failed_with(&watched.answer, expected)?;
        Ok(watched.sample())
    };
    floored(Row::sampled(id, label, "s", run), least)
}

/// Each run starts a runtime of its own, so there is nothing to warm.
fn floored(row: Row<'static>, least: u32) -> Row<'static> {
    let floor = time(least).as_secs_f64();
    let why = format!("{least} steps × 5 ms");
    row.without_warm_up().floor(Floor::hard(floor, why))
}

fn failed_with(answer: &Answers, expected: Failure) -> Result<(), BodyError> {
    match answer {
        Err(failure) if *failure == expected => Ok(()),
        Err(failure) => Err((*failure).into()),
        Ok(names) => Err(format!("no failure, but {names:?}").into()),
    }
}

/// The limit ends the group three quarters of the way to the failure.
fn limited(s: Schedule) -> Row<'static> {
    let steps = s.b * 3 / 4;
    row(TIMEOUT, "timeout around it", steps, Failure::TimedOut, move |log| {
        variants::with_timeout(time(steps), s.plans(Ending::Failure), log)
    })
}

fn panicking(s: Schedule) -> Row<'static> {
    let run = move || {
        let watched = watch::without_panic_message(|| {
            watch::tasks(|log| variants::join_set(s.plans(Ending::Panic), log))
        })?;
        failed_with(&watched.answer, Failure::Panicked)?;
        Ok(watched.sample())
    };
    floored(Row::sampled(PANIC, "JoinSet, a panic", "s", run), s.b)
}

fn scope(id: &str, label: &str, s: Schedule, use_flag: bool) -> Row<'static> {
    let run = move || {
        let plans = s.plans(Ending::Failure);
        let watched =
            watch::threads(|log| blocking::scope(plans, log, use_flag))?;
        failed_with(&watched.answer, Failure::Refused('b'))?;
        Ok(watched.sample())
    };
    floored(Row::sampled(id, label, "s", run), s.b)
}

/// The worst of many runs, one after another: in milliseconds, how long the
/// group's last work outlived the error.
fn repeated(s: Schedule) -> Row<'static> {
    Row::sampled(REPEAT, "JoinSet, worst of 20 runs", "ms", move || {
        let mut worst = 0.0_f64;
        for _ in 0..REPEATS {
            let plans = s.plans(Ending::Failure);
            let watched = watch::tasks(|log| variants::join_set(plans, log))?;
            failed_with(&watched.answer, Failure::Refused('b'))?;
            worst = worst.max(watched.stopped_after_ms());
        }
        let runs = f64::from(REPEATS);
        Ok(Sample::of(worst).with(RUNS, Some(runs)))
    })
    .without_warm_up()
}

/// One failure cancels many tasks, in two ways. The value is the number of
/// clean-ups that came to their end.
fn crowd(s: Schedule) -> [Row<'static>; 2] {
    fn cleaned<F: Future<Output = Answers>>(
        group: impl FnOnce(Log) -> F,
    ) -> Result<Sample, BodyError> {
        let watched = watch::tasks(group)?;
        failed_with(&watched.answer, Failure::Refused('b'))?;
        let extra = watched.sample().extra;
        let cleaned = extra[CLEANED];
        let sample = Sample { extra, ..Sample::of(cleaned) };
        Ok(sample.with(TASKS, Some(CROWD as f64)))
    }
    let row = |id: &str, label: &str, run: fn(Schedule) -> Result<_, _>| {
        Row::sampled(id, label, "count", move || run(s)).without_warm_up()
    };
    [
        row(CROWD_TOKEN, "told by a token", |s| {
            let plans = s.one_failure_among(CROWD);
            cleaned(|log| variants::cancelled_by_token(plans, log))
        }),
        row(CROWD_ABORT, "aborted", |s| {
            let plans = s.one_failure_among(CROWD);
            cleaned(|log| variants::cancelled_by_abort(plans, log))
        }),
    ]
}
