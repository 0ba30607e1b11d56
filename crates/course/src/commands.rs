//! What can be typed after `cargo book`.

pub(crate) mod check;
pub(crate) mod clean;
pub(crate) mod cli;
pub(crate) mod doctor;
pub(crate) mod serve;
pub(crate) mod stock;
