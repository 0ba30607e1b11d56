//! Tells the examples which compiler and which crate versions they measure.

use std::fs;
use std::process::Command;

/// Crates whose behaviour the book measures. An example takes from these only
/// what it names, so that an update changes only the examples it concerns.
const MEASURED: [&str; 8] = [
    "crossbeam-channel",
    "hdrhistogram",
    "procspawn",
    "rayon",
    "serde_json",
    "shuttle",
    "tokio",
    "tokio-util",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=Cargo.lock");
    println!("cargo:rustc-env=VERSION_rustc={}", rustc_version());
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    for name in MEASURED {
        let version = locked_version(&lock, name).unwrap_or("unknown");
        println!("cargo:rustc-env=VERSION_{name}={version}");
    }
}

/// `1.95.0` of `rustc 1.95.0 (59807616e 2026-04-14)`.
fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output
        .ok()
        .and_then(|output| {
            let text = String::from_utf8(output.stdout).ok()?;
            text.split(' ').nth(1).map(str::to_owned)
        })
        .unwrap_or("unknown".into())
}

/// In a lock file the version stands in the line after the name.
fn locked_version<'l>(lock: &'l str, name: &str) -> Option<&'l str> {
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{name}\""))?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}
