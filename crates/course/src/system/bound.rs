//! A program that ends when the builder ends, even by a kill: nothing is
//! measured for nobody.

use std::process::Command;

/// Makes the program of `command` end with the thread that starts it, which
/// has to wait for it.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "what is asked between fork and exec")]
pub(crate) fn bind(command: &mut Command) {
    use std::io;
    use std::os::unix::process::CommandExt as _;

    use rustix::process::{
        Signal, getpid, getppid, set_parent_process_death_signal,
    };
    let builder = Some(getpid());
    let bind = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        match getppid() == builder {
            true => Ok(()),
            // The builder ended before it could be bound to.
            false => Err(io::Error::from(rustix::io::Errno::SRCH)),
        }
    };
    // SAFETY: of the threads only the one that forked exists in the new
    // process, so whatever another one held stays locked. The closure makes two
    // system calls, takes no lock, and allocates nothing: an error of `rustix`
    // is the system's number.
    unsafe { command.pre_exec(bind) };
}

/// Other systems don't offer it: what the builder started goes on there when
/// the builder is killed. While it measures it holds the lock of all
/// measurements, so that no other one runs beside it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn bind(_: &mut Command) {}
