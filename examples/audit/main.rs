//! Can this number be true? The published figures, and a reader's own.

mod cells;
mod conclusions;
mod ids;
mod own;
mod rows;
mod sums;
mod view;

use std::process::ExitCode;

use measure::{Experiment, Options, PerProfile};

const AUDIT: Experiment = Experiment {
    slug: "audit",
    title: "numbers that can't be true",
    question: "Can a run have produced this number at all?",
    versions: measure::versions![],
    budget_s: PerProfile::new(1, 1, 1),
    // Arithmetic is the same in every round.
    rounds: PerProfile::new(1, 1, 1),
    baselines: &[],
    options: Options::NONE,
    rows: rows::all,
    facts: conclusions::FACTS,
    claims: conclusions::CLAIMS,
    tables: view::TABLES,
    charts: &[],
};

fn main() -> ExitCode {
    match own::Number::given() {
        Some(number) => own::answer(number),
        None => measure::main(&AUDIT),
    }
}
