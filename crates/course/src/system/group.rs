//! A process and all that it starts, signalled as one.

use std::process::{Child, Command};

pub(crate) enum Signal {
    Terminate,
    Kill,
}

#[cfg(unix)]
pub(crate) fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
pub(crate) fn own_group(_: &mut Command) {}

#[cfg(unix)]
pub(crate) fn signal_group(child: &Child, signal: Signal) {
    use nix::sys::signal::{Signal as Unix, killpg};
    use nix::unistd::Pid;
    let signal = match signal {
        Signal::Terminate => Unix::SIGTERM,
        Signal::Kill => Unix::SIGKILL,
    };
    if let Ok(group) = i32::try_from(child.id()) {
        // An error means that nobody of the group is left.
        let _ = killpg(Pid::from_raw(group), signal);
    }
}

#[cfg(not(unix))]
pub(crate) fn signal_group(child: &Child, signal: Signal) {
    // There are no groups to signal: the task list's own tool ends the tree.
    if let Signal::Kill = signal {
        let pid = child.id().to_string();
        // An error means that the program is gone.
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &pid])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status();
    }
}
