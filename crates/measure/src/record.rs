//! What a run leaves behind: the record, one JSON document an experiment.
//!
//! `record.schema.json` beside this crate's manifest describes the same
//! format for readers in other languages; a test holds the two together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::floor::Floor;
use crate::machine::{Machine, sha256_hex};
use crate::profile::Profile;
use crate::rounds::Rounds;
use crate::stats::Summary;

mod read;
mod wanted;
pub use read::{MAX_RECORD_BYTES, RecordError};
pub use wanted::{REPLAY_VARIABLE, Wanted};

/// Version of the record's format. It grows when a reader of the older format
/// would misunderstand the newer one.
pub const SCHEMA: u32 = 2;

/// Everything that one run of an experiment measured and concluded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`SCHEMA`] at the time of writing.
    pub schema: u32,
    /// The experiment's slug.
    pub experiment: String,
    /// The size of the run.
    pub profile: Profile,
    /// The options that shape the measurement, as given: name → value. Those
    /// that only shape the output (`--format`) are not among them.
    pub args: BTreeMap<String, String>,
    /// The experiment's own options as they took effect, defaults included:
    /// name → value. What an option's default is stands nowhere else.
    pub options: BTreeMap<String, String>,
    /// SHA-256 of the program that measured, in hexadecimal.
    pub binary: String,
    /// The machine, and how busy others kept it.
    pub machine: Machine,
    /// Share of its best speed that the machine gave during the run, in
    /// percent; see [`crate::quiet`].
    pub quietness: Option<f64>,
    /// When the run started: UTC, as in RFC 3339.
    pub started: String,
    /// Wall time of the whole run, in seconds.
    pub duration_s: f64,
    /// Sum of the timed regions, warm-ups included, in seconds.
    pub timed_s: f64,
    /// One per variant measured, in the order of the table.
    pub rows: Vec<RowRecord>,
    /// Named values for the prose.
    pub facts: BTreeMap<String, FactRecord>,
    /// Sentences and what became of them here.
    pub claims: Vec<ClaimRecord>,
}

/// The samples of one row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowRecord {
    /// Name within the experiment, such as `threads/4`.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// Unit of the samples: `s`, `ns`, `%`, `count` …
    pub unit: String,
    /// One a round, in the order of the rounds; empty where not run.
    pub samples: Vec<f64>,
    /// For a baseline row, which runs first and last in each round: the
    /// samples of its second run, one a round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<f64>,
    /// Median of the samples.
    pub median: Option<f64>,
    /// Smallest sample.
    pub min: Option<f64>,
    /// Largest sample.
    pub max: Option<f64>,
    /// What no honest sample can be below.
    pub floor: Option<Floor>,
    /// Further values of the same runs, such as `peak_mib`: name → one value
    /// a round, `null` for a round that has none.
    pub extra: BTreeMap<String, Vec<Option<f64>>>,
    /// What the measured program said in the last round, such as `stderr`:
    /// name → text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said: BTreeMap<String, String>,
    /// Why the row has no samples.
    pub not_run: Option<String>,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FactRecord {
    /// The value; absent where this run could not measure it.
    pub value: Option<f64>,
    /// Its unit.
    pub unit: String,
    /// Why there is no value.
    pub reason: Option<String>,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// True of the numbers measured here.
    Holds,
    /// False of the numbers measured here.
    Fails,
    /// Can't be told on this machine or from this run.
    Untestable,
}

/// A sentence, its verdict and the numbers behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimRecord {
    /// Name within the experiment.
    pub id: String,
    /// The sentence as the chapter states it.
    pub sentence: String,
    /// Whether it is so here.
    pub verdict: Verdict,
    /// The numbers the verdict rests on.
    pub evidence: String,
    /// Likely reason of a failure, or why it can't be told.
    pub reason: Option<String>,
}

/// Why a value that a fact or a claim needs is not in the record.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Missing {
    /// The experiment never measured such a row.
    #[error("row `{0}` was not measured in this run")]
    Row(String),
    /// No row of such a group was measured.
    #[error("no row `{0}/…` was measured in this run")]
    Group(String),
    /// The row has no floor.
    #[error("row `{0}` has no floor")]
    Floor(String),
    /// The row stands in the record, with the reason why it was not run.
    #[error("row `{0}` was not run: {1}")]
    NotRun(String, String),
    /// The row has no such further value.
    #[error("row `{0}` has no value `{1}`")]
    Extra(String, String),
    /// No round has all the numbers that the value is made of.
    #[error("no round has all the numbers that it is made of")]
    NoRound,
    /// The machine or the run can't give the value, for the reason named.
    #[error("{0}")]
    Unavailable(String),
}

impl RowRecord {
    /// The number behind the last slash of the id: the workers of
    /// `threads/4`, the waits of `tasks/1000`.
    pub fn number(&self) -> Option<u64> {
        self.id.rsplit_once('/')?.1.parse().ok()
    }

    /// The second run of each round ÷ the first, for a row that has both.
    pub fn again_over_first(&self) -> Option<Rounds> {
        let first = Rounds::of(&self.samples);
        (!self.again.is_empty()).then(|| Rounds::of(&self.again).over(&first))
    }
}

impl Record {
    /// The file in which the record of `experiment` stands, below `folder`:
    /// `<slug>.json` for the standard run. A run of another profile or with
    /// options of its own gets a file of its own, so neither replaces the
    /// other.
    pub fn path(
        folder: &Path,
        experiment: &str,
        profile: Profile,
        args: &BTreeMap<String, String>,
    ) -> PathBuf {
        let mut name = experiment.to_owned();
        if profile != Profile::Standard {
            name = format!("{name}.{}", profile.name());
        }
        if !args.is_empty() {
            let text: Vec<String> =
                args.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let digest = sha256_hex(text.join("\n").as_bytes());
            name = format!("{name}.{}", &digest[..12]);
        }
        folder.join(name + ".json")
    }

    /// How long ago the run started, in whole seconds; `None` for a run that
    /// this clock has still to come to.
    pub fn age(&self, now: SystemTime) -> Option<Duration> {
        let started = humantime::parse_rfc3339(&self.started).ok()?;
        // A record keeps whole seconds: one written just now may be ahead.
        let now = now + Duration::from_secs(1);
        let age = now.duration_since(started).ok()?;
        Some(Duration::from_secs(age.as_secs().saturating_sub(1)))
    }

    /// The row called `id`, whether it was run or not.
    pub fn row(&self, id: &str) -> Option<&RowRecord> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// Rows whose `id` starts with `group/`, in the order of the table.
    pub fn group<'a>(
        &'a self,
        group: &'a str,
    ) -> impl Iterator<Item = &'a RowRecord> {
        self.rows.iter().filter(move |row| {
            row.id.strip_prefix(group).is_some_and(|rest| rest.starts_with('/'))
        })
    }

    /// The samples of row `id`.
    ///
    /// # Errors
    /// There is no such row, or it was not run. So for all functions below
    /// that return [`Missing`]; those that take a name also where the row has
    /// no such value.
    pub fn samples(&self, id: &str) -> Result<&[f64], Missing> {
        let row = self.row(id).ok_or_else(|| Missing::Row(id.into()))?;
        match &row.not_run {
            Some(reason) => Err(Missing::NotRun(id.into(), reason.clone())),
            None => Ok(&row.samples),
        }
    }

    /// The value that option `name` had, given or by default; empty where the
    /// experiment has no such option.
    pub fn option(&self, name: &str) -> &str {
        self.options.get(name).map_or("", String::as_str)
    }

    /// The samples of row `id`, round by round.
    pub fn rounds(&self, id: &str) -> Result<Rounds, Missing> {
        self.samples(id).map(Rounds::of)
    }

    /// Median, ends and number of the samples of row `id`.
    pub fn summary(&self, id: &str) -> Result<Summary, Missing> {
        Summary::of(self.samples(id)?).ok_or_else(|| Missing::Row(id.into()))
    }

    /// Median of row `id`.
    pub fn median(&self, id: &str) -> Result<f64, Missing> {
        self.summary(id).map(|summary| summary.median)
    }

    /// The further values `name` of row `id`, round by round.
    pub fn extra_rounds(
        &self,
        id: &str,
        name: &str,
    ) -> Result<Rounds, Missing> {
        self.samples(id)?;
        self.row(id)
            .and_then(|row| row.extra.get(name))
            .map(|values| Rounds::with_gaps(values))
            .ok_or_else(|| Missing::Extra(id.into(), name.into()))
    }

    /// Median of the further value `name` of row `id`.
    pub fn extra(&self, id: &str, name: &str) -> Result<f64, Missing> {
        self.extra_rounds(id, name)?
            .summary()
            .map(|summary| summary.median)
            .ok_or_else(|| Missing::Extra(id.into(), name.into()))
    }

    /// How many times as long row `over` takes as row `under`, round by round.
    pub fn ratios(&self, over: &str, under: &str) -> Result<Rounds, Missing> {
        Ok(self.rounds(over)?.over(&self.rounds(under)?))
    }

    /// Median and ends of [`Record::ratios`].
    pub fn ratio(&self, over: &str, under: &str) -> Result<Summary, Missing> {
        self.ratios(over, under)?
            .summary()
            .ok_or_else(|| Missing::Row(under.into()))
    }

    /// How many times its floor row `id` took, round by round.
    ///
    /// # Errors
    /// As for [`Record::samples`], or the row has no floor.
    pub fn over_floor(&self, id: &str) -> Result<Rounds, Missing> {
        let rounds = self.rounds(id)?;
        let floor = self.row(id).and_then(|row| row.floor.as_ref());
        let floor = floor.ok_or_else(|| Missing::Floor(id.into()))?;
        Ok(rounds.times(floor.value.recip()))
    }

    /// Asks for a machine with at least `cores` usable cores.
    ///
    /// # Errors
    /// This machine has fewer: the claim can't be tested here.
    pub fn needs_cores(&self, cores: usize) -> Result<(), Missing> {
        if self.machine.cores >= cores {
            return Ok(());
        }
        let have = match self.machine.cores {
            1 => "this program may use one core only".to_owned(),
            n => format!("this program may use {n} cores"),
        };
        Err(Missing::Unavailable(format!("needs {cores} cores; {have}")))
    }
}

#[cfg(test)]
mod tests;
