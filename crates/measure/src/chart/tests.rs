//! Tests of the charts: units, whole drawings, and hostile data.

mod awkward;
mod golden;
mod samples;
mod units;
