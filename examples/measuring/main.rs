//! What the clock, a sleep and the cores of this machine can be trusted for.

mod conclusions;
mod ids;
mod rows;
mod variants;

use std::process::ExitCode;

use measure::chart::{Axis, Bar, Bars, Chart, Kind};
use measure::{
    ChartOf, Column, Experiment, Options, PerProfile, Plain, ROUNDS, Record,
    Select, TableOf, show,
};

const MEASURING: Experiment = Experiment {
    slug: "measuring",
    title: "the clock, a sleep and the cores of this machine",
    question: "How far can a time that this machine reports be trusted?",
    versions: measure::versions![],
    budget_s: PerProfile::new(1, 2, 2),
    rounds: ROUNDS,
    baselines: &[ids::LOOP_ONE],
    options: Options::NONE,
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: &[TableOf::plain(
        "main",
        Plain {
            caption: "What this machine's times can be trusted for",
            rows: Select::All,
            columns: &[
                Column::LABEL.called("what"),
                Column::MEDIAN,
                Column::SPREAD,
            ],
            notes: &[],
        },
    )],
    charts: &[ChartOf::new("loops", loops_chart)],
};

fn loops_chart(record: &Record) -> Chart {
    let bars = record.group(ids::LOOP).map(|row| {
        Bar::new(
            row.label.clone(),
            Kind::Threads,
            row.median.unwrap_or(f64::NAN),
        )
        .samples(row.samples.clone())
        .value_text(show::median(row))
    });
    Chart::new(
        "loops",
        "The same loop on one core and on all cores at once",
        Bars::new(Axis::linear("ms").factor(1e3), bars.collect()),
    )
    .caption("Each circle is one round; equal bars mean whole cores.")
}

fn main() -> ExitCode {
    measure::main(&MEASURING)
}
