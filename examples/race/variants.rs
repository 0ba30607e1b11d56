//! What the chapter quotes: one count by many threads, in eight ways.

use std::hint::black_box;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::crew::{Crew, Meeting};
use crate::real::steps::{add_atomic, add_locked, add_lost};

// ANCHOR: apart
pub fn apart(crew: &Crew, increments: u64) -> io::Result<u64> {
    let counter = AtomicU64::new(0);
    crew.together(|_| {
        for _ in 0..increments {
            add_lost(&counter);
        }
    })?;
    Ok(counter.into_inner())
}
// ANCHOR_END: apart

// ANCHOR: call
pub fn call(crew: &Crew, increments: u64) -> io::Result<u64> {
    #[inline(never)]
    fn next(value: u64) -> u64 {
        black_box(value) + 1
    }
    let counter = AtomicU64::new(0);
    crew.together(|_| {
        for _ in 0..increments {
            counter.store(next(counter.load(Relaxed)), Relaxed);
        }
    })?;
    Ok(counter.into_inner())
}
// ANCHOR_END: call

// ANCHOR: plain
pub fn plain(crew: &Crew, increments: u64) -> io::Result<u64> {
    let counter = AtomicU64::new(0);
    crew.together(|_| {
        for _ in 0..increments {
            counter.store(counter.load(Relaxed) + 1, Relaxed);
        }
    })?;
    Ok(counter.into_inner())
}
// ANCHOR_END: plain

// ANCHOR: locked
pub fn locked(crew: &Crew, increments: u64) -> io::Result<u64> {
    let counter = Mutex::new(0);
    crew.together(|_| {
        for _ in 0..increments {
            add_locked(&counter);
        }
    })?;
    let total = *counter.lock().unwrap();
    Ok(total)
}
// ANCHOR_END: locked

// ANCHOR: fetch_add
pub fn fetch_add(crew: &Crew, increments: u64) -> io::Result<u64> {
    let counter = AtomicU64::new(0);
    crew.together(|_| {
        for _ in 0..increments {
            add_atomic(&counter);
        }
    })?;
    Ok(counter.into_inner())
}
// ANCHOR_END: fetch_add

/// The most threads that an option can ask for, so that `Together` has a
/// place for each.
pub const MOST_THREADS: usize = 64;

// ANCHOR: per_thread
/// Side by side: eight counters share a cache line of 64 bytes.
#[repr(align(128))]
struct Together([AtomicU64; MOST_THREADS]);

/// Alone: processors fetch lines of 64 bytes in pairs, or of 128.
#[repr(align(128))]
struct Alone(AtomicU64);

pub fn adjacent(crew: &Crew, increments: u64) -> io::Result<u64> {
    let counters = Together([const { AtomicU64::new(0) }; MOST_THREADS]);
    crew.together(|thread| own(&counters.0[thread], increments))?;
    Ok(counters.0.iter().map(|counter| counter.load(Relaxed)).sum())
}

pub fn padded(crew: &Crew, increments: u64) -> io::Result<u64> {
    let alone = || Alone(AtomicU64::new(0));
    let counters: Vec<_> = (0..crew.threads()).map(|_| alone()).collect();
    crew.together(|thread| own(&counters[thread].0, increments))?;
    Ok(counters.iter().map(|counter| counter.0.load(Relaxed)).sum())
}

/// Nobody else writes this counter: load and store lose nothing.
fn own(counter: &AtomicU64, increments: u64) {
    for _ in 0..increments {
        counter.store(counter.load(Relaxed) + 1, Relaxed);
    }
}
// ANCHOR_END: per_thread

// ANCHOR: local
pub fn local(crew: &Crew, increments: u64) -> io::Result<u64> {
    let counts = crew.together(|_| {
        let mut count = 0;
        for _ in 0..increments {
            // Without this the loop is one addition: see `add_up`.
            count += black_box(1);
        }
        count
    })?;
    Ok(counts.into_iter().sum())
}
// ANCHOR_END: local

// ANCHOR: fold
/// What the compiler may assume of memory that no other thread uses, it also
/// assumes of a `static mut`.
#[inline(never)]
pub fn add_up(counter: &mut u64, increments: u64) {
    for _ in 0..increments {
        *counter += 1;
    }
}
// ANCHOR_END: fold

// ANCHOR: empty
/// Two threads empty the same accounts, meeting before each one. Returns how
/// often 10 were paid.
pub fn empty(
    accounts: &[Mutex<i64>],
    withdraw: fn(&Mutex<i64>, i64) -> bool,
) -> io::Result<usize> {
    let meeting = Meeting::default();
    let paid = Crew::new(2).together(|_| {
        let mut paid = 0;
        for (round, account) in (0..).zip(accounts) {
            meeting.wait(round);
            paid += usize::from(withdraw(account, 10));
        }
        paid
    })?;
    Ok(paid.into_iter().sum())
}
// ANCHOR_END: empty
