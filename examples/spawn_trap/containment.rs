//! How a process of this example ends whatever happens to the others.

use std::time::Duration;

use workers::process::die_with_parent;

/// The longest a demonstration may take. It takes milliseconds, or the
/// patience with a child that is stuck.
pub(crate) const WALL: Duration = Duration::from_secs(5);

/// Called first in each process that this example starts: it ends with its
/// parent, and by itself if nobody else ends it.
pub(crate) fn begin() {
    #[cfg(unix)]
    nix::unistd::alarm::set(2 * WALL.as_secs() as u32);
    // Where there is no such thing, the alarm remains.
    die_with_parent();
}

/// Has the children of ended children given to this process, which can then
/// reap them. Elsewhere than on Linux the system does it.
pub(crate) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    // If it is refused, the system reaps them.
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// Kills all processes of the tree whose first process is `first`. Either the
/// caller has not waited for that one yet, or a process of the tree is left:
/// the number is not another's.
#[cfg(unix)]
pub(crate) fn kill_tree(first: u32) {
    use nix::sys::signal::{Signal, killpg};
    // The group is gone already: that is what is wanted.
    let _ = killpg(group(first), Signal::SIGKILL);
}

/// Kills all processes of the tree whose first process is `first`.
#[cfg(windows)]
pub(crate) fn kill_tree(first: u32) {
    let first = first.to_string();
    // It fails where the tree is gone already, and says so on stderr.
    let _ = std::process::Command::new("taskkill")
        .args(["/F", "/T", "/PID", &first])
        .output();
}

/// Reaps what the tree's ended processes left to this one, and returns
/// whether any process of the tree is left, alive or as a zombie.
#[cfg(unix)]
pub(crate) fn is_anything_left(first: u32) -> Option<bool> {
    use nix::sys::signal::killpg;
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;

    const LOOKS: u32 = 200;
    const PAUSE: Duration = Duration::from_millis(5);

    let any_of_group = Pid::from_raw(-group(first).as_raw());
    // A process that has closed its outputs may need a moment to end, and
    // where the system reaps orphans that takes one, too.
    let left = (0..LOOKS).all(|_| {
        while let Ok(ended) = waitpid(any_of_group, Some(WaitPidFlag::WNOHANG))
            && ended.pid().is_some()
        {}
        let left = killpg(group(first), None).is_ok();
        if left {
            std::thread::sleep(PAUSE);
        }
        left
    });
    Some(left)
}

/// Windows has no process groups to ask.
#[cfg(windows)]
pub(crate) fn is_anything_left(_first: u32) -> Option<bool> {
    None
}

#[cfg(unix)]
fn group(first: u32) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(first.cast_signed())
}
