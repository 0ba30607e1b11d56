//! What the rows say: named values and the sentences they decide.

use measure::noise::Noise;
use measure::{Claim, Fact, Judgement, Missing, Record, show};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("clock_step_ns", STEP, "smallest step of the clock"),
    Fact::median("clock_reading_ns", READING, "one reading of the clock"),
    Fact::median("oversleep_us", OVERSLEEP, "a 1 ms sleep lasts longer by"),
    Fact::new("cold_over_warm", "×", "first pass ÷ second pass", |r| {
        r.median(COLD)
    }),
    Fact::ratio(
        "all_cores_over_one",
        LOOP_ALL,
        LOOP_ONE,
        "loop on all cores ÷ on one",
    ),
    Fact::new("quietness", "%", "quietness of this run", |r| {
        r.quietness.ok_or_else(|| {
            Missing::Unavailable("this system does not tell".into())
        })
    }),
    Fact::new("noise", "×", "how far a ratio of this run can be off", |r| {
        Ok(Noise::of(r).factor)
    }),
];

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "clock_is_fine_enough",
        "The clock tells times apart that differ by less than a microsecond.",
        clock_is_fine_enough,
    ),
    Claim::new(
        "sleep_is_late_never_early",
        "A sleep never ends early, and ends late by a few microseconds at \
         least.",
        sleep_is_late_never_early,
    ),
    Claim::new(
        "first_run_is_slower",
        "The first pass over new memory takes at least half as long again as \
         the second.",
        first_run_is_slower,
    ),
    Claim::new(
        "cores_are_whole",
        "All cores at once run the same loop as fast as one alone, within a \
         fifth.",
        cores_are_whole,
    ),
];

fn clock_is_fine_enough(record: &Record) -> Result<Judgement, Missing> {
    let step = record.rounds(STEP)?.at_most(999.0);
    let question = step.in_unit("ns").called("smallest step");
    let reading = show::quantity(record.median(READING)?, "ns");
    Ok(Judgement::by_rounds(record, &question)
        .seen(format!("one reading takes {reading}"))
        .likely("this system reads a slower clock source"))
}

fn sleep_is_late_never_early(record: &Record) -> Result<Judgement, Missing> {
    let early: f64 =
        record.extra_rounds(OVERSLEEP, EARLY)?.values().iter().sum();
    let never = format!("early {} times", show::count(early));
    let late = record.rounds(OVERSLEEP)?.at_least(2.0).in_unit("µs");
    Ok(Judgement::by_rounds(record, &late.called("late by"))
        .and(Judgement::of(early == 0.0, never))
        .likely("this system's timer has no slack"))
}

fn first_run_is_slower(record: &Record) -> Result<Judgement, Missing> {
    let question = record.rounds(COLD)?.at_least(1.5);
    Ok(Judgement::by_rounds(record, &question.called("first ÷ second"))
        .likely("this system hands out memory that is already mapped"))
}

fn cores_are_whole(record: &Record) -> Result<Judgement, Missing> {
    record.needs_cores(2)?;
    let question = record.ratios(LOOP_ALL, LOOP_ONE)?.at_most(1.2);
    let loops = format!("{} loops ÷ one", record.machine.cores);
    Ok(Judgement::by_rounds(record, &question.called(loops)).likely(
        "two of these cores are hyper-threads of one, or the machine is a \
         guest that is not given all its cores at once",
    ))
}
