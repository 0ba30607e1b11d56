//! Signals to other processes.

use nix::sys::signal::{self, Signal};
use nix::unistd::Pid;

pub(crate) fn kill(pid: u32) {
    let id = Pid::from_raw(pid.try_into().expect("a pid"));
    signal::kill(id, Signal::SIGKILL).expect("a process to kill");
}
