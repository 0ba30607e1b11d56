//! What the rows say: named values and the sentences they decide.

use measure::{Claim, Fact, Judgement, Missing, Record, show};

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("clock_step_ns", "ns", "smallest step of the clock", |r| {
            r.median("clock/step")
        }),
        fact("clock_reading_ns", "ns", "one reading of the clock", |r| {
            r.median("clock/reading")
        }),
        fact("oversleep_us", "µs", "a 1 ms sleep lasts longer by", |r| {
            r.median("oversleep")
        }),
        fact("cold_over_warm", "×", "first pass ÷ second pass", |r| {
            r.median("cold")
        }),
        fact("all_cores_over_one", "×", "loop on all cores ÷ on one", |r| {
            Ok(r.ratio("loop/all", "loop/one")?.median)
        }),
        fact("quietness", "%", "quietness of this run", |r| {
            r.quietness.ok_or_else(|| {
                Missing::Unavailable("this system does not tell".into())
            })
        }),
    ]
}

pub(crate) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "clock_is_fine_enough",
            sentence: "The clock tells times apart that differ by less than \
                       a microsecond.",
            judge: clock_is_fine_enough,
        },
        Claim {
            id: "sleep_is_late_never_early",
            sentence: "A sleep never ends early, and ends late by a few \
                       microseconds at least.",
            judge: sleep_is_late_never_early,
        },
        Claim {
            id: "first_run_is_slower",
            sentence: "The first pass over new memory takes at least half as \
                       long again as the second.",
            judge: first_run_is_slower,
        },
        Claim {
            id: "cores_are_whole",
            sentence: "All cores at once run the same loop as fast as one \
                       alone, within a fifth.",
            judge: cores_are_whole,
        },
    ]
}

fn clock_is_fine_enough(record: &Record) -> Result<Judgement, Missing> {
    let (step, reading) =
        (record.median("clock/step")?, record.median("clock/reading")?);
    Ok(Judgement::of(
        step < 1000.0,
        format!(
            "smallest step {}, one reading {}",
            show::quantity(step, "ns"),
            show::quantity(reading, "ns")
        ),
    )
    .likely("this system reads a slower clock source"))
}

fn sleep_is_late_never_early(record: &Record) -> Result<Judgement, Missing> {
    let late = record.summary("oversleep")?;
    let early: f64 = record.extras("oversleep", "early")?.iter().sum();
    Ok(Judgement::of(
        early == 0.0 && late.median >= 2.0,
        format!(
            "late by {} at the median, early {} times",
            show::quantity(late.median, "µs"),
            show::count(early)
        ),
    )
    .likely("this system's timer has no slack"))
}

fn first_run_is_slower(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.summary("cold")?;
    Ok(Judgement::of(
        ratio.median >= 1.5,
        format!("first ÷ second: {}", show::ratio(&ratio)),
    )
    .likely("this system hands out memory that is already mapped")
    .unless_noisy(record))
}

fn cores_are_whole(record: &Record) -> Result<Judgement, Missing> {
    if record.machine.cores < 2 {
        return Ok(Judgement::untestable("this program may use one core only"));
    }
    let ratio = record.ratio("loop/all", "loop/one")?;
    Ok(Judgement::of(
        ratio.median <= 1.2,
        format!(
            "{} loops side by side: {} the time of one",
            record.machine.cores,
            show::ratio(&ratio)
        ),
    )
    .likely(
        "two of these cores are hyper-threads of one, or the machine is \
             a guest that is not given all its cores at once",
    )
    .unless_noisy(record))
}
