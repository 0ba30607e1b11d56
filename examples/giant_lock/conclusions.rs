//! What the rows say: named values and the sentences they decide.

use measure::record::RowRecord;
use measure::{
    Claim, Fact, Judgement, Missing, Question, Record, Rounds, show, stats,
};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("wait_5ms_ms", WAIT_5MS, "median wait, interval 5 ms"),
    Fact::median("wait_500us_ms", WAIT_500US, "median wait, 0.5 ms"),
    Fact::median("wait_50us_ms", WAIT_50US, "median wait, 50 µs"),
    Fact::median("wait_two_holders_ms", TWO_HOLDERS, "two holders"),
    Fact::new("hoped_waits", "", "waits without hand-over", |record| {
        Ok(all_waits(record, HOPED)?.len() as f64)
    }),
    Fact::new("hoped_cut", "", "of these, cut short", |r| cut(r, HOPED)),
    Fact::median("wait_released_ms", RELEASED, "median, let go for work"),
    Fact::median("wait_without_lock_ms", WITHOUT_LOCK, "median, no lock"),
    Fact::new("longest_5ms_ms", "ms", "longest wait at 5 ms", |record| {
        percentile(record, WAIT_5MS, 100.0)
    }),
    Fact::ratio("speedup_locked_8", SEQUENTIAL, LOCKED_8, "8, one lock"),
    Fact::ratio("speedup_free_8", SEQUENTIAL, THREADS_8, "8, a lock each"),
    Fact::extra("cores_busy_locked_8", LOCKED_8, CORES_BUSY, "one lock"),
    Fact::extra("cores_busy_free_8", THREADS_8, CORES_BUSY, "a lock each"),
    Fact::rounds("loop_on_threads", "×", "processor time, 8 ÷ 1", |record| {
        let one = processor_time(record, SEQUENTIAL)?;
        Ok(processor_time(record, THREADS_8)?.over(&one))
    }),
    Fact::median("sequential_s", SEQUENTIAL, "eight, one after another"),
    Fact::new("cores", "", "cores this program may use", |record| {
        Ok(record.machine.cores as f64)
    }),
];

/// The number behind the last slash of a row's id.
pub(crate) fn threads(row: &RowRecord) -> usize {
    row.number().map_or(1, |number| number as usize)
}

/// Each wait of a row, over all rounds, in milliseconds.
pub(crate) fn waits(row: &RowRecord) -> Vec<f64> {
    let each = row.extra.iter().filter(|(name, _)| is_wait(name));
    each.flat_map(|(_, waits)| waits.iter().copied().flatten()).collect()
}

fn is_wait(name: &str) -> bool {
    name.starts_with(EACH_WAIT)
}

fn all_waits(record: &Record, id: &str) -> Result<Vec<f64>, Missing> {
    record.samples(id)?;
    Ok(record.row(id).map(waits).unwrap_or_default())
}

/// A percentile over the waits of all rounds.
fn percentile(record: &Record, id: &str, of: f64) -> Result<f64, Missing> {
    stats::percentile(&all_waits(record, id)?, of)
        .ok_or_else(|| Missing::Extra(id.into(), EACH_WAIT.into()))
}

/// The waits' 99th percentile, round by round.
fn p99(record: &Record, id: &str) -> Result<Rounds, Missing> {
    let rounds = record.samples(id)?.len();
    let each: Vec<_> = record
        .row(id)
        .iter()
        .flat_map(|row| &row.extra)
        .filter(|(name, _)| is_wait(name))
        .map(|(_, waits)| waits)
        .collect();
    let of_round = |round: usize| {
        let waits = each.iter().filter_map(|waits| *waits.get(round)?);
        stats::percentile(&waits.collect::<Vec<_>>(), 99.0)
    };
    let values: Vec<_> = (0..rounds).map(of_round).collect();
    Ok(Rounds::with_gaps(&values))
}

/// How many waits of row `id` were cut short, over all rounds.
pub(crate) fn cut(record: &Record, id: &str) -> Result<f64, Missing> {
    Ok(record.extra_rounds(id, CUT)?.values().iter().sum())
}

/// Seconds of processor time of row `id`, round by round.
fn processor_time(record: &Record, id: &str) -> Result<Rounds, Missing> {
    let busy = record.extra_rounds(id, CORES_BUSY)?;
    Ok(record.rounds(id)?.paired(&busy, |time, cores| time * cores))
}

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "threads_stop_helping",
        "Under one lock, several threads are nowhere more than a fifth \
         faster than one after another.",
        threads_stop_helping,
    ),
    Claim::new(
        "one_core_busy",
        "Under one lock the threads together keep at most 1.1 cores busy.",
        one_core_busy,
    ),
    Claim::new(
        "the_lock_computes_nothing",
        "Eight threads take at most 1.4 times the processor time under one \
         lock that they take with a lock each.",
        the_lock_computes_nothing,
    ),
    Claim::new(
        "a_thread_changes_nothing",
        "On a thread of its own the loop takes the processor time that it \
         takes on the main thread, within a fifth.",
        a_thread_changes_nothing,
    ),
    Claim::new(
        "a_lock_each_scales",
        "With a lock each, the threads reach at least 70 % of the speed-up \
         that the cores allow.",
        a_lock_each_scales,
    ),
    Claim::new(
        "one_interval_per_holder",
        "A woken thread waits about one interval for each busy holder.",
        one_interval_per_holder,
    ),
    Claim::new(
        "interval_moves_the_wait",
        "A shorter interval shortens the wait and never removes it: at \
         0.5 ms the median is at most 1.2 ms, at 50 µs it is above 50 µs.",
        interval_moves_the_wait,
    ),
    Claim::new(
        "hand_over_bounds_the_wait",
        "Without hand-over the wait that one in a hundred exceeds is at \
         least three times as long as with it.",
        hand_over_bounds_the_wait,
    ),
    Claim::new(
        "letting_go_is_enough",
        "A holder that lets go around its work costs a woken thread less \
         than a tenth of the interval, at the median.",
        |record| with_a_free_core(record, RELEASED, 0.5),
    ),
    Claim::new(
        "no_lock_no_wait",
        "Without the lock and with a free core, a woken thread begins within \
         0.2 ms at the median.",
        |record| with_a_free_core(record, WITHOUT_LOCK, 0.2),
    ),
];

/// One question for each locked row of which `ask` makes one.
fn of_locked(
    record: &Record,
    ask: impl Fn(&RowRecord) -> Result<Question, Missing>,
    least_threads: usize,
) -> Result<Question, Missing> {
    let rows = record.group(LOCKED).filter(|r| threads(r) >= least_threads);
    let questions = rows
        .map(|row| Ok(ask(row)?.called(format!("{} threads", threads(row)))));
    let all = questions.collect::<Result<Vec<_>, Missing>>()?;
    match all.is_empty() {
        true => Err(Missing::Group(LOCKED.into())),
        false => Ok(Question::all(all)),
    }
}

fn threads_stop_helping(record: &Record) -> Result<Judgement, Missing> {
    let gain =
        |row: &RowRecord| Ok(record.ratios(SEQUENTIAL, &row.id)?.at_most(1.2));
    let question = of_locked(record, gain, 2)?;
    Ok(Judgement::by_rounds(record, &question).likely(
        "on a busy machine threads that take turns get a share of the \
         processor each, where the plain loop gets one",
    ))
}

fn one_core_busy(record: &Record) -> Result<Judgement, Missing> {
    let busy = |row: &RowRecord| {
        let cores = record.extra_rounds(&row.id, CORES_BUSY)?;
        // The counters of some systems move in steps of some milliseconds.
        Ok(cores.at_most(1.1).in_unit("").counted())
    };
    let question = of_locked(record, busy, 1)?;
    Ok(Judgement::by_rounds(record, &question)
        .likely("processor time is counted coarsely here"))
}

fn the_lock_computes_nothing(record: &Record) -> Result<Judgement, Missing> {
    let free = processor_time(record, THREADS_8)?;
    let ratio = processor_time(record, LOCKED_8)?.over(&free).at_most(1.4);
    let name = "processor time, one lock ÷ a lock each";
    Ok(Judgement::by_rounds(record, &ratio.called(name))
        .likely("waking the waiters is dear here"))
}

fn a_thread_changes_nothing(record: &Record) -> Result<Judgement, Missing> {
    let one = processor_time(record, SEQUENTIAL)?;
    let ratio = processor_time(record, THREADS_1)?.over(&one).within(0.8, 1.2);
    let name = "processor time, 1 thread ÷ none";
    Ok(Judgement::by_rounds(record, &ratio.called(name))
        .likely("the two run on cores of different speed"))
}

fn a_lock_each_scales(record: &Record) -> Result<Judgement, Missing> {
    record.needs_cores(2)?;
    let cores = record.machine.cores;
    let fitting = record.group(THREADS).map(threads);
    let fitting = fitting.filter(|n| (2..=cores).contains(n)).max();
    let n = fitting.ok_or_else(|| {
        Missing::Unavailable(format!("no row with 2 to {cores} threads"))
    })?;
    // Of eight jobs three threads run three, three and two.
    let possible = JOBS as f64 / JOBS.div_ceil(n) as f64;
    let share = record
        .ratios(SEQUENTIAL, &format!("{THREADS}/{n}"))?
        .times(100.0 / possible)
        .at_least(70.0)
        .in_unit("%")
        .called(format!("{n} threads, of {possible:.3} ×"));
    Ok(Judgement::by_rounds(record, &share)
        .likely("the cores are not whole cores, or others use them as well"))
}

fn one_interval_per_holder(record: &Record) -> Result<Judgement, Missing> {
    let one = record.rounds(WAIT_5MS)?;
    // Two holders: the first is part-way through its interval.
    let second = record.rounds(TWO_HOLDERS)?.minus(&one).within(2.5, 8.0);
    let both = one.within(4.0, 8.0).called("one holder");
    let both = both.and(second.called("a second one adds")).in_unit("ms");
    Ok(Judgement::by_rounds(record, &both)
        .likely("others took the core that the woken thread needed"))
}

fn interval_moves_the_wait(record: &Record) -> Result<Judgement, Missing> {
    let (short, shortest) =
        (record.rounds(WAIT_500US)?, record.rounds(WAIT_50US)?);
    let all = Question::all([
        short.clone().at_most(1.2).in_unit("ms").called("500 µs"),
        shortest.at_least(0.05).in_unit("ms").called("50 µs"),
        record
            .ratios(WAIT_5MS, WAIT_500US)?
            .at_least(2.5)
            .called("5 ms ÷ 500 µs"),
        record
            .ratios(WAIT_500US, WAIT_50US)?
            .at_least(1.5)
            .called("500 µs ÷ 50 µs"),
    ]);
    Ok(Judgement::by_rounds(record, &all)
        .likely("waking takes longer here than the interval"))
}

fn hand_over_bounds_the_wait(record: &Record) -> Result<Judgement, Missing> {
    let ratio = p99(record, HOPED)?.over(&p99(record, WAIT_5MS)?);
    let question = ratio.at_least(3.0).called("p99 without ÷ with hand-over");
    let (cut, waits) = (cut(record, HOPED)?, all_waits(record, HOPED)?.len());
    Ok(Judgement::by_rounds(record, &question)
        .seen(format!("{} of {waits} waits cut short", show::count(cut)))
        .likely(
            "waking is so quick here that the waiter is there before the \
             holder is back",
        ))
}

fn with_a_free_core(
    record: &Record,
    id: &str,
    most_ms: f64,
) -> Result<Judgement, Missing> {
    record.needs_cores(2)?;
    let wait = record.rounds(id)?.at_most(most_ms).in_unit("ms");
    let p99 = show::quantity(percentile(record, id, 99.0)?, "ms");
    Ok(Judgement::by_rounds(record, &wait.called("median"))
        .seen(format!("p99 of all {p99}"))
        .likely("the other core was not free, or slept deeply"))
}
