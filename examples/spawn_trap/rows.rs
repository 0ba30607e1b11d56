//! The rows: which demonstration is watched, and what it must have said.

use std::time::Duration;

use measure::{BodyError, Request, Row, Sample};
use workers::PoolError;
use workers::process::GENERATION_LIMIT;

use crate::Sizes;
use crate::demonstration::Demo;
use crate::ids::*;
use crate::starts::{self, Method};
use crate::watch::{Seen, watch};

/// How long a forked child may wait for the lock before it counts as stuck.
/// It takes microseconds where the lock is free.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);

/// Memory of the small parent.
const SMALL_MIB: u64 = 10;

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let options: Sizes = request.options()?;
    if options.show.is_some() {
        return Err("`--show` goes with no other option".into());
    }
    let usual = request.profile.pick(256, 1024, 1024);
    let big = options.big_mib.unwrap_or(usual);
    Ok(vec![
        tree(TRAP_GUARDED, "with the guard", Demo::Guarded),
        tree(TRAP_UNGUARDED, "without the guard", Demo::Unguarded),
        tree(POOL_GUARDED, "pool, with `init`", Demo::PoolGuarded),
        tree(POOL_UNGUARDED, "pool, without `init`", Demo::PoolUnguarded),
        tree(PROCSPAWN_GUARDED, "with `init`", Demo::Procspawn),
        tree(PROCSPAWN_UNGUARDED, "without `init`", Demo::ProcspawnUnguarded),
        number(STATIC_SPAWNED, "spawned child", Demo::SpawnedStatic, "seen"),
        number(STATIC_FORKED, "forked child", Demo::ForkedStatic, "seen"),
        number(LOCK_FREE, "lock is free", Demo::FreeLock, "stuck"),
        number(LOCK_HELD, "another thread holds it", Demo::HeldLock, "stuck"),
        starts::row(SPAWN_SMALL, Method::Spawn, SMALL_MIB),
        starts::row(SPAWN_BIG, Method::Spawn, big),
        starts::row(FORK_SMALL, Method::Fork, SMALL_MIB),
        starts::row(FORK_BIG, Method::Fork, big),
    ])
}

/// A row whose sample is the number of processes that there were.
fn tree(id: &'static str, label: &'static str, demo: Demo) -> Row<'static> {
    let measure = move || {
        let seen = watch(demo)?;
        check(demo, &seen)?;
        let mut generations = seen.began.clone();
        generations.sort_unstable();
        generations.dedup();
        let told = |count: usize| demo.tells_all().then_some(count as f64);
        let sample = Sample::of(seen.began.len() as f64)
            .with(GENERATIONS, told(generations.len()))
            .with(FAILED, told(seen.failed()))
            .with(EXIT_CODE, seen.code.map(f64::from))
            .with(LEFT, seen.left());
        Ok(with_stderr(sample, &seen))
    };
    Row::sampled(id, label, "count", measure).without_warm_up()
}

/// The longest text that a record keeps: no demonstration says as much.
const MOST_CHARS: usize = 4_000;

fn with_stderr(sample: Sample, seen: &Seen) -> Sample {
    // A panic names its place in the source, below somebody's home folder.
    let lines = seen.stderr.lines().map(|line| {
        line.find("panicked at ")
            .map_or(line, |at| &line[..at + "panicked".len()])
    });
    let text: String =
        lines.flat_map(|line| line.chars().chain(['\n'])).collect();
    let text: String = text.chars().take(MOST_CHARS).collect();
    sample
        .with(ERROR_LINES, Some(seen.stderr.lines().count() as f64))
        .saying(STDERR, text)
}

/// A row whose sample is a number that the demonstration prints.
fn number(
    id: &'static str,
    label: &'static str,
    demo: Demo,
    name: &'static str,
) -> Row<'static> {
    let forks = [Demo::ForkedStatic, Demo::FreeLock, Demo::HeldLock];
    if forks.contains(&demo) && !cfg!(unix) {
        let reason = "`fork` exists on Unix only";
        return Row::not_run(id, label, "count", reason);
    }
    let measure = move || {
        let seen = watch(demo)?;
        check(demo, &seen)?;
        Ok(Sample::of(seen.number(name)?).with(LEFT, seen.left()))
    };
    Row::sampled(id, label, "count", measure).without_warm_up()
}

/// What the processes of the last generation say.
fn refusal() -> String {
    let limit = GENERATION_LIMIT;
    PoolError::TooDeep { generation: limit, limit }.to_string()
}

fn check(demo: Demo, seen: &Seen) -> Result<(), BodyError> {
    if seen.timed_out {
        return Err(seen.trouble("it did not end, and was killed"));
    }
    if seen.began.is_empty() {
        return Err(seen.trouble("`main` did not ask what it was started for"));
    }
    let refused = matches!(demo, Demo::Unguarded | Demo::PoolUnguarded);
    if seen.stderr.contains(&refusal()) != refused {
        return Err(seen.trouble("it said something else than expected"));
    }
    Ok(())
}
