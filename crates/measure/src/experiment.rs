//! What an example has to say: its rows, facts, claims, tables and charts.

use clap::{ArgMatches, Command, FromArgMatches};
use serde::{Deserialize, Serialize};

use crate::chart::Chart;
use crate::claim::Claim;
use crate::columns::TableOf;
use crate::fact::Fact;
use crate::profile::{PerProfile, Profile};
use crate::record::Record;
use crate::row::{BodyError, Row};

/// An experiment: one constant. [`crate::main`] gives each the same command
/// line.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The slug: the same for chapter, example, lab and test.
    pub slug: &'static str,
    /// What it measures, in a few words.
    pub title: &'static str,
    /// The question in one sentence a reader would ask.
    pub question: &'static str,
    /// Name → version of the compiler and the crates that are measured; see
    /// [`crate::versions!`].
    pub versions: &'static [(&'static str, &'static str)],
    /// About how long the measurement takes on two cores, in seconds, for
    /// the plan.
    pub budget_s: PerProfile<u64>,
    /// Rounds where `--runs` doesn't say otherwise; mostly [`ROUNDS`].
    pub rounds: PerProfile<u32>,
    /// Ids of the rows that the others are compared with. Each runs first and
    /// last in each round, and what the two differ by is the run's noise.
    pub baselines: &'static [&'static str],
    /// Options of its own. They are part of the record: a run with other
    /// options never stands in for the book's.
    pub options: Options,
    /// The variants, in the order of the table. An error says which option
    /// has a value that can't be measured.
    pub rows: fn(&Request<'_>) -> Result<Vec<Row<'static>>, BodyError>,
    /// Named values for the prose.
    pub facts: &'static [Fact],
    /// The sentences that the numbers decide.
    pub claims: &'static [Claim],
    /// The tables; the first is the one shown without `--table`.
    pub tables: &'static [TableOf],
    /// The charts; the first is the one shown without `--chart`.
    pub charts: &'static [ChartOf],
}

/// The usual rounds: one for a smoke run, else five, so that one may dissent.
pub const ROUNDS: PerProfile<u32> = PerProfile::new(1, 5, 5);

/// A chart under the name that `--chart` takes.
#[derive(Clone, Copy, Debug)]
pub struct ChartOf {
    /// Name within the experiment.
    pub name: &'static str,
    /// Draws it.
    pub draw: fn(&Record) -> Chart,
}

impl ChartOf {
    /// Chart `name`, drawn by `draw`.
    pub const fn new(name: &'static str, draw: fn(&Record) -> Chart) -> Self {
        Self { name, draw }
    }
}

/// The options of an experiment, as `clap` derives them from a struct.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    augment: fn(Command) -> Command,
}

impl Options {
    /// No options of its own.
    pub const NONE: Self = Self { augment: |command| command };

    /// The fields of `O`.
    pub const fn of<O: clap::Args>() -> Self {
        Self { augment: O::augment_args }
    }

    pub(crate) fn augment(self, command: Command) -> Command {
        (self.augment)(command)
    }
}

/// What a run is asked to measure.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The size of the run.
    pub profile: Profile,
    pub(crate) matches: &'a ArgMatches,
}

impl Request<'_> {
    /// The experiment's own options, as given.
    ///
    /// # Errors
    /// `O` is not what the experiment's `options` were made of.
    pub fn options<O: FromArgMatches>(&self) -> Result<O, BodyError> {
        Ok(O::from_arg_matches(self.matches)?)
    }
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
    /// Names of the tables.
    pub tables: Vec<String>,
    /// Names of the charts.
    pub charts: Vec<String>,
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
