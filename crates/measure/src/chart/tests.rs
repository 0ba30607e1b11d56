//! Tests of the charts: units, whole drawings, and hostile data.

mod awkward;
mod cases;
mod golden;
mod samples;
mod units;
