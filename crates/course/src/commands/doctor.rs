//! `cargo book doctor`: what this machine can and can't show, and the mend.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use measure::machine::{Machine, usable_cores};
use measure::quiet::{QUIET_PERCENT, Quietness};
use measure::{show, stats};

use crate::commands::setup::here;
use crate::records::toolchain::Toolchain;
use crate::system::console::print;

/// Runs of the calibration loop: a tenth of a second or so.
const LOOPS: usize = 60;

/// Open files that the largest experiment needs: some thousands of waits of
/// its own, and what a shell and a runtime hold.
const FILES: u64 = 256;

/// A finding.
struct Finding {
    what: String,
    verdict: Verdict,
}

enum Verdict {
    Good,
    /// Something can't be shown: what that means, and the mend.
    Limited(&'static str, &'static str),
    /// The book can't be built: why, and the mend.
    Bad(&'static str, &'static str),
}

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
    for Finding { what, verdict } in &findings {
        text.push_str(&match verdict {
            Verdict::Good => format!("✓ {what}\n"),
            Verdict::Limited(means, mend) => {
                format!("– {what}\n    means: {means}\n    mend: {mend}\n")
            }
            Verdict::Bad(means, mend) => {
                format!("✗ {what}\n    means: {means}\n    mend: {mend}\n")
            }
        });
    }
    print(&text)?;
    let bad = findings.iter().any(|f| matches!(f.verdict, Verdict::Bad(..)));
    Ok(ExitCode::from(u8::from(bad)))
}

fn finding(
    what: impl Into<String>,
    good: bool,
    means: &'static str,
    mend: &'static str,
) -> Finding {
    let verdict =
        if good { Verdict::Good } else { Verdict::Limited(means, mend) };
    Finding { what: what.into(), verdict }
}

fn tool(name: &'static str, means: &'static str) -> Finding {
    let variable = name.to_uppercase();
    let program = std::env::var_os(variable).unwrap_or_else(|| name.into());
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let verdict = match &output {
        Ok(output) if output.status.success() => Verdict::Good,
        _ => Verdict::Bad(means, "install Rust from https://rustup.rs"),
    };
    let version = output.map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    let what = match version.trim() {
        "" => format!("{name} is missing"),
        version => version.to_owned(),
    };
    Finding { what, verdict }
}

fn project() -> Finding {
    match here() {
        Ok(project) => Finding {
            what: format!("the book is in {}", project.root.display()),
            verdict: Verdict::Good,
        },
        Err(_) => Finding {
            what: "no book.toml here or in a folder above".into(),
            verdict: Verdict::Bad(
                "there is no book to build",
                "go to the book's folder",
            ),
        },
    }
}

fn cores() -> Finding {
    let cores = usable_cores();
    let noun = if cores == 1 { "core" } else { "cores" };
    finding(
        format!("{cores} {noun} usable by this program"),
        cores > 1,
        "two threads never run at once: claims about parallel work can't be \
         told",
        "lift the affinity (taskset) or the container's quota",
    )
}

fn memory(memory: Option<u64>) -> Finding {
    let Some(mib) = memory else {
        return finding(
            "memory unknown",
            false,
            "this system doesn't tell it; pages say n/a",
            "none needed",
        );
    };
    finding(
        format!("{} of memory", show::quantity(mib as f64, "MiB")),
        mib >= 2048,
        "rows with many threads or a large parent may not run",
        "close other programs, or raise the container's limit",
    )
}

fn clock() -> Finding {
    let mut steps = Vec::new();
    for _ in 0..1000 {
        let start = Instant::now();
        let step = loop {
            let step = start.elapsed();
            if !step.is_zero() {
                break step;
            }
        };
        steps.push(step.as_secs_f64());
    }
    let step = stats::median(&steps).unwrap_or_default();
    finding(
        format!("the clock resolves {}", show::seconds(step)),
        step < 1e-6,
        "shorter times than this are noise",
        "none: the experiments repeat short work often enough",
    )
}

fn noise() -> Finding {
    let mut watch = Quietness::begin();
    for _ in 0..LOOPS {
        watch.calibrate();
    }
    match watch.end().0 {
        Some(percent) => finding(
            format!("quietness now: {percent:.0} % of the best speed"),
            percent >= QUIET_PERCENT,
            "claims about speed that fail will say \"too noisy to tell\"",
            "close other programs, plug in the power supply, measure again",
        ),
        None => finding(
            "quietness unknown",
            false,
            "pages can't say how far to trust a number",
            "none needed",
        ),
    }
}

fn load() -> Finding {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load
        .as_deref()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    match load {
        Some(load) => finding(
            format!("load {load:.2} over the last minute"),
            load < usable_cores() as f64 / 2.0,
            "other programs compute: numbers will vary",
            "wait, or see with `top` who it is",
        ),
        None => Finding {
            what: "load unknown: this system has no /proc/loadavg".into(),
            verdict: Verdict::Good,
        },
    }
}

/// What `target/` of a first build and of the tests takes, in MiB.
const FIRST_BUILD_MIB: f64 = 6.0 * 1024.0;

/// What a later build adds at most.
const LATER_BUILD_MIB: f64 = 1024.0;

/// Free space where the programs are built; nothing where cargo or the system
/// doesn't tell.
fn disk() -> Option<Finding> {
    let project = here().ok()?;
    let toolchain = Toolchain::from_environment();
    let target = toolchain.target_directory(&project.root).ok()?;
    let needed = match target.join("book-records").is_dir() {
        true => LATER_BUILD_MIB,
        false => FIRST_BUILD_MIB,
    };
    let mib = free_mib(target.ancestors().find(|folder| folder.is_dir())?)?;
    Some(finding(
        format!("{} free on the disk", show::quantity(mib, "MiB")),
        mib >= needed,
        "a build may run out of space",
        "remove what you don't need, or set CARGO_TARGET_DIR to another disk",
    ))
}

#[cfg(unix)]
fn free_mib(folder: &Path) -> Option<f64> {
    let disk = nix::sys::statvfs::statvfs(folder).ok()?;
    let free = disk.blocks_available() as f64 * disk.fragment_size() as f64;
    Some(free / f64::from(1 << 20))
}

#[cfg(not(unix))]
fn free_mib(_folder: &Path) -> Option<f64> {
    None
}

#[cfg(unix)]
fn limits() -> Vec<Finding> {
    use nix::sys::resource::{Resource, getrlimit};
    let text = |limit: u64| match limit {
        nix::libc::RLIM_INFINITY => "no limit".to_owned(),
        limit => show::count(limit as f64),
    };
    let mut found = Vec::new();
    if let Ok((soft, _)) = getrlimit(Resource::RLIMIT_NOFILE) {
        found.push(finding(
            format!("open files: {}", text(soft)),
            soft >= FILES,
            "rows with many processes or sockets fail",
            "type `ulimit -n 4096` in this terminal first",
        ));
    }
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Ok((soft, _)) = getrlimit(Resource::RLIMIT_NPROC) {
        found.push(finding(
            format!("threads and processes: {}", text(soft)),
            soft >= 12_000,
            "rows with 10,000 threads do not run and say so",
            "type `ulimit -u 16000` in this terminal first",
        ));
    }
    found
}

#[cfg(not(unix))]
fn limits() -> Vec<Finding> {
    Vec::new()
}
