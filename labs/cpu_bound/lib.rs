//! Jobs of unequal length over a fixed number of threads: `starter.rs` is yours.

#[cfg_attr(feature = "starter", path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
#[cfg_attr(feature = "mutant_equal_shares", path = "mutants/equal_shares.rs")]
#[cfg_attr(
    feature = "mutant_finishing_order",
    path = "mutants/finishing_order.rs"
)]
#[cfg_attr(
    feature = "mutant_holds_the_queue",
    path = "mutants/holds_the_queue.rs"
)]
#[cfg_attr(
    feature = "mutant_lost_remainder",
    path = "mutants/lost_remainder.rs"
)]
#[cfg_attr(feature = "mutant_panic_spreads", path = "mutants/panic_spreads.rs")]
#[cfg_attr(
    feature = "mutant_thread_per_job",
    path = "mutants/thread_per_job.rs"
)]
#[cfg_attr(feature = "mutant_waves", path = "mutants/waves.rs")]
mod attempt;

pub use attempt::run_all;

/// A job panicked; if several did, the first of them in the order of the jobs.
#[derive(Debug, PartialEq, Eq)]
pub struct Panicked {
    /// Its place among the jobs, counted from 0.
    pub job: usize,
}
