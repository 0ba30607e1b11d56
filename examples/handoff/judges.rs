//! How the sentences are decided that need more than a question or two.

use measure::{Judgement, Missing, Question, Record, Rounds, show};

use crate::ids::*;

pub(crate) fn judged(
    record: &Record,
    question: Question,
    name: &str,
) -> Judgement {
    Judgement::by_rounds(record, &question.called(name))
}

/// The medians of `ids` one after another.
pub(crate) fn medians(
    record: &Record,
    ids: &[&str],
) -> Result<String, Missing> {
    let shown = ids.iter().map(|id| record.median(id).map(show::seconds));
    Ok(shown.collect::<Result<Vec<_>, _>>()?.join(" and "))
}

/// What `question` makes of each row's `values`, all in one.
fn each(
    rows: &[(&str, &str)],
    question: impl Fn(&str) -> Result<Question, Missing>,
) -> Result<Question, Missing> {
    let named = |(id, name): &(&str, &str)| Ok(question(id)?.called(*name));
    let all: Result<Vec<_>, Missing> = rows.iter().map(named).collect();
    Ok(Question::all(all?))
}

/// Not `counted`: whatever else runs on the core is switched to as well.
pub(crate) fn tasks_make_no_switch(
    record: &Record,
) -> Result<Judgement, Missing> {
    let rows = [
        (UNPINNED_TASKS, "mpsc"),
        (UNPINNED_ONESHOT, "oneshot"),
        (UNPINNED_NOTIFY, "Notify"),
    ];
    let all = each(&rows, |id| {
        Ok(record.extra_rounds(id, SWITCHES)?.at_most(0.01).in_unit(""))
    })?;
    Ok(Judgement::by_rounds(record, &all)
        .likely("the system took the core away so often that it shows"))
}

/// Not `counted`, for the same reason. One switch or three would be another
/// mechanism; a tenth more is a neighbour.
pub(crate) fn threads_make_two(record: &Record) -> Result<Judgement, Missing> {
    let rows = [
        (PINNED_PARK, "park"),
        (PINNED_CONDVAR, "condvar"),
        (PINNED_MPSC, "std mpsc"),
    ];
    let all = each(&rows, |id| {
        let switches = record.extra_rounds(id, SWITCHES)?;
        Ok(switches.within(1.25, 2.75).in_unit(""))
    })?;
    Ok(Judgement::by_rounds(record, &all)
        .likely("the system took the core away while a thread ran"))
}

/// The claim is about a pair that wakes sleeping cores. Where the pair is as
/// fast on any core as on one, it was together all the time, or none slept.
pub(crate) fn a_busy_core_is_awake(
    record: &Record,
) -> Result<Judgement, Missing> {
    record.needs_cores(2)?;
    let spread = record.ratio(THREADS_NONE, THREADS_NONE_PINNED)?;
    if spread.median < 2.0 {
        return Ok(Judgement::untestable(format!(
            "without busy threads the pair took {} of its time on one core: \
             it woke no core, or others kept the cores awake",
            show::ratio(&spread)
        )));
    }
    let ratio = record.ratios(THREADS_SPARE, THREADS_NONE)?.at_most(0.5);
    Ok(judged(record, ratio, "busy ÷ idle")
        .seen(medians(record, &[THREADS_SPARE, THREADS_NONE])?)
        .likely("the pair woke a core for each hand-off all the same"))
}

pub(crate) fn near_floor(record: &Record) -> Result<Judgement, Missing> {
    let rows = [(PINNED_PARK, "park ÷ floor"), (PINNED_CONDVAR, "condvar")];
    let both =
        each(&rows, |id| Ok(record.ratios(id, PINNED_FUTEX)?.at_most(1.5)))?;
    Ok(Judgement::by_rounds(record, &both)
        .seen(within_half_as_much_again(record))
        .likely("another program ran between the throws"))
}

/// The pinned rows that come within 1.5 times the floor program.
fn within_half_as_much_again(record: &Record) -> String {
    let rows = record.group(PINNED).filter(|row| row.id != PINNED_FUTEX);
    let near = rows.filter_map(|row| {
        let over = record.ratio(&row.id, PINNED_FUTEX).ok()?.median;
        // Tasks, which make no switch, lie far below.
        (0.75..=1.5).contains(&over).then(|| row.label.clone())
    });
    let near: Vec<String> = near.collect();
    match near.is_empty() {
        true => "no row is within 1.5 × of the floor".into(),
        false => format!("within 1.5 × of the floor: {}", near.join("; ")),
    }
}

pub(crate) fn rings_of_threads_grow(
    record: &Record,
) -> Result<Judgement, Missing> {
    let growth = |ring: &str| -> Result<Rounds, Missing> {
        record.ratios(&format!("{ring}/1000"), &format!("{ring}/2"))
    };
    let threads = growth(RING_THREADS_PINNED)?;
    let tasks = growth(RING_TASKS_PINNED)?;
    let median =
        |growth: &Rounds| growth.summary().map_or(f64::NAN, |s| s.median);
    let seen = format!(
        "1,000 ÷ 2: threads {} ×, tasks {} ×",
        show::number(median(&threads)),
        show::number(median(&tasks))
    );
    let more = threads.over(&tasks).at_least(1.2);
    Ok(judged(record, more, "growth of threads ÷ of tasks")
        .seen(seen)
        .likely("this machine's caches hold a thousand threads' stacks"))
}

pub(crate) fn the_tail_is_a_slice(
    record: &Record,
) -> Result<Judgement, Missing> {
    /// Fewer have no slowest of a thousand.
    const LEAST_TRIPS: f64 = 1_000.0;
    let trips = record.extra_rounds(THREADS_TWICE, TRIPS)?.summary();
    if trips.is_none_or(|trips| trips.min < LEAST_TRIPS) {
        return Ok(Judgement::untestable("too few trips in this run"));
    }
    let slowest = record.extra_rounds(THREADS_TWICE, P999)?;
    let apart = slowest.over(&record.rounds(THREADS_TWICE)?);
    let slow = slowest.at_least(1e-3).in_unit("s").called("slowest");
    let both = slow.and(apart.at_least(50.0).called("slowest ÷ median"));
    let calm = record.extra(THREADS_NONE, P999)?;
    Ok(Judgement::by_rounds(record, &both)
        .seen(format!("with none busy {}", show::seconds(calm)))
        .likely(
            "this scheduler lets a thread that wakes up go first in nearly \
             all cases",
        ))
}
