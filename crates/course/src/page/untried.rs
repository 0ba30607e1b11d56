//! What this build did not try: other systems, processors and sizes.

use measure::Profile;
use measure::machine::Machine;

use crate::page::html;
use crate::page::machine::{latest, size};
use crate::page::piece::Piece;
use crate::records::results::Results;
use crate::system::problem::Problem;

/// The systems that the programs are written for.
const SYSTEMS: [&str; 3] = ["Linux", "macOS", "Windows"];

/// Instruction sets that most of their readers have.
const INSTRUCTIONS: [&str; 2] = ["x86_64", "aarch64"];

/// A table of what was tried and, beside it, what was not.
pub(crate) fn not_tried(results: &Results) -> Result<Piece, Problem> {
    let record = latest(results, "not_tried")?;
    let rows: Vec<Vec<String>> = rows(&record.machine, record.profile)
        .iter()
        .map(|row| row.iter().map(|cell| html::escaped(cell)).collect())
        .collect();
    let head = ["What", "Tried in this build", "Not tried"];
    Ok(Piece::Block(html::table(&head, &[false; 3], &rows)))
}

fn rows(machine: &Machine, profile: Profile) -> [[String; 3]; 5] {
    let cores = match machine.cores {
        1 => ["1".into(), "two or more".into()],
        2 => ["2".into(), "one; more than 2".into()],
        n => [n.to_string(), format!("fewer; more than {n}")],
    };
    let others_size =
        profile.pick("standard; full", size(Profile::Full), "standard");
    let build = match machine.build.as_str() {
        "release" => ["release", "debug"],
        _ => ["debug", "release"],
    };
    let row = |what: &str, [here, elsewhere]: [String; 2]| {
        [what.into(), here, elsewhere]
    };
    [
        row("System", [machine.os.clone(), others(&SYSTEMS, &machine.os)]),
        row(
            "Instruction set",
            [machine.arch.clone(), others(&INSTRUCTIONS, &machine.arch)],
        ),
        row("Cores", cores),
        row("Size of the runs", [size(profile).into(), others_size.into()]),
        row("Build of the programs", build.map(String::from)),
    ]
}

/// Those of `known` that `here` is not.
fn others(known: &[&str], here: &str) -> String {
    let here = here.to_lowercase();
    let others: Vec<&str> = known
        .iter()
        .filter(|name| !here.starts_with(&name.to_lowercase()))
        .copied()
        .chain(["any other"])
        .collect();
    others.join(", ")
}

#[cfg(test)]
mod tests {
    use measure::testing::RecordBuilder;

    use super::*;

    fn table(change: impl FnOnce(&mut Machine), profile: Profile) -> String {
        let mut machine = RecordBuilder::new("race").cores(2).build().machine;
        change(&mut machine);
        rows(&machine, profile).map(|row| row.join(" | ")).join("\n")
    }

    #[test]
    fn what_was_tried_is_not_among_what_was_not() {
        let here = table(
            |machine| {
                machine.os = "Linux 6.18".into();
                machine.arch = "x86_64".into();
                machine.build = "release".into();
            },
            Profile::Standard,
        );
        assert_eq!(
            here,
            "System | Linux 6.18 | macOS, Windows, any other\n\
             Instruction set | x86_64 | aarch64, any other\n\
             Cores | 2 | one; more than 2\n\
             Size of the runs | standard | full: the published sizes\n\
             Build of the programs | release | debug"
        );
    }

    #[test]
    fn another_system_has_others() {
        let there = table(
            |machine| {
                machine.os = "windows".into();
                machine.arch = "riscv64".into();
                machine.cores = 1;
                machine.build = "debug".into();
            },
            Profile::Quick,
        );
        assert_eq!(
            there,
            "System | windows | Linux, macOS, any other\n\
             Instruction set | riscv64 | x86_64, aarch64, any other\n\
             Cores | 1 | two or more\n\
             Size of the runs | quick: one round of small problems | \
             standard; full\n\
             Build of the programs | debug | release"
        );
    }
}
