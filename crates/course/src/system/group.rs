//! A process and all that it starts, signalled as one.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// What a group is told.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    Terminate,
    Kill,
}

/// The groups that are running, by the number of their leader.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// How often the end of the last group is looked for.
const PAUSE: Duration = Duration::from_millis(10);

/// A program that leads a group. Its leader is not waited for before the group
/// was ended: until then the system gives the group's number to nobody else.
#[derive(Debug)]
pub(crate) struct Group {
    leader: Child,
}

impl Group {
    /// Starts `command` as the leader of a group of its own.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        own_group(command);
        // Held until the number stands in the list, so that none is missed.
        let mut running = running();
        let leader = command.spawn()?;
        running.insert(leader.id());
        Ok(Self { leader })
    }

    /// The leader, for its pipes.
    pub(crate) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Whether the leader has ended.
    pub(crate) fn has_ended(&mut self) -> io::Result<bool> {
        has_ended(&mut self.leader)
    }

    /// Tells the whole group.
    pub(crate) fn signal(&self, signal: Signal) {
        send(self.leader.id(), signal);
    }

    /// Ends whatever is left of the group, and tells how its leader ended.
    pub(crate) fn end(mut self) -> io::Result<ExitStatus> {
        self.signal(Signal::Kill);
        self.leader.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Without effect where the group was ended; after a failure it was not.
        if let Ok(None) = self.leader.try_wait() {
            self.signal(Signal::Kill);
            let _ = self.leader.wait();
        }
        running().remove(&self.leader.id());
    }
}

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a group of this number is running.
#[cfg(target_os = "linux")]
pub(crate) fn is_running(leader: u32) -> bool {
    running().contains(&leader)
}

/// Ends all groups at once, without a word.
pub(crate) fn kill_all() {
    for leader in running().iter() {
        send(*leader, Signal::Kill);
    }
}

/// Waits until the last group has ended: who stops it may be another thread.
pub(crate) fn until_none_runs() {
    while !running().is_empty() {
        thread::sleep(PAUSE);
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn has_ended(leader: &mut Child) -> io::Result<bool> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(pid) = number(leader.id()) else {
        return Ok(leader.try_wait()?.is_some());
    };
    let looks = WaitIdOptions::EXITED
        | WaitIdOptions::NOHANG
        // It stays to be waited for, and so does its number.
        | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(pid), looks)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(leader: &mut Child) -> io::Result<bool> {
    Ok(leader.try_wait()?.is_some())
}

#[cfg(unix)]
fn number(process: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(process).ok()?)
}

#[cfg(unix)]
fn send(leader: u32, signal: Signal) {
    use rustix::process::{Signal as Unix, kill_process_group};
    let signal = match signal {
        Signal::Terminate => Unix::TERM,
        Signal::Kill => Unix::KILL,
    };
    if let Some(group) = number(leader) {
        // An error means that nobody of the group is left.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn send(leader: u32, signal: Signal) {
    // There are no groups to signal: the task list's own tool ends the tree.
    if let Signal::Kill = signal {
        // An error means that the program is gone.
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &leader.to_string()])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Its number in the system's words, as long as it is not given away.
    fn state(process: u32) -> Option<String> {
        std::fs::read_to_string(format!("/proc/{process}/stat")).ok()
    }

    #[test]
    fn a_leader_that_ended_keeps_its_number_until_the_group_has_ended() {
        let mut command = Command::new("true");
        let mut group = Group::start(&mut command).unwrap();
        let leader = group.leader().id();
        while !group.has_ended().unwrap() {
            thread::sleep(PAUSE);
        }
        assert!(state(leader).is_some_and(|state| state.contains(") Z ")));
        assert!(is_running(leader));
        assert!(group.end().unwrap().success());
        assert!(!is_running(leader));
    }
}
