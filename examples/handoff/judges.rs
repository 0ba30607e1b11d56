//! How each sentence is decided.

use measure::{Judgement, Missing, Record, show};

pub(crate) fn tasks_make_no_switch(
    record: &Record,
) -> Result<Judgement, Missing> {
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

pub(crate) fn threads_make_two(record: &Record) -> Result<Judgement, Missing> {
    let switches = |row: &str| record.extra(row, "switches");
    let (park, condvar) =
        (switches("pinned/park")?, switches("pinned/condvar")?);
    let channel = switches("pinned/std_mpsc")?;
    Ok(Judgement::of(
        [park, condvar, channel].iter().all(|n| (n - 2.0).abs() <= 0.2),
        format!("park {park:.2}, condvar {condvar:.2}, std mpsc {channel:.2}"),
    )
    .likely("the system took the core away while a thread ran"))
}

pub(crate) fn tasks_are_cheaper(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/std_mpsc", "pinned/mpsc_one")?;
    Ok(Judgement::of(
        ratio.median >= 15.0,
        format!("std mpsc ÷ tokio mpsc: {}", show::ratio(&ratio)),
    )
    .likely("this system switches threads unusually fast")
    .unless_noisy(record))
}

pub(crate) fn near_floor(record: &Record) -> Result<Judgement, Missing> {
    let over = |row: &str| record.ratio(row, "pinned/futex");
    let (park, condvar) = (over("pinned/park")?, over("pinned/condvar")?);
    Ok(Judgement::of(
        park.median <= 1.5 && condvar.median <= 1.5,
        format!(
            "÷ floor: park {}, condvar {}; the channels: std {}, crossbeam {}",
            show::ratio(&park),
            show::ratio(&condvar),
            show::ratio(&over("pinned/std_mpsc")?),
            show::ratio(&over("pinned/crossbeam_1")?)
        ),
    )
    .likely("another program ran between the throws")
    .unless_noisy(record))
}

pub(crate) fn a_channel_costs_more(
    record: &Record,
) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/std_mpsc", "pinned/park")?;
    Ok(Judgement::of(
        ratio.median >= 1.25,
        format!("std mpsc ÷ park: {}", show::ratio(&ratio)),
    )
    .likely(
        "this system lets the sender go on before the thread it woke, or \
         this version of std wakes without a lock",
    )
    .unless_noisy(record))
}

pub(crate) fn looking_first_costs(
    record: &Record,
) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/crossbeam_1", "pinned/park")?;
    Ok(Judgement::of(
        ratio.median >= 1.2,
        format!("crossbeam ÷ park: {}", show::ratio(&ratio)),
    )
    .likely("this version of crossbeam goes to sleep sooner")
    .unless_noisy(record))
}

pub(crate) fn waking_a_core_costs_most(
    record: &Record,
) -> Result<Judgement, Missing> {
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

pub(crate) fn a_busy_core_is_awake(
    record: &Record,
) -> Result<Judgement, Missing> {
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

pub(crate) fn spinning_needs_a_core(
    record: &Record,
) -> Result<Judgement, Missing> {
    let ratio = record.ratio("pinned/spin", "pinned/park")?;
    Ok(Judgement::of(
        ratio.median >= 100.0,
        format!("spinning ÷ park: {}", show::ratio(&ratio)),
    )
    .likely("this system's scheduler has very short slices"))
}

pub(crate) fn block_on_is_no_worker(
    record: &Record,
) -> Result<Judgement, Missing> {
    let ratio = record.ratio("unpinned/block_on", "unpinned/mpsc_two")?;
    Ok(Judgement::of(
        ratio.median >= 5.0,
        format!("`block_on` ÷ two tasks: {}", show::ratio(&ratio)),
    )
    .likely("the two tasks were on two workers that had to wake each other")
    .unless_noisy(record))
}

pub(crate) fn rings_of_threads_grow(
    record: &Record,
) -> Result<Judgement, Missing> {
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

pub(crate) fn a_lone_yield_asks_the_driver(
    record: &Record,
) -> Result<Judgement, Missing> {
    let ratio = record.ratio("yield/1", "yield/100")?;
    Ok(Judgement::of(
        ratio.median >= 3.0,
        format!("1 task ÷ 100 tasks: {}", show::ratio(&ratio)),
    )
    .likely("this version of tokio asks its driver less often")
    .unless_noisy(record))
}

pub(crate) fn the_tail_is_a_slice(
    record: &Record,
) -> Result<Judgement, Missing> {
    /// Fewer have no slowest of a thousand.
    const LEAST_TRIPS: f64 = 1_000.0;
    let mut holds = true;
    let mut evidence = Vec::new();
    for (busy, words) in [
        ("none", "none busy"),
        ("one", "one"),
        ("cores", "as many as cores"),
        ("twice", "twice as many"),
    ] {
        let id = format!("busy_threads/{busy}");
        let median = record.median(&id)?;
        let slowest = record.extra(&id, "p999")?;
        if record.extra(&id, "trips")? < LEAST_TRIPS {
            return Ok(Judgement::untestable("too few trips in this run"));
        }
        if ["cores", "twice"].contains(&busy) {
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

pub(crate) fn the_lock_moves_the_median(
    record: &Record,
) -> Result<Judgement, Missing> {
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

pub(crate) fn the_lock_spares_the_median_task(
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

pub(crate) fn tasks_stay_calm(record: &Record) -> Result<Judgement, Missing> {
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
