//! Names of the rows.

pub const STEP: &str = "clock/step";
pub const READING: &str = "clock/reading";
pub const OVERSLEEP: &str = "oversleep";
pub const COLD: &str = "cold";
pub const LOOP: &str = "loop";
pub const LOOP_ONE: &str = "loop/one";
pub const LOOP_ALL: &str = "loop/all";

/// Sleeps of a sample that ended early.
pub const EARLY: &str = "early";
