//! What the chapter quotes: a ball between two threads with nothing but
//! Linux's own ways to sleep and to wake.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use measure::BodyError;
use nix::sys::eventfd::EventFd;
use rustix::io::Errno;
use rustix::thread::futex::{Flags, wait, wake};

// ANCHOR: futex
/// Two threads that sleep on a number, and wake each other after each change
/// of it. `far_thread` runs first over there.
pub fn futex(
    far_thread: impl FnOnce() + Send,
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    const OVER: u32 = u32::MAX;
    let ball = AtomicU32::new(0);
    let wait_for = |turn: u32| loop {
        let now = ball.load(Ordering::Acquire);
        if now == OVER || now % 2 == turn {
            return Ok(now);
        }
        // Sleeps only if the number is still `now`.
        match wait(&ball, Flags::PRIVATE, now, None) {
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    };
    let throw = |next: u32| {
        ball.store(next, Ordering::Release);
        wake(&ball, Flags::PRIVATE, 1)
    };
    thread::scope(|scope| {
        let pong = scope.spawn(|| {
            far_thread();
            loop {
                let now = wait_for(1)?;
                if now == OVER {
                    return Ok::<_, Errno>(());
                }
                throw(now + 1)?;
            }
        });
        let mut now = 0;
        while more() {
            throw(now + 1)?;
            now = wait_for(0)?;
        }
        throw(OVER)?;
        pong.join().map_err(|_| "the far thread panicked")??;
        Ok(u64::from(now / 2))
    })
}
// ANCHOR_END: futex

/// Two counters of the kernel, each read by one thread and written by the
/// other.
pub fn eventfd(mut more: impl FnMut() -> bool) -> Result<u64, BodyError> {
    let (to_pong, to_ping) = (EventFd::new()?, EventFd::new()?);
    // An eventfd adds up what is written until it is read: one ball at a
    // time is a one, and the last message is any other number.
    const HANG_UP: u64 = 2;
    thread::scope(|scope| {
        let pong = scope.spawn(|| {
            while to_pong.read()? != HANG_UP {
                to_ping.write(1)?;
            }
            Ok::<_, BodyError>(())
        });
        let mut trips = 0;
        while more() {
            to_pong.write(1)?;
            trips += to_ping.read()?;
        }
        to_pong.write(HANG_UP)?;
        pong.join().map_err(|_| "the far thread panicked")??;
        Ok(trips)
    })
}
