//! A tree of processes that can't grow, whatever its programs do.

use std::env;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::generation::{self, GENERATION, ROLE};
use crate::PoolError;

/// The most children that a contained process may start in its life.
///
/// With two generations below the first process this makes 1 + 2 + 4, seven
/// processes ever; with the program that started the tree they are eight.
pub const CHILD_LIMIT: u32 = 2;

const CONTAINED: &str = "WORKERS_CONTAINED";

/// Counted for ever, and not given back when a child ends: a program that
/// starts one child after the other is bounded as well.
static STARTED: AtomicU32 = AtomicU32::new(0);

/// Whether this process belongs to a tree that [`spawn_contained`] started.
pub fn is_contained() -> bool {
    env::var_os(CONTAINED).is_some()
}

/// Starts `command` as the first process, generation 0, of a contained tree:
/// each process in it may start [`CHILD_LIMIT`] children, down to
/// [`GENERATION_LIMIT`](super::GENERATION_LIMIT), by [`spawn`](super::spawn)
/// or by a pool. The tree gets a process group of its own, so that the caller
/// can end all of it.
///
/// The bound stands in the children's environment: it does not rest on what
/// their `main` does or forgets.
///
/// # Errors
///
/// [`PoolError::Nested`] in a contained process and in a child, or the bound
/// would begin anew; [`PoolError::Start`] if the system refuses.
pub fn spawn_contained(command: &mut Command) -> Result<Child, PoolError> {
    if is_contained() || generation::generation() > 0 {
        return Err(PoolError::Nested);
    }
    own_group(command);
    command.env_remove(ROLE).env(CONTAINED, "1").env(GENERATION, "0");
    generation::run(command)
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn own_group(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(
        command,
        CREATE_NEW_PROCESS_GROUP,
    );
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

    #[test]
    fn a_contained_tree_and_who_started_it_are_eight() {
        let n = CHILD_LIMIT;
        assert_eq!(generation::GENERATION_LIMIT, 2);
        assert_eq!(1 + (1 + n + n * n), 8);
    }
}
