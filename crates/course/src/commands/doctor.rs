//! `cargo book doctor`: what this machine can and can't show, and the mend.

mod finding;
mod space;
mod speed;

use std::process::{Command, ExitCode, Stdio};

use measure::machine::Machine;

use crate::commands::doctor::finding::{Finding, Grade};
use crate::commands::doctor::space::{disk, limits, memory};
use crate::commands::doctor::speed::{clock, cores, load, noise};
use crate::commands::setup::here;
use crate::system::console::print;

/// Prints what it finds; exit code 1 where the book can't be built.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let machine = Machine::here(&[]);
    let mut findings = vec![
        tool("cargo", "the book's programs can't be built"),
        tool("rustc", "the book's programs can't be compiled"),
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

fn tool(name: &'static str, means: &'static str) -> Finding {
    let variable = name.to_uppercase();
    let program = std::env::var_os(variable).unwrap_or_else(|| name.into());
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let grade = match &output {
        Ok(output) if output.status.success() => Grade::Good,
        _ => Grade::Bad(means, "install Rust from https://rustup.rs"),
    };
    let version = output.map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    let what = match version.trim() {
        "" => format!("{name} is missing"),
        version => version.to_owned(),
    };
    Finding { what, grade }
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
