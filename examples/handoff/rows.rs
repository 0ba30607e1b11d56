//! The rows: who throws to whom, on which cores, how often.

use std::time::{Duration, Instant};

use measure::machine::usable_cores;
use measure::{BodyError, Profile, Request, Row, Sample, show, stats};

use crate::Sum;
use crate::games::{GAMES, Game, Sort};
use crate::ids::*;
use crate::meter::{Meter, Plan, WARM, plan, play};
use crate::place::Places;
use crate::{busy, floors, pin, place, ring, tasks};

/// Sizes of the ring: a pair, a pool, a crowd.
const RINGS: [u64; 3] = [2, 100, 1_000];

/// Tasks that yield to each other; from some thousands on they fall out of
/// the processor's first cache.
const YIELDING: [u64; 5] = [1, 10, 100, 1_000, 10_000];

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let options: Sum = request.options()?;
    let profile = request.profile;
    let places = Places::new(pin::to_one_core().map(drop));
    let mut rows = vec![floors::poll(profile)];
    rows.extend(floors::futex(profile, &places));
    for (name, label, sort, game) in GAMES {
        for pinned in [true, false] {
            rows.push(pair(profile, &places, pinned, name, label, sort, game));
        }
    }
    for workers in RINGS {
        for pinned in [true, false] {
            rows.push(ring_row(profile, &places, pinned, workers, true));
            rows.push(ring_row(profile, &places, pinned, workers, false));
        }
    }
    for tasks in YIELDING {
        for pinned in [true, false] {
            rows.push(yield_row(profile, &places, pinned, tasks));
        }
    }
    rows.extend(busy::rows(profile, &places));
    check_cost_from(&options.cost_from, &rows)?;
    Ok(rows)
}

fn check_cost_from(from: &str, rows: &[Row<'_>]) -> Result<(), BodyError> {
    if from != POLL && rows.iter().any(|row| row.id() == from) {
        return Ok(());
    }
    Err(format!(
        "--cost-from `{from}` is no row that hands over; `--list` names them, \
         for example `{PINNED_MPSC}`"
    )
    .into())
}

fn pair(
    profile: Profile,
    places: &Places,
    pinned: bool,
    name: &str,
    label: &str,
    sort: Sort,
    game: Game,
) -> Row<'static> {
    let one_core = pinned || usable_cores() < 2;
    let plan = plan(profile, sort, one_core);
    let id = format!("{}/{name}", place::name(pinned));
    let row = places.row(pinned, id, label, move || play(plan, 1, game));
    places.floored(row, pinned && sort != Sort::Task, 2.0)
}

fn ring_row(
    profile: Profile,
    places: &Places,
    pinned: bool,
    workers: u64,
    threads: bool,
) -> Row<'static> {
    let (who, hops) = match threads {
        true => ("threads", profile.pick(2_000, 8_000, 100_000)),
        false => ("tasks", profile.pick(5_000, 200_000, 1_000_000)),
    };
    let suffix = place::suffix(pinned);
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
    let row = places.row(
        pinned,
        format!("ring_{who}{suffix}/{workers}"),
        format!("ring of {workers} {who}"),
        move || play(plan, workers, game),
    );
    places.floored(row, pinned && threads, 1.0)
}

/// The middle of several runs is left alone by the few that another program
/// interrupts.
const YIELD_RUNS: usize = 21;

fn yield_row(
    profile: Profile,
    places: &Places,
    pinned: bool,
    tasks: u64,
) -> Row<'static> {
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
    let suffix = place::suffix(pinned);
    let id = format!("yield{suffix}/{tasks}");
    place::above_polls(places.row(pinned, id, label, measure), 1.0)
}
