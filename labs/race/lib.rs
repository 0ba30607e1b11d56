//! A bank whose accounts are used by many threads: `starter.rs` is yours.

#[cfg_attr(not(feature = "solution"), path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
mod attempt;

pub use attempt::Bank;

// The model checker's stand-in for `std::sync`: same names, same types, but
// each lock and each atomic step is a place where another thread may go on.
pub use shuttle::sync;

/// The account that was to pay has less than the amount.
#[derive(Debug, PartialEq, Eq)]
pub struct Overdrawn;
