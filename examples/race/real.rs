//! The steps on real threads.

pub(crate) use std::sync;

#[path = "steps.rs"]
pub(crate) mod steps;
