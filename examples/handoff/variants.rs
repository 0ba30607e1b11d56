//! What the chapter quotes: a ball between two threads, and between two
//! processes. `more` is asked before each throw; the answer is the ball, which
//! counts the times it was thrown back.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::{hint, thread};

use measure::BodyError;
use workers::giant_lock::GiantLock;

/// Says that the game is over, where the ball itself is shared.
const OVER: u64 = u64::MAX;

// ANCHOR: std_mpsc
pub fn std_mpsc(mut more: impl FnMut() -> bool) -> Result<u64, BodyError> {
    let (to_pong, at_pong) = mpsc::channel();
    let (to_ping, at_ping) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            for ball in at_pong {
                if to_ping.send(ball + 1).is_err() {
                    break;
                }
            }
        });
        let mut ball = 0;
        while more() {
            to_pong.send(ball)?;
            ball = at_ping.recv()?;
        }
        // Ends the loop over there.
        drop(to_pong);
        Ok(ball)
    })
}
// ANCHOR_END: std_mpsc

/// Capacity 0 is a rendezvous: the sender waits until the ball is caught.
pub fn crossbeam(
    capacity: usize,
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (to_pong, at_pong) = crossbeam_channel::bounded(capacity);
    let (to_ping, at_ping) = crossbeam_channel::bounded(capacity);
    thread::scope(|scope| {
        scope.spawn(move || {
            for ball in at_pong {
                if to_ping.send(ball + 1).is_err() {
                    break;
                }
            }
        });
        let mut ball = 0;
        while more() {
            to_pong.send(ball)?;
            ball = at_ping.recv()?;
        }
        drop(to_pong);
        Ok(ball)
    })
}

// ANCHOR: park
pub fn park(mut more: impl FnMut() -> bool) -> Result<u64, BodyError> {
    // Odd: it is pong's turn. Each throw adds one.
    let ball = AtomicU64::new(0);
    let ping = thread::current();
    let wait_for = |turn: u64| loop {
        let now = ball.load(Ordering::Acquire);
        if now == OVER || now % 2 == turn {
            return now;
        }
        // May return without cause, therefore the loop.
        thread::park();
    };
    thread::scope(|scope| {
        let pong = scope.spawn(|| {
            loop {
                let now = wait_for(1);
                if now == OVER {
                    break;
                }
                ball.store(now + 1, Ordering::Release);
                ping.unpark();
            }
        });
        while more() {
            ball.fetch_add(1, Ordering::Release);
            pong.thread().unpark();
            wait_for(0);
        }
        let thrown = ball.swap(OVER, Ordering::Release);
        pong.thread().unpark();
        Ok(thrown / 2)
    })
}
// ANCHOR_END: park

// ANCHOR: spin
pub fn spin(mut more: impl FnMut() -> bool) -> Result<u64, BodyError> {
    let ball = AtomicU64::new(0);
    let wait_for = |turn: u64| loop {
        let now = ball.load(Ordering::Acquire);
        if now == OVER || now % 2 == turn {
            return now;
        }
        // Tells the processor, but not the system, that this is a wait.
        hint::spin_loop();
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            loop {
                let now = wait_for(1);
                if now == OVER {
                    break;
                }
                ball.store(now + 1, Ordering::Release);
            }
        });
        while more() {
            ball.fetch_add(1, Ordering::Release);
            wait_for(0);
        }
        Ok(ball.swap(OVER, Ordering::Release) / 2)
    })
}
// ANCHOR_END: spin

pub fn condvar(mut more: impl FnMut() -> bool) -> Result<u64, BodyError> {
    let (ball, thrown) = (Mutex::new(0), Condvar::new());
    // Nothing panics while it holds the lock, so that it can't be poisoned.
    let wait_for = |turn: u64| {
        thrown
            .wait_while(ball.lock().unwrap(), |now| {
                *now != OVER && *now % 2 != turn
            })
            .unwrap()
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            loop {
                let mut now = wait_for(1);
                if *now == OVER {
                    break;
                }
                *now += 1;
                drop(now);
                thrown.notify_one();
            }
        });
        while more() {
            *wait_for(0) += 1;
            thrown.notify_one();
            drop(wait_for(0));
        }
        let mut now = wait_for(0);
        let trips = *now / 2;
        *now = OVER;
        drop(now);
        thrown.notify_one();
        Ok(trips)
    })
}

// ANCHOR: under_lock
/// Each thread holds the lock while it runs and lets it go while it waits, as
/// an interpreter's threads do.
pub fn under_lock(
    lock: &GiantLock,
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (to_pong, at_pong) = mpsc::channel();
    let (to_ping, at_ping) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            for ball in at_pong {
                let _held = lock.lock();
                if to_ping.send(ball + 1).is_err() {
                    break;
                }
            }
        });
        let mut ball = 0;
        while more() {
            let held = lock.lock();
            to_pong.send(ball)?;
            drop(held);
            ball = at_ping.recv()?;
        }
        drop(to_pong);
        Ok(ball)
    })
}
// ANCHOR_END: under_lock

/// Set for the process at the far end of the pipe.
pub const FAR_END: &str = "HANDOFF_FAR_END";

// ANCHOR: pipe
pub fn pipe(mut more: impl FnMut() -> bool) -> Result<u64, BodyError> {
    let mut program = Command::new(workers::process::own_program()?);
    program.env(FAR_END, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    // Bounded: should `main` forget to ask for `FAR_END`, it ends here.
    let mut child = workers::process::spawn(&mut program)?;
    let ends = child.stdin.take().zip(child.stdout.take());
    let (mut to_pong, mut at_ping) = ends.ok_or("no pipe")?;
    let mut throw = |ball: u64| {
        let mut bytes = ball.to_le_bytes();
        to_pong.write_all(&bytes)?;
        at_ping.read_exact(&mut bytes)?;
        io::Result::Ok(u64::from_le_bytes(bytes))
    };
    let mut ball = Ok(0);
    while more() {
        ball = ball.and_then(&mut throw);
    }
    // The closed pipe ends the child, also after an error.
    drop((to_pong, at_ping));
    child.wait()?;
    Ok(ball?)
}

pub fn far_end() -> io::Result<()> {
    let (mut at_pong, mut to_ping) = (io::stdin(), io::stdout());
    let mut bytes = [0; 8];
    loop {
        at_pong.read_exact(&mut bytes)?;
        let ball = u64::from_le_bytes(bytes) + 1;
        to_ping.write_all(&ball.to_le_bytes())?;
        to_ping.flush()?;
    }
}
// ANCHOR_END: pipe
