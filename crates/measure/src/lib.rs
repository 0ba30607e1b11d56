//! Runs a measurement, keeps every sample and says what it means.
//!
//! The way of a number: [`clock`] → [`run`](mod@run) → [`stats`] →
//! [`record`] → [`table`], [`chart`] and [`claim`]. Each step returns a value.
//! Only [`main`] writes: the result to standard output, progress, warnings
//! and errors to standard error.

pub mod chart;
pub mod claim;
mod cli;
pub mod clock;
pub mod experiment;
pub mod floor;
mod fresh;
pub mod machine;
pub mod profile;
mod program;
mod progress;
pub mod provenance;
pub mod published;
pub mod quiet;
pub mod record;
mod report;
pub mod row;
pub mod run;
pub mod show;
pub mod stats;
pub mod table;
pub mod testing;
pub mod usage;

pub use claim::{Claim, Fact, Judgement};
pub use experiment::{About, Experiment};
pub use floor::Floor;
pub use profile::Profile;
pub use program::{main, run_with};
pub use record::{Missing, Record};
pub use row::{BodyError, Row, Sample, Unavailable};
pub use table::Table;
