//! What the start of a process costs a parent of some size.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use measure::usage::Memory;
use measure::{BodyError, Row, Sample};
use workers::process;

use crate::demonstration::Demo;
use crate::ids::*;

/// Starts a process with so much memory; the median of them is the sample.
const STARTS: usize = 3;

/// No system of today has smaller pages, in bytes.
const SMALLEST_PAGE: usize = 4096;

/// What else than the ballast must be free.
const SPARE_MIB: u64 = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// What `std::process::Command` does by itself.
    Spawn,
    /// `fork`, then `exec`.
    Fork,
}

pub(crate) fn row(id: &'static str, method: Method, mib: u64) -> Row<'static> {
    let label = match method {
        Method::Spawn => format!("spawn, parent of {mib} MiB"),
        Method::Fork => format!("fork + exec, {mib} MiB"),
    };
    if method == Method::Fork && !cfg!(unix) {
        return Row::not_run(id, label, "ms", "`fork` exists on Unix only");
    }
    if let Some(free) = available_mib()
        && free < mib + SPARE_MIB
    {
        let needed = mib + SPARE_MIB;
        let reason = format!("needs {needed} MiB, {free} MiB are free");
        return Row::not_run(id, label, "ms", reason);
    }
    Row::sampled(id, label, "ms", move || sample(method, mib))
        .in_fresh_process()
}

fn sample(method: Method, mib: u64) -> Result<Sample, BodyError> {
    process::die_with_parent();
    let mut ballast = vec![0_u8; (mib << 20) as usize];
    // Memory is there from the first write to its page on, not before.
    ballast.iter_mut().step_by(SMALLEST_PAGE).for_each(|byte| *byte = 1);
    let mut calls = Vec::with_capacity(STARTS);
    let mut wholes = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        let mut command = Demo::Nothing.command()?;
        prepare(method, &mut command);
        let start = Instant::now();
        let mut child = process::spawn(&mut command)?;
        calls.push(start.elapsed());
        let status = child.wait()?;
        wholes.push(start.elapsed());
        if !status.success() {
            return Err(format!("the child ended with {status}").into());
        }
    }
    black_box(&ballast);
    let Memory { resident_kib, page_tables_kib, .. } = Memory::now();
    Ok(Sample::of(median_ms(wholes))
        .with(CALL_MS, Some(median_ms(calls)))
        .with(RESIDENT_MIB, resident_kib.map(|kib| kib as f64 / 1024.0))
        .with(PAGE_TABLES_KIB, page_tables_kib.map(|kib| kib as f64)))
}

#[cfg(unix)]
fn prepare(method: Method, command: &mut Command) {
    if method == Method::Fork {
        crate::fork::force_fork(command);
    }
}

#[cfg(not(unix))]
fn prepare(_method: Method, _command: &mut Command) {}

fn median_ms(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// Memory that can be had without swapping; only Linux tells.
fn available_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}
