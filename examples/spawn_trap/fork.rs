//! `fork`, which copies a process as it stands. Unix only, and `unsafe`.
#![expect(unsafe_code, reason = "fork and what runs between it and exec")]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::libc::{_exit, c_int};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, alarm, fork};
use workers::process::die_with_parent;

use crate::variants::SETTING;

/// A stuck child ends by this alarm if everything else fails.
const CHILD_ALARM_S: u32 = 5;

const LOOK_AGAIN: Duration = Duration::from_millis(1);

// ANCHOR: copy
/// Copies this process. The copy runs `child` and ends with its code.
///
/// `child` must get by without what another thread of this process could hold
/// at the moment of the copy: no allocation, no output, no lock (but for the
/// one whose fate is to be seen). It is `extern "C"` since a panic aborts there:
/// unwinding would go on with what the parent was about to do.
fn copy(child: extern "C" fn() -> c_int) -> nix::Result<Pid> {
    // SAFETY: the copy has one thread and calls only what is safe after a
    // fork in a program with threads: `alarm`, `prctl`, `child` (a plain
    // function without captures that keeps the rule above; both below load
    // an atomic or take a lock and nothing else) and `_exit`, which runs no
    // destructor and no exit handler of the parent's.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            alarm::set(CHILD_ALARM_S);
            die_with_parent();
            let code = child();
            // SAFETY: it takes a number and does not return.
            unsafe { _exit(code) }
        }
    }
}
// ANCHOR_END: copy

/// Sets the parent's value and asks a copy of this process what it finds.
pub(crate) fn setting_in_forked_child() -> io::Result<u64> {
    SETTING.store(42, Ordering::Relaxed);
    let child = copy(load_the_setting)?;
    match waitpid(child, None)? {
        WaitStatus::Exited(_, code) => Ok(code as u64),
        other => Err(io::Error::other(format!("it ended with {other:?}"))),
    }
}

extern "C" fn load_the_setting() -> c_int {
    SETTING.load(Ordering::Relaxed) as c_int
}

// ANCHOR: held
static LOCK: Mutex<()> = Mutex::new(());

/// Forks `children` times while another thread is alive, which holds the lock
/// if `held`. Each child takes the lock and ends. Returns how many still
/// waited for it after `patience`.
pub fn stuck_after_fork(
    held: bool,
    children: usize,
    patience: Duration,
) -> io::Result<usize> {
    let (tell, told) = channel();
    let (release, released) = channel::<()>();
    let other = thread::spawn(move || {
        let guard = held.then(|| LOCK.lock());
        let _ = tell.send(());
        let _ = released.recv(); // until `release` is dropped
        drop(guard);
    });
    // Without this wait the fork might come before the lock, and show nothing.
    told.recv().map_err(io::Error::other)?;
    let forked = (0..children).map(|_| copy(take_the_lock));
    let forked: Vec<Pid> = forked.collect::<Result<_, _>>()?;
    // Here, in the parent, the other thread lets go. The copies have no
    // other thread: theirs is held by nobody, and for ever.
    drop(release);
    other.join().map_err(|_| io::Error::other("the other thread failed"))?;
    drop(LOCK.lock());
    end_all(forked, patience)
}

extern "C" fn take_the_lock() -> c_int {
    drop(LOCK.lock().unwrap_or_else(PoisonError::into_inner));
    0
}
// ANCHOR_END: held

/// Waits for the children and kills those that are late; returns how many.
fn end_all(children: Vec<Pid>, patience: Duration) -> io::Result<usize> {
    let until = Instant::now() + patience;
    let mut late = 0;
    for child in children {
        loop {
            match waitpid(child, Some(WaitPidFlag::WNOHANG))? {
                WaitStatus::StillAlive if Instant::now() < until => {
                    thread::sleep(LOOK_AGAIN);
                }
                WaitStatus::StillAlive => {
                    kill(child, Signal::SIGKILL)?;
                    waitpid(child, None)?;
                    late += 1;
                    break;
                }
                WaitStatus::Exited(_, 0) => break,
                other => {
                    let text = format!("a copy ended with {other:?}");
                    return Err(io::Error::other(text));
                }
            }
        }
    }
    Ok(late)
}

// ANCHOR: force_fork
/// Has `command` started by fork and exec instead of `posix_spawn`, which
/// can't run code between the two.
pub fn force_fork(command: &mut Command) -> &mut Command {
    // SAFETY: the closure does nothing.
    unsafe { command.pre_exec(|| Ok(())) }
}
// ANCHOR_END: force_fork
