//! What the rows say: named values and the sentences they decide.

use measure::{Claim, Fact, Judgement, Missing, Record, show};

/// A quiet web server's requests, or a busy pool's jobs.
pub(crate) const HANDOFFS_PER_SECOND: u64 = 10_000;

/// The row behind the worked sum.
pub(crate) const COST_FROM: &str = "pinned/std_mpsc";

/// The two inputs of the worked sum. A record keeps them only where they
/// are not the defaults.
pub(crate) fn inputs(record: &Record) -> (f64, &str) {
    let rate = record.args.get("handoffs-per-second");
    let rate = rate.and_then(|rate| rate.parse().ok());
    let from = record.arg("cost-from", COST_FROM);
    (rate.unwrap_or(HANDOFFS_PER_SECOND as f64), from)
}

/// Hand-offs in a sample of row `id`: a round trip is two of them, a hop round
/// a ring and a yield are one.
fn handoffs(id: &str) -> f64 {
    let one = id.starts_with("ring_") || id.starts_with("yield");
    if one { 1.0 } else { 2.0 }
}

/// Seconds of one hand-off in row `id`.
pub(crate) fn handoff(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.median(id)? / handoffs(id))
}

/// Seconds that one hand-off in row `id` keeps a processor busy, both ends
/// together.
pub(crate) fn processor_time(
    record: &Record,
    id: &str,
) -> Result<f64, Missing> {
    Ok(record.extra(id, "cpu")? / handoffs(id))
}

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("thread_pinned_us", "µs", "std mpsc, one core", |r| {
            Ok(1e6 * r.median("pinned/std_mpsc")?)
        }),
        fact("thread_unpinned_us", "µs", "std mpsc, any core", |r| {
            Ok(1e6 * r.median("unpinned/std_mpsc")?)
        }),
        fact("park_pinned_us", "µs", "park and unpark, one core", |r| {
            Ok(1e6 * r.median("pinned/park")?)
        }),
        fact("floor_pinned_us", "µs", "bare futex, one core", |r| {
            Ok(1e6 * r.median("pinned/futex")?)
        }),
        fact("floor_apart_us", "µs", "bare futex, a core each", |r| {
            Ok(1e6 * r.median("apart/futex")?)
        }),
        fact("spin_unpinned_ns", "ns", "spinning, any core", |r| {
            Ok(1e9 * r.median("unpinned/spin")?)
        }),
        fact("spin_pinned_ms", "ms", "spinning, one core", |r| {
            Ok(1e3 * r.median("pinned/spin")?)
        }),
        fact("task_one_thread_ns", "ns", "tasks over mpsc, 1 thread", |r| {
            Ok(1e9 * r.median("unpinned/mpsc_one")?)
        }),
        fact("task_two_workers_ns", "ns", "tasks over mpsc, 2 workers", |r| {
            Ok(1e9 * r.median("unpinned/mpsc_two")?)
        }),
        fact("task_block_on_us", "µs", "a task and `block_on`", |r| {
            Ok(1e6 * r.median("unpinned/block_on")?)
        }),
        fact("process_pinned_us", "µs", "two processes, one core", |r| {
            Ok(1e6 * r.median("pinned/pipe")?)
        }),
        fact(
            "switches_per_thread_round_trip",
            "",
            "OS switches, std mpsc, one core",
            |r| r.extra("pinned/std_mpsc", "switches"),
        ),
        fact(
            "switches_per_task_round_trip",
            "",
            "OS switches, tasks over mpsc, 1 thread",
            |r| r.extra("unpinned/mpsc_one", "switches"),
        ),
        fact("switches_rendezvous", "", "crossbeam(0), one core", |r| {
            r.extra("pinned/crossbeam_0", "switches")
        }),
        fact("ring_threads_1000_us", "µs", "a hop, 1,000 threads", |r| {
            Ok(1e6 * r.median("ring_threads/1000")?)
        }),
        fact("ring_tasks_1000_ns", "ns", "a hop, 1,000 tasks", |r| {
            Ok(1e9 * r.median("ring_tasks/1000")?)
        }),
        fact("yield_1_ns", "ns", "a yield, one task alone", |r| {
            Ok(1e9 * r.median("yield/1")?)
        }),
        fact("yield_100_ns", "ns", "a yield, 100 tasks", |r| {
            Ok(1e9 * r.median("yield/100")?)
        }),
        fact("idle_p99_us", "µs", "threads, no busy neighbour", |r| {
            Ok(1e6 * r.extra("busy_threads/none", "p99")?)
        }),
        fact("busy_p99_us", "µs", "threads, 2 × cores busy", |r| {
            Ok(1e6 * r.extra("busy_threads/twice", "p99")?)
        }),
        fact("busy_p999_us", "µs", "the slowest of 1,000, busy", |r| {
            Ok(1e6 * r.extra("busy_threads/twice", "p999")?)
        }),
        fact("locked_one_busy_ms", "ms", "giant lock, 1 busy", |r| {
            Ok(1e3 * r.median("busy_locked/one")?)
        }),
        fact("locked_tasks_median_ns", "ns", "giant lock, 1 busy", |r| {
            Ok(1e9 * r.median("busy_locked_tasks/one")?)
        }),
        fact("locked_tasks_longest_ms", "ms", "giant lock, 1 busy", |r| {
            Ok(1e3 * r.extra("busy_locked_tasks/one", "max")?)
        }),
        fact("handoffs_per_second", "", "input of the worked sum", |r| {
            Ok(inputs(r).0)
        }),
        fact("share_percent", "%", "hand-offs' share of a core", |r| {
            let (rate, from) = inputs(r);
            Ok(100.0 * rate * handoff(r, from)?)
        }),
    ]
}

pub(crate) fn claims() -> Vec<Claim> {
    let claim = Claim::new;
    vec![
        claim(
            "tasks_make_no_switch",
            "A round trip between two tasks on one thread makes no OS \
             switch: fewer than one in a hundred.",
            tasks_make_no_switch,
        ),
        claim(
            "threads_make_two",
            "On one core a round trip between two threads that wait in the \
             system makes two OS switches, within 0.2.",
            threads_make_two,
        ),
        claim(
            "tasks_are_cheaper",
            "A round trip between tasks on one thread takes at most a \
             fifteenth of one over std's channel between threads on one core.",
            tasks_are_cheaper,
        ),
        claim(
            "near_floor",
            "On one core std's two ways to sleep, `park` and the condition \
             variable, take at most 1.5 times as long as the floor program.",
            near_floor,
        ),
        claim(
            "a_channel_costs_more",
            "On one core std's channel takes at least 1.25 times as long as \
             bare `park`.",
            a_channel_costs_more,
        ),
        claim(
            "looking_first_costs",
            "On one core crossbeam's channel, which lets others run before \
             it sleeps, takes at least 1.2 times as long as bare `park`.",
            looking_first_costs,
        ),
        claim(
            "waking_a_core_costs_most",
            "The same round trip takes at least twice as long between two \
             cores as on one.",
            waking_a_core_costs_most,
        ),
        claim(
            "a_busy_core_is_awake",
            "Beside one busy thread the median trip between unpinned threads \
             takes at most half as long as on an idle machine.",
            a_busy_core_is_awake,
        ),
        claim(
            "spinning_needs_a_core",
            "Two threads that spin on one core take at least a hundred \
             times as long as two that park.",
            spinning_needs_a_core,
        ),
        claim(
            "block_on_is_no_worker",
            "A task that plays against `block_on` takes at least five times \
             as long a trip as two tasks on the same two workers.",
            block_on_is_no_worker,
        ),
        claim(
            "rings_of_threads_grow",
            "From 2 to 1,000 workers on one core, a thread's hop grows by a \
             larger factor than a task's.",
            rings_of_threads_grow,
        ),
        claim(
            "a_lone_yield_asks_the_driver",
            "A task that yields to nobody takes at least three times as \
             long a yield as one of a hundred.",
            a_lone_yield_asks_the_driver,
        ),
        claim(
            "the_tail_is_a_slice",
            "As soon as busy threads fill the cores, the slowest of a \
             thousand thread trips takes at least a millisecond, and at \
             least fifty times the median.",
            the_tail_is_a_slice,
        ),
        claim(
            "the_lock_moves_the_median",
            "Under the giant lock one busy thread moves the median thread \
             trip to at least two intervals of 5 ms; without the lock it \
             stays below 1 ms.",
            the_lock_moves_the_median,
        ),
        claim(
            "the_lock_spares_the_median_task",
            "Under the giant lock one busy thread leaves the median trip \
             between tasks below twice that without; the longest takes at \
             least the interval of 5 ms.",
            the_lock_spares_the_median_task,
        ),
        claim(
            "tasks_stay_calm",
            "With twice as many busy threads as cores, the median trip \
             between tasks stays below twice that without.",
            tasks_stay_calm,
        ),
    ]
}

fn tasks_make_no_switch(record: &Record) -> Result<Judgement, Missing> {
    let mut most: f64 = 0.0;
    for row in ["mpsc_one", "oneshot_one", "notify_one"] {
        let id = format!("unpinned/{row}");
        most = most.max(record.extra(&id, "switches")?);
    }
    Ok(Judgement::of(
        most < 0.01,
        format!(
            "at most {} a trip: mpsc, oneshot and Notify",
            show::number(most)
        ),
    )
    .likely("the system took the core away so often that it shows"))
}

fn threads_make_two(record: &Record) -> Result<Judgement, Missing> {
    let switches = |row: &str| record.extra(row, "switches");
    let (park, condvar) =
        (switches("pinned/park")?, switches("pinned/condvar")?);
    let channel = switches("pinned/std_mpsc")?;
    Ok(Judgement::of(
        [park, condvar].iter().all(|n| (n - 2.0).abs() <= 0.2),
        format!("park {park:.2}, condvar {condvar:.2}; std mpsc {channel:.2}"),
    )
    .likely("the system took the core away while a thread ran"))
}

fn tasks_are_cheaper(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/std_mpsc", "pinned/mpsc_one")?;
    Ok(Judgement::of(
        ratio.median >= 15.0,
        format!("std mpsc ÷ tokio mpsc: {}", show::ratio(&ratio)),
    )
    .likely("this system switches threads unusually fast")
    .unless_noisy(record))
}

fn near_floor(record: &Record) -> Result<Judgement, Missing> {
    let over = |row: &str| record.ratio(row, "pinned/futex");
    let (park, condvar) = (over("pinned/park")?, over("pinned/condvar")?);
    Ok(Judgement::of(
        park.median <= 1.5 && condvar.median <= 1.5,
        format!(
            "÷ floor: park {}, condvar {}",
            show::ratio(&park),
            show::ratio(&condvar)
        ),
    )
    .likely("another program ran between the throws")
    .unless_noisy(record))
}

fn a_channel_costs_more(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/std_mpsc", "pinned/park")?;
    let floor = record.ratio("pinned/std_mpsc", "pinned/futex")?;
    Ok(Judgement::of(
        ratio.median >= 1.25,
        format!(
            "std mpsc ÷ park: {}; ÷ floor: {}",
            show::ratio(&ratio),
            show::ratio(&floor)
        ),
    )
    .likely(
        "this system lets the sender go on before the thread it woke, or \
         this version of std wakes without a lock",
    )
    .unless_noisy(record))
}

fn looking_first_costs(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/crossbeam_1", "pinned/park")?;
    Ok(Judgement::of(
        ratio.median >= 1.2,
        format!("crossbeam ÷ park: {}", show::ratio(&ratio)),
    )
    .likely("this version of crossbeam goes to sleep sooner")
    .unless_noisy(record))
}

fn waking_a_core_costs_most(record: &Record) -> Result<Judgement, Missing> {
    if record.machine.cores < 2 {
        return Ok(Judgement::untestable("needs two cores"));
    }
    let ratio = record.ratio("apart/futex", "pinned/futex")?;
    Ok(Judgement::of(
        ratio.median >= 2.0,
        format!("a core each ÷ one core: {}", show::ratio(&ratio)),
    )
    .likely(
        "the cores don't sleep: others keep them busy, or this system polls \
         before it halts a core",
    )
    .unless_noisy(record))
}

fn a_busy_core_is_awake(record: &Record) -> Result<Judgement, Missing> {
    if record.machine.cores < 2 {
        return Ok(Judgement::untestable("needs two cores"));
    }
    let ratio = record.ratio("busy_threads/one", "busy_threads/none")?;
    Ok(Judgement::of(
        ratio.median <= 0.5,
        format!(
            "busy ÷ idle: {}; {} and {}",
            show::ratio(&ratio),
            show::seconds(record.median("busy_threads/one")?),
            show::seconds(record.median("busy_threads/none")?)
        ),
    )
    .likely("the pair stayed on one core also without neighbours")
    .unless_noisy(record))
}

fn spinning_needs_a_core(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/spin", "pinned/park")?;
    Ok(Judgement::of(
        ratio.median >= 100.0,
        format!("spinning ÷ park: {}", show::ratio(&ratio)),
    )
    .likely("this system's scheduler has very short slices"))
}

fn block_on_is_no_worker(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("unpinned/block_on", "unpinned/mpsc_two")?;
    Ok(Judgement::of(
        ratio.median >= 5.0,
        format!("`block_on` ÷ two tasks: {}", show::ratio(&ratio)),
    )
    .likely("the two tasks were on two workers that had to wake each other")
    .unless_noisy(record))
}

fn rings_of_threads_grow(record: &Record) -> Result<Judgement, Missing> {
    let growth = |ring: &str| {
        record.ratio(&format!("{ring}/1000"), &format!("{ring}/2"))
    };
    let threads = growth("ring_threads_pinned")?;
    let tasks = growth("ring_tasks_pinned")?;
    Ok(Judgement::of(
        threads.median > tasks.median,
        format!(
            "1,000 ÷ 2: threads {}, tasks {}",
            show::ratio(&threads),
            show::ratio(&tasks)
        ),
    )
    .likely("this machine's caches hold a thousand threads' stacks")
    .unless_noisy(record))
}

fn a_lone_yield_asks_the_driver(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("yield/1", "yield/100")?;
    Ok(Judgement::of(
        ratio.median >= 3.0,
        format!("1 task ÷ 100 tasks: {}", show::ratio(&ratio)),
    )
    .likely("this version of tokio asks its driver less often")
    .unless_noisy(record))
}

fn the_tail_is_a_slice(record: &Record) -> Result<Judgement, Missing> {
    let mut holds = true;
    let mut evidence = Vec::new();
    for (busy, words) in [
        ("none", "none busy"),
        ("cores", "as many as cores"),
        ("twice", "twice as many"),
    ] {
        let id = format!("busy_threads/{busy}");
        let median = record.median(&id)?;
        let slowest = record.extra(&id, "p999")?;
        if busy != "none" {
            holds &= slowest >= 1e-3 && slowest >= 50.0 * median;
        }
        evidence.push(format!(
            "{words}: median {}, slowest of 1,000 {}",
            show::seconds(median),
            show::seconds(slowest)
        ));
    }
    Ok(Judgement::of(holds, evidence.join("; "))
        .likely(
            "this scheduler lets a thread that wakes up go first in nearly \
             all cases",
        )
        .unless_noisy(record))
}

fn the_lock_moves_the_median(record: &Record) -> Result<Judgement, Missing> {
    let locked = record.median("busy_locked/one")?;
    let free = record.median("busy_threads/one")?;
    Ok(Judgement::of(
        locked >= 10e-3 && free < 1e-3,
        format!(
            "locked {}, without the lock {}",
            show::seconds(locked),
            show::seconds(free)
        ),
    )
    .likely("the busy thread was not running: others used its core")
    .unless_noisy(record))
}

fn the_lock_spares_the_median_task(
    record: &Record,
) -> Result<Judgement, Missing> {
    let (one, none) = ("busy_locked_tasks/one", "busy_locked_tasks/none");
    let ratio = record.ratio(one, none)?;
    let longest = record.extra(one, "max")?;
    Ok(Judgement::of(
        ratio.median < 2.0 && longest >= 5e-3,
        format!(
            "median, busy ÷ not busy: {}; longest {}, without busy threads {}",
            show::ratio(&ratio),
            show::seconds(longest),
            show::seconds(record.extra(none, "max")?)
        ),
    )
    .likely("other programs took the core of the tasks")
    .unless_noisy(record))
}

fn tasks_stay_calm(record: &Record) -> Result<Judgement, Missing> {
    let (busy, calm) = ("busy_tasks/twice", "busy_tasks/none");
    let ratio = record.ratio(busy, calm)?;
    let longest = |id| Ok(show::seconds(record.extra(id, "max")?));
    Ok(Judgement::of(
        ratio.median < 2.0,
        format!(
            "busy ÷ not busy: {}; longest {}, without busy threads {}",
            show::ratio(&ratio),
            longest(busy)?,
            longest(calm)?
        ),
    )
    .likely("the thread of the tasks shared its core's units with another")
    .unless_noisy(record))
}
