//! Many waits, a few at a time: `starter.rs` is yours.

#[cfg_attr(feature = "starter", path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
#[cfg_attr(feature = "mutant_detached", path = "mutants/detached.rs")]
#[cfg_attr(
    feature = "mutant_errors_left_out",
    path = "mutants/errors_left_out.rs"
)]
#[cfg_attr(
    feature = "mutant_finishing_order",
    path = "mutants/finishing_order.rs"
)]
#[cfg_attr(feature = "mutant_one_too_many", path = "mutants/one_too_many.rs")]
#[cfg_attr(
    feature = "mutant_permit_thrown_away",
    path = "mutants/permit_thrown_away.rs"
)]
#[cfg_attr(feature = "mutant_unbounded", path = "mutants/unbounded.rs")]
#[cfg_attr(feature = "mutant_waves", path = "mutants/waves.rs")]
mod attempt;

pub use attempt::fetch_all;
