//! What the doctor says of memory, the disk and the system's limits.

use measure::show;

use crate::commands::doctor::finding::{Finding, finding};
use crate::commands::setup::here;
use crate::records::toolchain::Toolchain;
use crate::system::disk::free_mib;

/// Open files that the largest experiment needs: some thousands of waits of
/// its own, and what a shell and a runtime hold.
const FILES: u64 = 256;

pub(crate) fn memory(memory: Option<u64>) -> Finding {
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

/// What `target/` of a first build and of the tests takes, in MiB.
const FIRST_BUILD_MIB: f64 = 6.0 * 1024.0;

/// What a later build adds at most.
const LATER_BUILD_MIB: f64 = 1024.0;

/// Free space where the programs are built; nothing where cargo or the system
/// doesn't tell.
pub(crate) fn disk() -> Option<Finding> {
    let project = here().ok()?;
    let toolchain = Toolchain::from_environment();
    let target = toolchain.target_directory(&project.root).ok()?;
    let needed = match target.join("book-records").is_dir() {
        true => LATER_BUILD_MIB,
        false => FIRST_BUILD_MIB,
    };
    let mib = free_mib(&target)?;
    Some(finding(
        format!("{} free on the disk", show::quantity(mib, "MiB")),
        mib >= needed,
        "a build may run out of space",
        "remove what you don't need, or set CARGO_TARGET_DIR to another disk",
    ))
}

#[cfg(unix)]
pub(crate) fn limits() -> Vec<Finding> {
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
pub(crate) fn limits() -> Vec<Finding> {
    Vec::new()
}
