//! What the rows say: named values and the sentences they decide.

use measure::record::RowRecord;
use measure::{Claim, Fact, Judgement, Missing, Record, show, stats};

/// The number behind the last slash of a row's id.
pub(crate) fn threads(row: &RowRecord) -> usize {
    row.number().map_or(1, |number| number as usize)
}

/// Each wait of a row, over all rounds, in milliseconds.
pub(crate) fn waits(row: &RowRecord) -> Vec<f64> {
    let each = row.extra.iter().filter(|(name, _)| name.starts_with("wait/"));
    each.flat_map(|(_, waits)| waits.iter().copied()).collect()
}

/// A percentile over the waits of all rounds.
fn percentile(record: &Record, id: &str, percent: f64) -> Result<f64, Missing> {
    record.samples(id)?;
    record
        .row(id)
        .and_then(|row| stats::percentile(&waits(row), percent))
        .ok_or_else(|| Missing::Extra(id.into(), "wait/…".into()))
}

/// How many waits of row `id` were cut short, over all rounds.
fn cut(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.extras(id, "cut")?.iter().sum())
}

fn p99(record: &Record, id: &str) -> Result<f64, Missing> {
    percentile(record, id, 99.0)
}

fn speedup(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.ratio("sequential", id)?.median)
}

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("wait_5ms_ms", "ms", "median wait, interval 5 ms", |r| {
            r.median("wait/5ms")
        }),
        fact("wait_500us_ms", "ms", "median wait, interval 0.5 ms", |r| {
            r.median("wait/500us")
        }),
        fact("wait_50us_ms", "ms", "median wait, interval 50 µs", |r| {
            r.median("wait/50us")
        }),
        fact("wait_two_holders_ms", "ms", "median wait, two holders", |r| {
            r.median("busy/2")
        }),
        fact("hoped_waits", "", "waits without hand-over", |r| {
            r.samples("hoped")?;
            Ok(r.row("hoped").map_or(0, |row| waits(row).len()) as f64)
        }),
        fact("hoped_cut", "", "of these, cut short", |r| cut(r, "hoped")),
        fact("wait_released_ms", "ms", "median wait, let go for work", |r| {
            r.median("released")
        }),
        fact("wait_without_lock_ms", "ms", "median wait, no lock", |r| {
            r.median("without_lock")
        }),
        fact("longest_5ms_ms", "ms", "longest wait, interval 5 ms", |r| {
            percentile(r, "wait/5ms", 100.0)
        }),
        fact("speedup_locked_8", "×", "8 threads, one lock", |r| {
            speedup(r, "locked/8")
        }),
        fact("speedup_free_8", "×", "8 threads, a lock each", |r| {
            speedup(r, "threads/8")
        }),
        fact("cores_busy_locked_8", "", "cores busy, one lock", |r| {
            r.extra("locked/8", "cores_busy")
        }),
        fact("cores_busy_free_8", "", "cores busy, a lock each", |r| {
            r.extra("threads/8", "cores_busy")
        }),
        fact("sequential_s", "s", "eight jobs, one after another", |r| {
            r.median("sequential")
        }),
        fact("cores", "", "cores this program may use", |r| {
            Ok(r.machine.cores as f64)
        }),
    ]
}

pub(crate) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "threads_stop_helping",
            sentence: "Under one lock, several threads are nowhere more than \
                       a twentieth faster than one after another.",
            judge: threads_stop_helping,
        },
        Claim {
            id: "one_core_busy",
            sentence: "Under one lock the threads together never keep more \
                       than 1.05 cores busy.",
            judge: one_core_busy,
        },
        Claim {
            id: "a_lock_each_scales",
            sentence: "With a lock each, the threads reach at least 75 % of \
                       the speed-up that the cores allow.",
            judge: a_lock_each_scales,
        },
        Claim {
            id: "one_interval_per_holder",
            sentence: "A woken thread waits about one interval for each busy \
                       holder.",
            judge: one_interval_per_holder,
        },
        Claim {
            id: "interval_moves_the_wait",
            sentence: "A shorter interval shortens the wait and never \
                       removes it.",
            judge: interval_moves_the_wait,
        },
        Claim {
            id: "hand_over_bounds_the_wait",
            sentence: "Without hand-over the longest wait is at least three \
                       times as long as with it.",
            judge: hand_over_bounds_the_wait,
        },
        Claim {
            id: "letting_go_is_enough",
            sentence: "A holder that lets go around its work costs a woken \
                       thread less than a tenth of the interval, at the \
                       median.",
            judge: letting_go_is_enough,
        },
        Claim {
            id: "no_lock_no_wait",
            sentence: "Without the lock and with a free core, a woken thread \
                       begins within 0.2 ms at the median.",
            judge: no_lock_no_wait,
        },
    ]
}

fn threads_stop_helping(record: &Record) -> Result<Judgement, Missing> {
    let mut best: Option<(f64, &RowRecord)> = None;
    for row in record.group("locked").filter(|row| threads(row) > 1) {
        let gain = speedup(record, &row.id)?;
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, row));
        }
    }
    let (gain, row) = best.ok_or_else(|| Missing::Group("locked".into()))?;
    Ok(Judgement::of(
        gain <= 1.05,
        format!("best: {gain:.2} × with {} threads", threads(row)),
    )
    .likely(
        "on a busy machine threads that take turns get a share of the \
         processor each, where the plain loop gets one",
    )
    .unless_noisy(record))
}

fn one_core_busy(record: &Record) -> Result<Judgement, Missing> {
    let mut most: f64 = 0.0;
    for row in record.group("locked") {
        let rounds = record.extras(&row.id, "cores_busy")?;
        most = rounds.iter().copied().fold(most, f64::max);
    }
    if most == 0.0 {
        return Err(Missing::Group("locked".into()));
    }
    // The counters of some systems move in steps of some milliseconds.
    Ok(Judgement::of(
        most <= 1.05,
        format!("at most {most:.2} cores in any round"),
    )
    .likely("processor time is counted coarsely here"))
}

fn a_lock_each_scales(record: &Record) -> Result<Judgement, Missing> {
    let cores = record.machine.cores;
    let fitting = record.group("threads").map(threads);
    let fitting = fitting.filter(|n| (2..=cores).contains(n)).max();
    let Some(n) = fitting else {
        return Ok(Judgement::untestable(format!(
            "needs a row with 2 to {cores} threads; this program may use \
             {cores} of the machine's cores"
        )));
    };
    let ratio = record.ratio("sequential", &format!("threads/{n}"))?;
    Ok(Judgement::of(
        ratio.median >= 0.75 * n as f64,
        format!("{n} threads: {}", show::ratio(&ratio)),
    )
    .likely("the cores are not whole cores, or others use them as well")
    .unless_noisy(record))
}

fn one_interval_per_holder(record: &Record) -> Result<Judgement, Missing> {
    let (one, two) = (record.median("wait/5ms")?, record.median("busy/2")?);
    // Two holders: the first is part-way through its interval.
    let second = (2.5..=8.0).contains(&(two - one));
    Ok(Judgement::of(
        (4.0..=8.0).contains(&one) && second,
        format!(
            "5 ms: {} with one holder, {} with two",
            show::quantity(one, "ms"),
            show::quantity(two, "ms")
        ),
    )
    .likely("others took the core that the woken thread needed")
    .unless_noisy(record))
}

fn interval_moves_the_wait(record: &Record) -> Result<Judgement, Missing> {
    let wait = |id| record.median(id);
    let (long, short) = (wait("wait/5ms")?, wait("wait/500us")?);
    let shortest = wait("wait/50us")?;
    let ordered = long > short && short > shortest;
    Ok(Judgement::of(
        ordered && long >= 5.0 && short >= 0.5 && shortest >= 0.05,
        format!(
            "5 ms: {}; 500 µs: {}; 50 µs: {}",
            show::quantity(long, "ms"),
            show::quantity(short, "ms"),
            show::quantity(shortest, "ms")
        ),
    )
    .likely("waking takes longer here than the interval")
    .unless_noisy(record))
}

fn hand_over_bounds_the_wait(record: &Record) -> Result<Judgement, Missing> {
    let longest = |id| percentile(record, id, 100.0);
    let (forced, hoped) = (longest("wait/5ms")?, longest("hoped")?);
    let waits = record.row("hoped").map_or(0, |row| waits(row).len());
    Ok(Judgement::of(
        hoped >= 3.0 * forced,
        format!(
            "longest: {} with hand-over, {} without; of these {waits} waits \
             {} were cut short",
            show::quantity(forced, "ms"),
            show::quantity(hoped, "ms"),
            show::count(cut(record, "hoped")?)
        ),
    )
    .likely(
        "waking is so quick here that the waiter is there before the \
         holder is back",
    )
    .unless_noisy(record))
}

fn letting_go_is_enough(record: &Record) -> Result<Judgement, Missing> {
    with_a_free_core(record, "released", 0.5)
}

fn no_lock_no_wait(record: &Record) -> Result<Judgement, Missing> {
    with_a_free_core(record, "without_lock", 0.2)
}

fn with_a_free_core(
    record: &Record,
    id: &str,
    most_ms: f64,
) -> Result<Judgement, Missing> {
    let wait = record.median(id)?;
    if record.machine.cores < 2 {
        return Ok(Judgement::untestable(
            "the busy thread needs a core of its own, and there is one",
        ));
    }
    let p99 = show::quantity(p99(record, id)?, "ms");
    Ok(Judgement::of(
        wait < most_ms,
        format!("median {}, p99 {p99}", show::quantity(wait, "ms")),
    )
    .likely("the other core was not free, or slept deeply")
    .unless_noisy(record))
}
