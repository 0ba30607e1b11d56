//! Busy neighbours: threads of this process that compute and never wait.

use std::hint::black_box;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use measure::machine::usable_cores;
use measure::{Profile, Row};
use workers::giant_lock::GiantLock;

use crate::games::Game;
use crate::meter::{Plan, play};
use crate::{tasks, variants};

/// CPython's switch interval.
const INTERVAL: Duration = Duration::from_millis(5);

pub(crate) fn rows(profile: Profile) -> Vec<Row<'static>> {
    let cores = usable_cores();
    let neighbours =
        [("none", 0), ("one", 1), ("cores", cores), ("twice", 2 * cores)];
    let mut rows = Vec::new();
    for (name, busy) in neighbours {
        rows.push(row(profile, "threads", name, busy, |mut meter| {
            variants::std_mpsc(|| meter.more())
        }));
        rows.push(row(profile, "tasks", name, busy, |mut meter| {
            let game = tasks::over_mpsc(move || meter.more());
            tasks::as_tasks(&tasks::one_thread()?, game)
        }));
    }
    let locked = [neighbours[0], neighbours[1], neighbours[3]];
    rows.extend(locked.map(|(name, busy)| locked_row(profile, name, busy)));
    rows
}

/// All throws are timed alone: the slow ones are what is asked for.
fn plan(profile: Profile) -> Plan {
    Plan {
        warm: 10,
        stretch: 0,
        stretches: 0,
        alone: profile.pick(200, 5_000, 50_000),
        limit: profile.pick(
            Duration::from_millis(60),
            Duration::from_millis(300),
            Duration::from_secs(2),
        ),
    }
}

fn row(
    profile: Profile,
    who: &str,
    name: &str,
    busy: usize,
    game: Game,
) -> Row<'static> {
    let id = format!("busy_{who}/{name}");
    Row::sampled(id, format!("{who}, {busy} busy"), "s", move || {
        let _neighbours = Neighbours::start(busy, None)?;
        play(plan(profile), 1, game)
    })
    .in_fresh_process()
}

fn locked_row(profile: Profile, name: &str, busy: usize) -> Row<'static> {
    let id = format!("busy_locked/{name}");
    Row::sampled(id, format!("locked, {busy} busy"), "s", move || {
        let lock = Arc::new(GiantLock::new(INTERVAL));
        let _neighbours = Neighbours::start(busy, Some(&lock))?;
        let plan = Plan { warm: 1, ..plan(profile) };
        play(plan, 1, |mut meter| variants::under_lock(&lock, || meter.more()))
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
    fn start(count: usize, lock: Option<&Arc<GiantLock>>) -> io::Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let mut neighbours = Self { over, threads: Vec::new() };
        let (started, starts) = mpsc::channel();
        for _ in 0..count {
            let over = Arc::clone(&neighbours.over);
            let lock = lock.map(Arc::clone);
            let started = started.clone();
            let compute = move || {
                let mut held = lock.as_deref().map(GiantLock::lock);
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
