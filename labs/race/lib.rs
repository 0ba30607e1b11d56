//! A bank whose accounts are used by many threads: `starter.rs` is yours.

#[cfg_attr(feature = "starter", path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
#[cfg_attr(
    feature = "mutant_check_then_act",
    path = "mutants/check_then_act.rs"
)]
#[cfg_attr(
    feature = "mutant_forgets_who_pays",
    path = "mutants/forgets_who_pays.rs"
)]
#[cfg_attr(feature = "mutant_giant_lock", path = "mutants/giant_lock.rs")]
#[cfg_attr(
    feature = "mutant_load_then_store",
    path = "mutants/load_then_store.rs"
)]
#[cfg_attr(
    feature = "mutant_lock_order_of_arguments",
    path = "mutants/lock_order_of_arguments.rs"
)]
#[cfg_attr(
    feature = "mutant_released_early",
    path = "mutants/released_early.rs"
)]
#[cfg_attr(
    feature = "mutant_same_account_twice",
    path = "mutants/same_account_twice.rs"
)]
#[cfg_attr(feature = "mutant_std_locks", path = "mutants/std_locks.rs")]
#[cfg_attr(feature = "mutant_torn_total", path = "mutants/torn_total.rs")]
mod attempt;

pub use attempt::Bank;

// The model checker's stand-in for `std::sync`: same names, same types, but
// each lock and each atomic step is a place where another thread may go on.
pub use shuttle::sync;

/// The account that was to pay has less than the amount.
#[derive(Debug, PartialEq, Eq)]
pub struct Overdrawn;
