//! The machine as it was when it measured.

use measure::{Profile, Record, show};

use crate::page::html;
use crate::page::piece::Piece;
use crate::records::results::Results;
use crate::system::problem::Problem;

/// The record that `{{#name}}` is made from, if the book has an experiment.
pub(crate) fn latest<'r>(
    results: &'r Results,
    name: &str,
) -> Result<&'r Record, Problem> {
    results.latest().ok_or_else(|| {
        Problem::new(
            format!(
                "`{{{{#{name}}}}}` has nothing to show: the book has no \
                 experiment"
            ),
            "use an experiment in a chapter first",
        )
    })
}

/// The size of a run in words.
pub(crate) fn size(profile: Profile) -> &'static str {
    profile.pick(
        "quick: one round of small problems",
        "standard",
        "full: the published sizes",
    )
}

/// The machine as it was when the last of the experiments ran.
pub(crate) fn machine(results: &Results) -> Result<Piece, Problem> {
    let record = latest(results, "machine")?;
    let machine = &record.machine;
    let conditions = &machine.conditions;
    let percent = |value: Option<f64>| value.map(|v| format!("{v:.0} %"));
    let number = |value: Option<f64>| value.map(|v| format!("{v:.2}"));
    let mut lines: Vec<(String, Option<String>)> = vec![
        ("Processor".into(), Some(machine.cpu.clone())),
        ("Cores this book may use".into(), Some(machine.cores.to_string())),
        (
            "Memory".into(),
            machine.memory_mib.map(|m| show::quantity(m as f64, "MiB")),
        ),
        ("System".into(), Some(machine.os.clone())),
        ("Instruction set".into(), Some(machine.arch.clone())),
        ("Size of the runs".into(), Some(size(record.profile).into())),
        ("Lowest quietness".into(), percent(lowest_quietness(results))),
        (
            "Load average before the last run (threads that wanted a core, \
             this book's own among them)"
                .into(),
            number(conditions.load_before),
        ),
        (
            "Time its hypervisor gave to others".into(),
            percent(conditions.steal_percent),
        ),
        ("Time other programs took".into(), percent(conditions.others_percent)),
    ];
    let mut versions: Vec<(&String, &String)> =
        results.all().flat_map(|r| &r.machine.versions).collect();
    versions.sort();
    versions.dedup();
    for (name, version) in versions {
        lines.push((name.clone(), Some(version.clone())));
    }
    let rows: Vec<Vec<String>> = lines
        .into_iter()
        .map(|(name, value)| {
            let value = value.unwrap_or("n/a: this system doesn't tell".into());
            vec![html::escaped(&name), html::escaped(&value)]
        })
        .collect();
    let head = ["This machine", "when it measured"];
    Ok(Piece::Block(html::table(&head, &[false, false], &rows)))
}

fn lowest_quietness(results: &Results) -> Option<f64> {
    results.all().filter_map(|r| r.quietness).reduce(f64::min)
}
