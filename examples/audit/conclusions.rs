//! What the audit says: named values and the sentences they decide.

use measure::record::RowRecord;
use measure::{Claim, Fact, Judgement, Missing, Record, show};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::new("cells", "", "published cells that have a floor", |r| {
        sum(r.rows.iter(), |row| r.extra(&row.id, CELLS))
    }),
    Fact::new("impossible", "", "of these, under their floor", |r| {
        sum(r.rows.iter(), |row| r.median(&row.id))
    }),
    Fact::new("impossible_cpu", "", "of the computing tasks", |r| {
        impossible(r, CPU)
    }),
    Fact::new("impossible_wait", "", "of the waiting tasks", |r| {
        impossible(r, WAIT)
    }),
    Fact::new("impossible_micro", "", "of the tiny tasks", |r| {
        impossible(r, MICRO)
    }),
    Fact::new("impossible_io", "", "of the io_bound lecture", |r| {
        impossible(r, IO)
    }),
];

fn sum<'r>(
    rows: impl Iterator<Item = &'r RowRecord>,
    value: impl Fn(&RowRecord) -> Result<f64, Missing>,
) -> Result<f64, Missing> {
    rows.map(value).sum()
}

fn impossible(record: &Record, group: &str) -> Result<f64, Missing> {
    sum(record.group(group), |row| record.median(&row.id))
}

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "some_are_impossible",
        "Some of the published pool times are shorter than any run can be.",
        some_are_impossible,
    ),
    Claim::new(
        "waits_at_once_survive",
        "Without the impossible cells the lectures still show that waits \
         handed to a process pool all at once end at least seven times sooner \
         than one by one.",
        waits_at_once_survive,
    ),
    Claim::new(
        "one_by_one_threads_do_not_survive",
        "No published time of waits handed to threads one by one is possible.",
        one_by_one_threads_do_not_survive,
    ),
    Claim::new(
        "computing_processes_do_not_survive",
        "No published time of the computing tasks in processes is possible.",
        computing_processes_do_not_survive,
    ),
];

fn some_are_impossible(record: &Record) -> Result<Judgement, Missing> {
    let impossible = sum(record.rows.iter(), |row| record.median(&row.id))?;
    let of = sum(record.rows.iter(), |row| record.extra(&row.id, CELLS))?;
    Ok(Judgement::of(
        impossible > 0.0,
        format!("{} of {} cells", show::count(impossible), show::count(of)),
    ))
}

/// Published counts of tasks.
const COUNTS: [u64; 3] = [100, 1_000, 10_000];

fn waits_at_once_survive(record: &Record) -> Result<Judgement, Missing> {
    // Both must be named, so that a row that is gone is noticed.
    record.samples(WAIT_PROCESS_ONE)?;
    record.samples(WAIT_PROCESS_ALL)?;
    let ratios: Vec<f64> = COUNTS
        .iter()
        .filter_map(|tasks| {
            let name = possible_s(*tasks);
            let at = |row| record.extra(row, &name).ok();
            Some(at(WAIT_PROCESS_ONE)? / at(WAIT_PROCESS_ALL)?)
        })
        .collect();
    let texts: Vec<String> =
        ratios.iter().map(|ratio| show::number(*ratio) + " ×").collect();
    let evidence = match texts.is_empty() {
        true => "no pair of possible cells".into(),
        false => texts.join(", "),
    };
    let all = ratios.iter().all(|ratio| *ratio >= 7.0);
    Ok(Judgement::of(!ratios.is_empty() && all, evidence))
}

/// Whether no cell of `rows` is possible.
fn none_is_left(record: &Record, rows: &[&str]) -> Result<Judgement, Missing> {
    let (mut impossible, mut of) = (0.0, 0.0);
    for row in rows {
        impossible += record.median(row)?;
        of += record.extra(row, CELLS)?;
    }
    Ok(Judgement::of(
        impossible == of,
        format!("{} of {} possible", show::count(of - impossible), of),
    ))
}

fn one_by_one_threads_do_not_survive(
    record: &Record,
) -> Result<Judgement, Missing> {
    none_is_left(record, &[WAIT_THREAD_ONE])
}

fn computing_processes_do_not_survive(
    record: &Record,
) -> Result<Judgement, Missing> {
    none_is_left(record, &[CPU_PROCESS_ONE, CPU_PROCESS_ALL])
}
