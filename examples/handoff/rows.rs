//! The rows: who throws to whom, on which cores, how often.

use std::time::{Duration, Instant};

use measure::machine::usable_cores;
use measure::{BodyError, Profile, Row, Sample, show, stats};

use crate::Options;
use crate::games::{GAMES, Game, Sort};
use crate::meter::{Meter, Plan, play};
use crate::{busy, pin, ring, tasks, variants};

/// Sizes of the ring: a pair, a pool, a crowd.
const RINGS: [u64; 3] = [2, 100, 1_000];

/// Tasks that yield to each other; from some thousands on they fall out of
/// the processor's first cache.
const YIELDING: [u64; 5] = [1, 10, 100, 1_000, 10_000];

/// What the first throws and laps warm: threads are started by then.
const WARM: u64 = 50;

pub(crate) fn all(
    options: &Options,
    profile: Profile,
) -> Result<Vec<Row<'static>>, BodyError> {
    let pinnable = pin::to_one_core().map(drop).map_err(|e| e.to_string());
    let mut rows = floors(profile, &pinnable);
    for (name, label, sort, game) in GAMES {
        for pinned in [true, false] {
            rows.push(pair(
                profile, &pinnable, pinned, name, label, sort, game,
            ));
        }
    }
    for workers in RINGS {
        for pinned in [true, false] {
            rows.push(ring_row(profile, &pinnable, pinned, workers, true));
            rows.push(ring_row(profile, &pinnable, pinned, workers, false));
        }
    }
    rows.extend(YIELDING.map(|tasks| yield_row(profile, tasks)));
    rows.extend(busy::rows(profile));
    check_cost_from(options, &rows)?;
    Ok(rows)
}

fn check_cost_from(
    options: &Options,
    rows: &[Row<'_>],
) -> Result<(), BodyError> {
    let known = rows.iter().map(Row::id);
    let mut fitting = known.filter(|id| *id != "floor/poll");
    if fitting.any(|id| id == options.cost_from) {
        return Ok(());
    }
    Err(format!(
        "--cost-from `{}` is no row that hands over; `--list` names them, \
         for example `pinned/std_mpsc`",
        options.cost_from
    )
    .into())
}

/// `row`, pinned or not, in a process of its own: pinned threads would leak
/// into later rows, and unpinned ones are to start from the same state.
fn in_place(
    pinnable: &Result<(), String>,
    pinned: bool,
    id: String,
    label: impl Into<String>,
    measure: impl FnMut() -> Result<Sample, BodyError> + 'static,
) -> Row<'static> {
    let mut measure = measure;
    if !pinned {
        return Row::sampled(id, label, "s", measure).in_fresh_process();
    }
    match pinnable {
        Err(reason) => Row::not_run(id, label, "s", reason),
        Ok(()) => Row::sampled(id, label, "s", move || {
            let _pinned = pin::to_one_core()?;
            measure()
        })
        .in_fresh_process(),
    }
}

fn plan(profile: Profile, sort: Sort, one_core: bool) -> Plan {
    let (warm, stretch, stretches, alone) = match sort {
        Sort::Thread => (
            WARM,
            10,
            profile.pick(20, 200, 2_000),
            profile.pick(100, 2_000, 20_000),
        ),
        Sort::Spin if one_core => {
            (1, 1, profile.pick(2, 5, 50), profile.pick(1, 4, 50))
        }
        Sort::Task | Sort::Spin => (
            1_000,
            100,
            profile.pick(50, 1_000, 10_000),
            profile.pick(1_000, 20_000, 100_000),
        ),
    };
    Plan { warm, stretch, stretches, alone, limit: Duration::from_secs(1) }
}

fn place(pinned: bool) -> &'static str {
    if pinned { "pinned" } else { "unpinned" }
}

fn pair(
    profile: Profile,
    pinnable: &Result<(), String>,
    pinned: bool,
    name: &str,
    label: &str,
    sort: Sort,
    game: Game,
) -> Row<'static> {
    let id = format!("{}/{name}", place(pinned));
    let one_core = pinned || usable_cores() < 2;
    let plan = plan(profile, sort, one_core);
    let row =
        in_place(pinnable, pinned, id, label, move || play(plan, 1, game));
    // On one core a thread's answer needs two switches, as the floor
    // program has them. Elsewhere spinning may save both.
    let switches = sort == Sort::Thread && pinned && pinnable.is_ok();
    if switches && cfg!(target_os = "linux") {
        return row.floor_share_of(
            "pinned/eventfd",
            FLOOR_SHARE,
            format!("floor program ÷ {FLOOR_SHARE}"),
        );
    }
    row.floor_share_of("floor/poll", 0.5, "two empty polls")
}

/// A futex is a cheaper system call than an eventfd, so that a pair that
/// waits on one may be faster than the floor program, but not by a third.
const FLOOR_SHARE: f64 = 1.5;

fn floors(
    profile: Profile,
    pinnable: &Result<(), String>,
) -> Vec<Row<'static>> {
    let polls = profile.pick(100_000, 2_000_000, 2_000_000);
    let poll = Row::sampled("floor/poll", "empty poll", "s", move || {
        let start = Instant::now();
        let seen = tasks::empty_polls(polls);
        let time = start.elapsed();
        if seen != polls {
            return Err("a poll did not reach its future".into());
        }
        Ok(Sample::of(time.as_secs_f64() / polls as f64))
    });
    let mut rows = vec![poll];
    rows.extend(eventfd_rows(profile, pinnable));
    rows
}

const EVENTFD: &str = "threads, eventfd";

#[cfg(target_os = "linux")]
fn eventfd_rows(
    profile: Profile,
    pinnable: &Result<(), String>,
) -> Vec<Row<'static>> {
    let plan = plan(profile, Sort::Thread, true);
    let anywhere = move || {
        play(plan, 1, |mut meter| variants::eventfd(|| (), || meter.more()))
    };
    let apart = move || {
        let cores = pin::allowed()?;
        let (near, far) = (cores[0], cores[1]);
        let _pinned = pin::to_core(near)?;
        // The far thread ends with its game: nothing to restore.
        let far = move || std::mem::forget(pin::to_core(far));
        play(plan, 1, |mut meter| variants::eventfd(far, || meter.more()))
    };
    let label = "eventfd, a core each";
    let apart = match pinnable {
        Err(reason) => Row::not_run("apart/eventfd", label, "s", reason),
        Ok(()) if usable_cores() < 2 => {
            Row::not_run("apart/eventfd", label, "s", "needs two cores")
        }
        Ok(()) => {
            Row::sampled("apart/eventfd", label, "s", apart).in_fresh_process()
        }
    };
    let mut rows: Vec<_> = [true, false]
        .map(|pinned| {
            let id = format!("{}/eventfd", place(pinned));
            in_place(pinnable, pinned, id, EVENTFD, anywhere)
        })
        .into();
    rows.push(apart);
    rows
}

#[cfg(not(target_os = "linux"))]
fn eventfd_rows(
    _profile: Profile,
    _pinnable: &Result<(), String>,
) -> Vec<Row<'static>> {
    ["pinned/eventfd", "unpinned/eventfd", "apart/eventfd"]
        .map(|id| Row::not_run(id, EVENTFD, "s", "eventfd is Linux's own"))
        .into()
}

fn ring_row(
    profile: Profile,
    pinnable: &Result<(), String>,
    pinned: bool,
    workers: u64,
    threads: bool,
) -> Row<'static> {
    let (who, hops) = match threads {
        true => ("threads", profile.pick(2_000, 8_000, 100_000)),
        false => ("tasks", profile.pick(5_000, 200_000, 1_000_000)),
    };
    let suffix = if pinned { "_pinned" } else { "" };
    let plan = Plan {
        // One lap starts every worker.
        warm: (1_000 / workers).clamp(1, WARM),
        stretch: (100 / workers).max(1),
        stretches: (hops / workers.max(100)).max(3),
        alone: 0,
        limit: Duration::ZERO,
    };
    let game = move |mut meter: Meter| -> Result<u64, BodyError> {
        if threads {
            return ring::of_threads(workers as usize, || meter.more());
        }
        let game = ring::of_tasks(workers as usize, move || meter.more());
        tasks::as_tasks(&tasks::one_thread()?, game)
    };
    in_place(
        pinnable,
        pinned,
        format!("ring_{who}{suffix}/{workers}"),
        format!("ring of {workers} {who}"),
        move || play(plan, workers, game),
    )
    .floor_share_of("floor/poll", 1.0, "one empty poll")
}

/// The middle of several runs is left alone by the few that another program
/// interrupts.
const YIELD_RUNS: usize = 21;

fn yield_row(profile: Profile, tasks: u64) -> Row<'static> {
    let yields: u64 = profile.pick(2_000, 10_000, 100_000);
    let times = (yields / tasks).max(5);
    let once = move || -> Result<f64, BodyError> {
        let runtime = tasks::one_thread()?;
        let _entered = runtime.enter();
        // They start to run when the runtime does.
        let set = tasks::yielding(tasks, times);
        let start = Instant::now();
        let done = runtime.block_on(set.join_all());
        let time = start.elapsed();
        if done.len() as u64 != tasks || done.iter().any(|n| *n != times) {
            return Err("a task did not yield as often as told".into());
        }
        Ok(time.as_secs_f64() / (tasks * times) as f64)
    };
    let measure = move || {
        let runs: Vec<f64> =
            (0..YIELD_RUNS).map(|_| once()).collect::<Result<_, _>>()?;
        Ok(Sample::of(stats::median(&runs).ok_or("there are no runs")?))
    };
    let label = if tasks == 1 { "task" } else { "tasks" };
    let label = format!("{} {label}", show::count(tasks as f64));
    Row::sampled(format!("yield/{tasks}"), label, "s", measure)
        .without_warm_up()
        .floor_share_of("floor/poll", 1.0, "one empty poll")
}
