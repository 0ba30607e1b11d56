//! The one place that starts processes, and the bound on their generations.

use std::env;
use std::path::PathBuf;
use std::process::{Child, Command};

use super::budget;
use crate::PoolError;

/// The last generation that may exist, the first program being generation 0.
///
/// A program that forgets [`init`](super::init) starts workers from workers.
/// 1 would forbid a worker's own pool, which is legitimate; each generation
/// more multiplies the processes of a runaway by the number of workers.
pub const GENERATION_LIMIT: u32 = 2;

/// Says that a process is a worker. A program that a job starts inherits it,
/// which matters only if that program calls `init` too; [`spawn`] removes it.
pub(super) const ROLE: &str = "WORKERS_ROLE";
pub(super) const WORKER: &str = "worker";

pub(super) const GENERATION: &str = "WORKERS_GENERATION";

/// This process's generation: 0 for a program that a person started. A value
/// that is no number counts as the limit, so that it can't lift the bound.
pub fn generation() -> u32 {
    match env::var_os(GENERATION) {
        None => 0,
        Some(value) => value
            .to_str()
            .and_then(|text| text.parse().ok())
            .unwrap_or(GENERATION_LIMIT),
    }
}

/// Starts `command` as the next generation; it is no worker.
///
/// # Errors
///
/// [`PoolError::TooDeep`] in the last generation, [`PoolError::Start`] if the
/// system refuses.
pub fn spawn(command: &mut Command) -> Result<Child, PoolError> {
    start(command.env_remove(ROLE))
}

/// Starts `command` as a worker, under the same bound.
pub(super) fn spawn_worker(command: &mut Command) -> Result<Child, PoolError> {
    start(command.env(ROLE, WORKER))
}

// ANCHOR: start
fn start(command: &mut Command) -> Result<Child, PoolError> {
    let next = child_generation(generation())?;
    budget::admit()?;
    run(command.env(GENERATION, next.to_string()))
}

fn child_generation(own: u32) -> Result<u32, PoolError> {
    if own >= GENERATION_LIMIT {
        return Err(PoolError::TooDeep {
            generation: own,
            limit: GENERATION_LIMIT,
        });
    }
    Ok(own + 1)
}
// ANCHOR_END: start

/// Starts `command` as it is. The callers have set its bounds.
pub(super) fn run(command: &mut Command) -> Result<Child, PoolError> {
    command.spawn().map_err(|error| PoolError::Start {
        program: PathBuf::from(command.get_program()),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_child_is_one_generation_further() {
        assert_eq!(child_generation(0).unwrap(), 1);
        assert_eq!(child_generation(1).unwrap(), 2);
    }

    #[test]
    fn the_last_generation_starts_nothing() {
        for own in [GENERATION_LIMIT, GENERATION_LIMIT + 1, u32::MAX] {
            let error = child_generation(own).unwrap_err();
            assert!(matches!(error, PoolError::TooDeep { .. }), "{error}");
        }
    }
}
