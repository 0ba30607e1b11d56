//! The sentences that the rows decide.

use measure::record::RowRecord;
use measure::stats::{self, Summary};
use measure::{Claim, Judgement, Missing, Record, show};

use crate::facts::{count, cut, percentile, speedup, threads};

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
            id: "the_lock_computes_nothing",
            sentence: "Eight threads take at most a tenth more processor time \
                       under one lock than with a lock each.",
            judge: the_lock_computes_nothing,
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
                       removes it; at 0.5 ms the median is at most 1.2 ms.",
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

/// Seconds of processor time of row `id`, one a round.
fn processor_times(record: &Record, id: &str) -> Result<Vec<f64>, Missing> {
    let busy = record.extras(id, "cores_busy")?;
    let times = record.samples(id)?.iter().zip(busy);
    Ok(times.map(|(time, cores)| time * cores).collect())
}

fn the_lock_computes_nothing(record: &Record) -> Result<Judgement, Missing> {
    let times = |id| processor_times(record, id);
    let (locked, free) = (times("locked/8")?, times("threads/8")?);
    let ratios = stats::paired_ratios(&locked, &free);
    let ratio =
        Summary::of(&ratios).ok_or_else(|| Missing::Row("locked/8".into()))?;
    let shown = |times: &[f64]| {
        stats::median(times).map_or("n/a".into(), show::seconds)
    };
    Ok(Judgement::of(
        ratio.median <= 1.1,
        format!(
            "one lock ÷ a lock each: {}; {} and {}, one after another {}",
            show::ratio(&ratio),
            shown(&locked),
            shown(&free),
            shown(&times("sequential")?)
        ),
    )
    .likely("waking the waiters is dear here")
    .unless_noisy(record))
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
        ordered
            && long >= 5.0
            && (0.5..=1.2).contains(&short)
            && shortest >= 0.05,
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
    let waits = count(record, "hoped")?;
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
    let p99 = show::quantity(percentile(record, id, 99.0)?, "ms");
    Ok(Judgement::of(
        wait < most_ms,
        format!("median {}, p99 {p99}", show::quantity(wait, "ms")),
    )
    .likely("the other core was not free, or slept deeply")
    .unless_noisy(record))
}
