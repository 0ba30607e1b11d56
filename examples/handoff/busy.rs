//! Busy neighbours: threads of this process that compute and never wait.

use std::hint::black_box;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use measure::machine::usable_cores;
use measure::{BodyError, Floor, Profile, Row, Sample};
use workers::giant_lock::GiantLock;

use crate::games::Game;
use crate::ids::*;
use crate::meter::{Plan, play};
use crate::place::Places;
use crate::{place, tasks, variants};

/// CPython's switch interval.
const INTERVAL: Duration = Duration::from_millis(5);

pub(crate) fn rows(profile: Profile, places: &Places) -> Vec<Row<'static>> {
    let mut rows = Vec::new();
    for name in BUSY {
        for pinned in [true, false] {
            let plan = plan(profile, THREAD_TRIPS);
            rows.push(row(
                places,
                pinned,
                "threads",
                name,
                plan,
                |mut meter| variants::std_mpsc(|| meter.more()),
            ));
        }
    }
    // A core to spare is something for threads that would have to wake it.
    let others = || BUSY.into_iter().filter(|name| *name != SPARE);
    for name in others() {
        for pinned in [true, false] {
            let plan = plan(profile, TASK_TRIPS);
            rows.push(row(places, pinned, "tasks", name, plan, |mut meter| {
                let game = tasks::over_mpsc(move || meter.more());
                tasks::as_tasks(&tasks::one_thread()?, game)
            }));
        }
    }
    rows.extend(others().map(|name| locked_threads(profile, name)));
    rows.extend(others().map(|name| locked_tasks(profile, name)));
    rows
}

/// The threads that compute beside row `<group>/<name>`, where the program
/// may use `cores`.
pub(crate) fn busy(name: &str, cores: usize) -> usize {
    match name {
        "none" => 0,
        "one" => 1,
        SPARE => cores.saturating_sub(1),
        "cores" => cores,
        _ => 2 * cores,
    }
}

/// All throws are timed alone: the slow ones are what is asked for.
fn plan(profile: Profile, [quick, standard]: [u64; 2]) -> Plan {
    Plan {
        warm: 10,
        stretch: 0,
        stretches: 0,
        alone: profile.pick(quick, standard, 10 * standard),
        limit: Duration::from_millis(profile.pick(60, 250, 2_000)),
    }
}

/// Enough for a slowest of a hundred, and of a thousand.
const THREAD_TRIPS: [u64; 2] = [200, 5_000];

/// A thirtieth and a tenth of a second, many times the scheduler's slice:
/// fewer would fit between two of its decisions.
const TASK_TRIPS: [u64; 2] = [100_000, 300_000];

/// Plays `game` beside `busy` computing threads. Where it is pinned, they
/// share its one core.
fn row(
    places: &Places,
    pinned: bool,
    who: &str,
    name: &str,
    plan: Plan,
    game: Game,
) -> Row<'static> {
    let busy = busy(name, usable_cores());
    let suffix = place::suffix(pinned);
    let id = format!("busy_{who}{suffix}/{name}");
    let label = format!("{who}, {busy} busy");
    let row = places.row(pinned, id, label, move || {
        let _neighbours = Neighbours::start(busy, None)?;
        play(plan, 1, game)
    });
    places.floored(row, pinned && who == "threads", 2.0)
}

fn locked_threads(profile: Profile, name: &str) -> Row<'static> {
    let busy = busy(name, usable_cores());
    // Throws are slow here, and the first is as good as the second.
    let plan = Plan { warm: 1, ..plan(profile, THREAD_TRIPS) };
    let row = locked_row("locked", "locked threads", name, busy, move |lock| {
        play(plan, 1, |mut meter| variants::under_lock(lock, || meter.more()))
    });
    if busy == 0 {
        return place::above_polls(row, 2.0);
    }
    // The busy threads are always before them in the line. Soft: it rests on
    // how the lock works, and a claim is to tell if it doesn't.
    let value = 2.0 * busy as f64 * INTERVAL.as_secs_f64();
    row.floor(Floor::soft(value, "each end waits for all busy threads"))
}

fn locked_tasks(profile: Profile, name: &str) -> Row<'static> {
    let busy = busy(name, usable_cores());
    let plan = plan(profile, TASK_TRIPS);
    let row =
        locked_row("locked_tasks", "locked tasks", name, busy, move |lock| {
            play(plan, 1, |mut meter| {
                tasks::under_lock(lock, move || meter.more())
            })
        });
    place::above_polls(row, 2.0)
}

/// Plays beside threads that hold the same lock while they compute. Not
/// pinned: with one holder at a time a second core is of no use.
fn locked_row(
    who: &str,
    label: &str,
    name: &str,
    busy: usize,
    play: impl Fn(&'static GiantLock) -> Result<Sample, BodyError> + 'static,
) -> Row<'static> {
    let id = format!("busy_{who}/{name}");
    Row::sampled(id, format!("{label}, {busy} busy"), "s", move || {
        // A task may outlive any borrow. This process runs one row alone and
        // ends with it.
        let lock: &'static _ = Box::leak(Box::new(GiantLock::new(INTERVAL)));
        let _neighbours = Neighbours::start(busy, Some(lock))?;
        play(lock)
    })
    .in_fresh_process()
}

/// Threads that compute until this is dropped.
struct Neighbours {
    over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Neighbours {
    /// Starts `count` of them, with or without the lock that they hold while
    /// they compute, and waits until each of them runs.
    fn start(
        count: usize,
        lock: Option<&'static GiantLock>,
    ) -> io::Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let mut neighbours = Self { over, threads: Vec::new() };
        let (started, starts) = mpsc::channel();
        for _ in 0..count {
            let over = Arc::clone(&neighbours.over);
            let started = started.clone();
            let compute = move || {
                let mut held = lock.map(GiantLock::lock);
                // The other side waits for as many messages as threads.
                let _ = started.send(());
                let mut sum = 0_u64;
                while !over.load(Ordering::Relaxed) {
                    sum = black_box(sum.wrapping_add(1));
                    if let Some(held) = &mut held {
                        held.checkpoint();
                    }
                }
            };
            let thread = thread::Builder::new().spawn(compute)?;
            neighbours.threads.push(thread);
        }
        drop(started);
        // Ends early only if one of them could not say that it runs.
        starts.iter().take(count).for_each(drop);
        Ok(neighbours)
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // They add numbers; there is nothing to panic about.
            let _ = thread.join();
        }
    }
}
