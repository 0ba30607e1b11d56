//! How many processes a process of a contained tree may start.

use std::env;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::PoolError;

/// The most children that a contained process may start in its life.
///
/// With two generations below the first process this makes 1 + 2 + 4, seven
/// processes ever; with the program that started the tree they are eight.
pub const CHILD_LIMIT: u32 = 2;

pub(super) const CONTAINED: &str = "WORKERS_CONTAINED";

/// Counted for ever, and not given back when a child ends: a program that
/// starts one child after the other is bounded as well.
static STARTED: AtomicU32 = AtomicU32::new(0);

/// Whether this process belongs to a tree that
/// [`spawn_contained`](super::spawn_contained) started.
pub fn is_contained() -> bool {
    env::var_os(CONTAINED).is_some()
}

/// Asks for one more child of this process.
pub(super) fn admit() -> Result<(), PoolError> {
    if is_contained() { take_one(&STARTED) } else { Ok(()) }
}

fn take_one(started: &AtomicU32) -> Result<(), PoolError> {
    started
        .try_update(Relaxed, Relaxed, |n| (n < CHILD_LIMIT).then_some(n + 1))
        .map(drop)
        .map_err(|_| PoolError::TooMany { limit: CHILD_LIMIT })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_children_of_a_contained_process_are_counted_for_ever() {
        let started = AtomicU32::new(0);
        for _ in 0..CHILD_LIMIT {
            take_one(&started).unwrap();
        }
        for _ in 0..3 {
            let error = take_one(&started).unwrap_err();
            assert!(matches!(error, PoolError::TooMany { .. }), "{error}");
        }
    }
}
