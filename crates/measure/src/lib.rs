//! Runs a measurement, keeps every sample and says what it means.
//!
//! The way of a number: [`clock`] → [`run`](mod@run) → [`stats`] →
//! [`record`] → [`rounds`] → [`question`] → [`claim`] for a verdict, and from
//! the record to [`fact`], [`table`] and [`chart`]. Each step returns a value.
//! Only [`main`] writes: the result to standard output, progress, warnings
//! and errors to standard error.

pub mod beside;
pub mod chart;
pub mod claim;
mod cli;
pub mod clock;
pub mod columns;
pub mod experiment;
pub mod fact;
pub mod floor;
mod fresh;
pub mod machine;
pub mod noise;
pub mod pivot;
pub mod profile;
mod program;
mod progress;
pub mod provenance;
pub mod published;
pub mod question;
pub mod quiet;
mod quota;
pub mod record;
mod report;
pub mod rounds;
pub mod row;
pub mod run;
pub mod show;
pub mod stats;
pub mod table;
pub mod testing;
pub mod usage;

pub use beside::Beside;
pub use claim::{Claim, Judgement};
pub use columns::{Column, Plain, Select, TableOf};
pub use experiment::{ChartOf, Experiment, Options, ROUNDS, Request};
pub use fact::Fact;
pub use floor::Floor;
pub use pivot::Pivot;
pub use profile::{PerProfile, Profile};
pub use program::{main, run_with};
pub use question::Question;
pub use record::{Missing, Record};
pub use rounds::Rounds;
pub use row::{BodyError, Row, Sample, Unavailable};
pub use table::Table;
