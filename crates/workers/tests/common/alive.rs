//! Who is alive.

/// Whether the process exists; a zombie does, so reaping is tested, too.
#[cfg(unix)]
pub(crate) fn alive(pid: u32) -> bool {
    use nix::{sys::signal::kill, unistd::Pid};
    kill(Pid::from_raw(pid.try_into().expect("a pid")), None).is_ok()
}

#[cfg(windows)]
pub(crate) fn alive(pid: u32) -> bool {
    let filter = format!("PID eq {pid}");
    let output = std::process::Command::new("tasklist")
        .args(["/NH", "/FO", "CSV", "/FI", &filter])
        .output()
        .expect("tasklist");
    let pid = format!("\"{pid}\"");
    String::from_utf8_lossy(&output.stdout).contains(&pid)
}
