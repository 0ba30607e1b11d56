//! A bank whose accounts are used by many threads: `starter.rs` is yours.

#[cfg_attr(not(feature = "solution"), path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
mod attempt;

pub use attempt::Bank;

// The model checker's stand-in for `std::sync`: same names, same types, but
// each lock and each atomic step is a place where another thread may go on.
pub use orders::sync;

/// The account that was to pay has less than the amount.
#[derive(Debug, PartialEq, Eq)]
pub struct Overdrawn;

/// The answer's own text: what it takes from elsewhere, no test could see.
#[cfg(not(feature = "solution"))]
pub const ANSWER: &str = include_str!("starter.rs");
#[cfg(feature = "solution")]
pub const ANSWER: &str = include_str!("solution.rs");
