//! A pool of worker processes: this executable once more, spoken to by pipe.
//!
//! ```no_run
//! use std::process::ExitCode;
//! use workers::process::{self, ProcessPool};
//!
//! fn square(x: u64) -> Result<u64, String> {
//!     x.checked_mul(x).ok_or_else(|| format!("{x} is too large"))
//! }
//!
//! fn main() -> ExitCode {
//!     if let Some(code) = process::init(square) {
//!         return code; // this process was a worker, and has done its work
//!     }
//!     let pool = ProcessPool::<u64, u64>::start(2).expect("a pool");
//!     let squares = pool.map([1, 2, 3]).expect("squares");
//!     assert_eq!(squares, [1, 4, 9]);
//!     ExitCode::SUCCESS
//! }
//! ```
//!
//! A worker's stdin carries frames of jobs, its stdout frames of answers: a
//! line with lengths, JSON documents, and raw bytes ([`RawBytes`]). Its stderr
//! is not shown: its start stands in the error if the worker fails. A worker
//! that is done early gets the next job; one thread per worker brings it,
//! unless the caller of `apply` talks to the worker by itself.
//!
//! A job must neither read stdin nor write to stdout. What it prints there is
//! reported as [`PoolError::Garbage`](crate::PoolError::Garbage) with the
//! line.
//!
//! # Who ends a worker
//!
//! Dropping the pool does, and an error does. If the parent is killed, stdin
//! closes: an idle worker ends at once; a busy one ends at once on Linux,
//! where the kernel is asked to kill it with its parent, and after its job on
//! other systems.

mod budget;
mod contained;
mod generation;
mod parent;
mod program;
mod wire;
mod worker;

pub use budget::{CHILD_LIMIT, is_contained};
pub use contained::spawn_contained;
pub use generation::{GENERATION_LIMIT, generation, spawn};
pub use parent::{Builder, ProcessPool, Processes};
pub use program::own_program;
pub use wire::RawBytes;
pub use worker::{die_with_parent, init};
