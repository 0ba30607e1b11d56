//! Jobs of unequal length over a fixed number of threads: `starter.rs` is yours.

#[cfg_attr(not(feature = "solution"), path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
mod attempt;

pub use attempt::run_all;

/// A job panicked; if several did, the first of them in the order of the jobs.
#[derive(Debug, PartialEq, Eq)]
pub struct Panicked {
    /// Its place among the jobs, counted from 0.
    pub job: usize,
}
