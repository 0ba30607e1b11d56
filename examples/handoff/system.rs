//! What the chapter quotes: a ball between two threads with nothing but
//! Linux's own ways to sleep and to wake.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use measure::BodyError;
use nix::sys::eventfd::EventFd;
use rustix::io::Errno;
use rustix::thread::futex::{Flags, wait, wake};

// ANCHOR: futex
/// Two threads and one word: the ball, and in its lowest bit whether the
/// thread that waits for it sleeps. Nobody else is woken. `far_thread` runs
/// first over there.
pub fn futex(
    far_thread: impl FnOnce() + Send,
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    const SLEEPS: u32 = 1;
    const OVER: u32 = u32::MAX >> 1;
    let word = AtomicU32::new(0);
    let wait_for = |turn: u32| loop {
        let now = word.load(Ordering::Acquire);
        let ball = now >> 1;
        if ball == OVER || ball % 2 == turn {
            return Ok(ball);
        }
        let told = now | SLEEPS;
        let relaxed = Ordering::Relaxed;
        if word.compare_exchange(now, told, relaxed, relaxed).is_err() {
            continue;
        }
        // Sleeps only if the word is still `told`.
        match wait(&word, Flags::PRIVATE, told, None) {
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    };
    let throw = |ball: u32| {
        let before = word.swap(ball << 1, Ordering::Release);
        match before & SLEEPS {
            0 => Ok(0),
            _ => wake(&word, Flags::PRIVATE, 1),
        }
    };
    thread::scope(|scope| {
        let pong = scope.spawn(|| {
            far_thread();
            loop {
                let ball = wait_for(1)?;
                if ball == OVER {
                    return Ok::<_, Errno>(());
                }
                throw(ball + 1)?;
            }
        });
        let mut ball = 0;
        while more() {
            throw(ball + 1)?;
            ball = wait_for(0)?;
        }
        throw(OVER)?;
        pong.join().map_err(|_| "the far thread panicked")??;
        Ok(u64::from(ball / 2))
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
