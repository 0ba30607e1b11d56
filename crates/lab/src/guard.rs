//! A process that outlives `cargo lab` by a moment and ends what it left
//! running: a killed program can't clean up after itself.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::{env, mem};

/// The hidden argument that makes this program the guard.
pub(crate) const ARGUMENT: &str = "guard-of-test-programs";

/// This side of the guard: tells it which process groups are alive.
pub(crate) struct Guard {
    process: Child,
    orders: Mutex<Option<ChildStdin>>,
}

impl Guard {
    pub(crate) fn start() -> io::Result<Guard> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(ARGUMENT).stdin(Stdio::piped());
        // Its lines would keep a reader of ours waiting after our end.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut command);
        let mut process = command.spawn()?;
        let orders = Mutex::new(process.stdin.take());
        Ok(Guard { process, orders })
    }

    /// A program in a process group of its own, ended as a whole.
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Group<'_>> {
        own_group(command);
        let leader = command.spawn()?;
        let group = Group { leader, guard: self };
        self.tell('+', group.leader.id());
        Ok(group)
    }

    fn tell(&self, sign: char, group: u32) {
        let mut orders =
            self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipe) = orders.as_mut() {
            // A guard that is gone guards nothing: the run itself goes on.
            let _ = writeln!(pipe, "{sign}{group}");
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let orders =
            self.orders.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(mem::take(orders));
        let _ = self.process.wait();
    }
}

/// A program and all it has started, as long as they stay in its group.
pub(crate) struct Group<'a> {
    pub(crate) leader: Child,
    guard: &'a Guard,
}

impl Group<'_> {
    /// Its status, if it has ended by itself; what it started is ended too.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.leader.try_wait()?;
        if status.is_some() {
            end(self.leader.id());
        }
        Ok(status)
    }
}

impl Drop for Group<'_> {
    fn drop(&mut self) {
        if !matches!(self.try_wait(), Ok(Some(_))) {
            end(self.leader.id());
            let _ = self.leader.kill();
            let _ = self.leader.wait();
        }
        self.guard.tell('-', self.leader.id());
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn end(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // No such group: all of it has ended by itself.
    let _ = killpg(Pid::from_raw(group as i32), Signal::SIGKILL);
}

/// Only the leader is ended here, by its handle.
#[cfg(not(unix))]
fn end(_: u32) {}

/// The guard's own work: it reads until `cargo lab` is gone, however it went.
pub(crate) fn stand(orders: impl BufRead) {
    let mut alive = BTreeSet::new();
    for order in orders.lines().map_while(Result::ok) {
        let (sign, group) = order.split_at(order.len().min(1));
        match (sign, group.parse()) {
            ("+", Ok(group)) => _ = alive.insert(group),
            ("-", Ok(group)) => _ = alive.remove(&group),
            _ => (),
        }
    }
    alive.into_iter().for_each(end);
}
