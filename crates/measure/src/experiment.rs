//! What an example has to say: its rows, facts, claims, tables and charts.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chart::Chart;
use crate::claim::{Claim, Fact};
use crate::profile::Profile;
use crate::record::Record;
use crate::row::{BodyError, Row};
use crate::table::Table;

/// Name and question of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The slug: the same for chapter, example, lab and test.
    pub slug: &'static str,
    /// What it measures, in a few words.
    pub title: &'static str,
    /// The question in one sentence a reader would ask.
    pub question: &'static str,
    /// Name → version of the compiler and the crates that are measured; see
    /// [`crate::versions!`].
    pub versions: &'static [(&'static str, &'static str)],
}

/// An experiment. [`crate::main`] gives each the same command line.
pub trait Experiment {
    /// Options of its own. They are part of the record: a run with other
    /// options never stands in for the book's.
    type Options: clap::Args + Serialize;

    /// Name and question.
    fn about(&self) -> About;

    /// About how long the measurement takes on two cores, for the plan.
    fn budget(&self, profile: Profile) -> Duration;

    /// Rounds where `--runs` doesn't say otherwise.
    fn rounds(&self, profile: Profile) -> u32 {
        profile.rounds()
    }

    /// The variants, in the order of the table.
    ///
    /// # Errors
    /// An option has a value that can't be measured.
    fn rows<'a>(
        &'a self,
        options: &'a Self::Options,
        profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError>;

    /// Named values for the prose.
    fn facts(&self) -> Vec<Fact>;

    /// The sentences that the numbers decide.
    fn claims(&self) -> Vec<Claim>;

    /// The tables; the first is the one shown without `--table`.
    fn tables(&self, record: &Record) -> Vec<Table>;

    /// The charts; the first is the one shown without `--chart`.
    fn charts(&self, record: &Record) -> Vec<Chart>;
}

/// What `--list --format json` prints: what a run with the same options would
/// measure, and under which names the results could be had.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// The experiment's slug.
    pub experiment: String,
    /// What it measures, in a few words.
    pub title: String,
    /// The size of the run.
    pub profile: Profile,
    /// Options that shape the measurement, as records have them.
    pub args: std::collections::BTreeMap<String, String>,
    /// About how long the measurement takes, in seconds.
    pub budget_s: f64,
    /// Ids and labels of the rows.
    pub rows: Vec<Named>,
    /// Names and meanings of the facts.
    pub facts: Vec<Named>,
    /// Ids and sentences of the claims.
    pub claims: Vec<Named>,
}

/// A name and what it stands for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// The name that chapters use.
    pub name: String,
    /// What it stands for.
    pub about: String,
}

impl Named {
    pub(crate) fn new(name: &str, about: &str) -> Self {
        Self { name: name.into(), about: about.into() }
    }
}

/// Name → version pairs of the compiler and the crates named, as they were
/// when the example was compiled. The package's build script provides them.
///
/// ```ignore
/// versions: measure::versions!["tokio", "rayon"],
/// ```
#[macro_export]
macro_rules! versions {
    [$($name:literal),* $(,)?] => {
        &[
            ("rustc", env!("VERSION_rustc")),
            $(($name, env!(concat!("VERSION_", $name))),)*
        ]
    };
}
