//! Two real threads that pay each other, watched until they finish or stand
//! still for good.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use measure::{BodyError, Sample};

use crate::ids::STUCK;
use crate::real::steps::Account;

/// Between two looks at the threads.
const LOOK: Duration = Duration::from_millis(5);

/// Looks without a change before both locks are tried: longer than a busy
/// system keeps a thread waiting for a core.
const STILL: u32 = 12;

/// A run that is neither done nor stuck by then is an error.
const GIVE_UP: Duration = Duration::from_secs(5);

/// Runs `transfer` in both directions at once, for a time `at_most`. Two
/// threads that stand still can't be stopped: the caller's process must end
/// with this row.
pub(crate) fn run(
    transfer: fn(&Account, &Account, i64),
    at_most: Duration,
) -> Result<Sample, BodyError> {
    let account = |number| Account { number, balance: Mutex::new(0) };
    let accounts = Arc::new([account(1), account(2)]);
    let done = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let over = Arc::new(AtomicBool::new(false));
    let mut threads = Vec::new();
    for me in [0, 1] {
        let (accounts, done) = (Arc::clone(&accounts), Arc::clone(&done));
        let over = Arc::clone(&over);
        threads.push(thread::Builder::new().spawn(move || {
            while !over.load(Relaxed) {
                transfer(&accounts[me], &accounts[1 - me], 1);
                done[me].fetch_add(1, Relaxed);
            }
        })?);
    }
    let begin = Instant::now();
    let (mut last, mut still) = (0, 0);
    while begin.elapsed() < GIVE_UP {
        thread::sleep(LOOK);
        over.store(begin.elapsed() >= at_most, Relaxed);
        let [paid, received] = [0, 1].map(|me| done[me].load(Relaxed));
        let now = paid + received;
        if threads.iter().all(thread::JoinHandle::is_finished) {
            let balance = *accounts[1].balance.lock().unwrap();
            return finished(paid, received, balance);
        }
        still = if now == last { still + 1 } else { 0 };
        last = now;
        let both_taken =
            || accounts.iter().all(|a| a.balance.try_lock().is_err());
        // No progress and both locks taken: not merely a slow machine.
        if still >= STILL && both_taken() {
            return Ok(Sample::of(now as f64).with(STUCK, Some(1.0)));
        }
    }
    Err(format!("{last} transfers after {GIVE_UP:?}, neither done nor stuck")
        .into())
}

fn finished(
    paid: u64,
    received: u64,
    balance: i64,
) -> Result<Sample, BodyError> {
    let expected = paid as i64 - received as i64;
    if balance != expected {
        return Err(format!("balance {balance}, expected {expected}").into());
    }
    Ok(Sample::of((paid + received) as f64).with(STUCK, Some(0.0)))
}
