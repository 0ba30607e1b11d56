//! `cargo book doctor`: what this machine can and can't show, and the mend.

mod finding;
mod space;
mod speed;

use std::process::{Command, ExitCode};
use std::time::Duration;

use measure::machine::Machine;

use crate::commands::doctor::finding::{Finding, Grade};
use crate::commands::doctor::space::{disk, limits, memory};
use crate::commands::doctor::speed::{clock, cores, load, noise};
use crate::commands::setup::here;
use crate::system::child::{self, Limits, Streams};
use crate::system::console::print;
use crate::system::interrupt::Interrupted;

/// How long a tool may take to name its version: rustup may install it first.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// Most bytes of a version.
const ANSWER_BYTES: usize = 4096;

/// Prints what it finds; exit code 1 where the book can't be built.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let machine = Machine::here(&[]);
    let mut findings = vec![
        tool("cargo", "the book's programs can't be built")?,
        tool("rustc", "the book's programs can't be compiled")?,
        project(),
        cores(),
        memory(machine.memory_mib),
        clock(),
        noise(),
    ];
    findings.extend(disk());
    findings.extend(limits());
    findings.push(load());
    let mut text =
        format!("{}, {}, {}\n\n", machine.cpu, machine.os, machine.arch);
    for Finding { what, grade } in &findings {
        text.push_str(&match grade {
            Grade::Good => format!("✓ {what}\n"),
            Grade::Limited(means, mend) => {
                format!("– {what}\n    means: {means}\n    mend: {mend}\n")
            }
            Grade::Bad(means, mend) => {
                format!("✗ {what}\n    means: {means}\n    mend: {mend}\n")
            }
        });
    }
    print(&text)?;
    let bad = findings.iter().any(|f| matches!(f.grade, Grade::Bad(..)));
    Ok(ExitCode::from(u8::from(bad)))
}

fn tool(
    name: &'static str,
    means: &'static str,
) -> Result<Finding, Interrupted> {
    let variable = name.to_uppercase();
    let program = std::env::var_os(variable).unwrap_or_else(|| name.into());
    let mut command = Command::new(program);
    let limits = Limits { time: ANSWER_TIME, output: ANSWER_BYTES };
    let outcome = child::run(
        command.arg("--version"),
        limits,
        Streams::default(),
        |_| {},
    );
    Ok(match outcome {
        Ok(outcome) if outcome.fault()?.is_none() => Finding {
            what: String::from_utf8_lossy(&outcome.stdout).trim().to_owned(),
            grade: Grade::Good,
        },
        _ => Finding {
            what: format!("{name} is missing"),
            grade: Grade::Bad(means, "install Rust from https://rustup.rs"),
        },
    })
}

fn project() -> Finding {
    match here() {
        Ok(project) => Finding {
            what: format!("the book is in {}", project.root.display()),
            grade: Grade::Good,
        },
        Err(_) => Finding {
            what: "no book.toml here or in a folder above".into(),
            grade: Grade::Bad(
                "there is no book to build",
                "go to the book's folder",
            ),
        },
    }
}
