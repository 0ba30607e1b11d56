//! A tree of processes that can't grow, whatever its programs do.

use std::process::{Child, Command};

use super::budget::{CONTAINED, is_contained};
use super::generation::{self, GENERATION, ROLE};
use crate::PoolError;

/// Starts `command` as the first process, generation 0, of a contained tree:
/// each process in it may start [`CHILD_LIMIT`](super::CHILD_LIMIT) children, down to
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

#[cfg(test)]
mod tests {
    use super::super::budget::CHILD_LIMIT;
    use super::generation;

    #[test]
    fn a_contained_tree_and_who_started_it_are_eight() {
        let n = CHILD_LIMIT;
        assert_eq!(generation::GENERATION_LIMIT, 2);
        assert_eq!(1 + (1 + n + n * n), 8);
    }
}
