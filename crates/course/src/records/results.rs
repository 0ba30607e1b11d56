//! The records behind a build, by the names that chapters use.

use std::collections::BTreeMap;

use measure::machine::{Machine, file_sha256_hex};
use measure::record::{ClaimRecord, FactRecord, Verdict};
use measure::{Profile, Record};

use crate::chapter::call::ExampleCall;
use crate::chapter::name::Name;
use crate::records::runs::Run;
use crate::records::unknown;
use crate::system::problem::Problem;
use crate::system::suggestion::suggestion;

/// The records of a build.
#[derive(Debug)]
pub(crate) struct Results {
    /// The standard record of each experiment.
    records: BTreeMap<String, Record>,
    /// The digest of each call's record.
    sources: Vec<(ExampleCall, String)>,
    /// The machine, on which may depend what a program says of itself.
    machine: String,
}

impl Results {
    /// The records of those of `runs` that are fresh.
    pub(crate) fn of(runs: &[Run], profile: Profile) -> Self {
        let mut records = BTreeMap::new();
        let mut sources = Vec::new();
        for run in runs {
            let Ok(record) = run.fresh_record() else { continue };
            if let Ok(digest) = file_sha256_hex(&run.record) {
                sources.push((run.call.clone(), digest));
            }
            if run.is_standard(profile) {
                records.insert(run.call.slug.clone(), record);
            }
        }
        // Plain data, which always has a text.
        let machine = serde_json::to_string(&Machine::here(&[]));
        let machine = machine.unwrap_or_default();
        Self { records, sources, machine }
    }

    /// What the output of `call` is made from, besides its program.
    pub(crate) fn made_from(&self, call: &ExampleCall) -> Option<String> {
        if call.needs_no_record() {
            return Some(self.machine.clone());
        }
        let args = call.measurement_args();
        let (_, digest) = self
            .sources
            .iter()
            .find(|(known, _)| known.slug == call.slug && known.args == args)?;
        Some(digest.clone())
    }

    /// All records, by slug.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// The record of `slug`.
    pub(crate) fn record(&self, slug: &str) -> Option<&Record> {
        self.records.get(slug)
    }

    /// A fact and the record it stands in.
    pub(crate) fn fact(
        &self,
        name: &Name,
    ) -> Result<(&FactRecord, &Record), Problem> {
        let record = self.measured(name)?;
        match record.facts.get(&name.name) {
            Some(fact) => Ok((fact, record)),
            None => {
                let known = record.facts.keys().map(String::as_str);
                Err(unknown::problem("fact", name, known))
            }
        }
    }

    /// A claim.
    pub(crate) fn claim(&self, name: &Name) -> Result<&ClaimRecord, Problem> {
        let claims = &self.measured(name)?.claims;
        let claim = claims.iter().find(|claim| claim.id == name.name);
        claim.ok_or_else(|| {
            let known = claims.iter().map(|claim| claim.id.as_str());
            unknown::problem("claim", name, known)
        })
    }

    fn measured(&self, name: &Name) -> Result<&Record, Problem> {
        let slug = &name.slug;
        self.record(slug).ok_or_else(|| {
            Problem::new(
                format!("there is no measurement of `{slug}`"),
                format!("type `cargo book measure {slug}`"),
            )
        })
    }

    /// The record that was made last: the machine as it was then.
    pub(crate) fn latest(&self) -> Option<&Record> {
        // RFC 3339 in UTC sorts as text.
        self.all().max_by(|a, b| a.started.cmp(&b.started))
    }

    /// The version of crate `name` that was measured, else which are known.
    pub(crate) fn version(&self, name: &str) -> Result<&str, Problem> {
        let versions = || self.all().flat_map(|r| &r.machine.versions);
        versions()
            .find(|(known, _)| *known == name)
            .map(|(_, version)| version.as_str())
            .ok_or_else(|| {
                let mut known: Vec<&str> =
                    versions().map(|(known, _)| known.as_str()).collect();
                known.sort_unstable();
                known.dedup();
                Problem::new(
                    format!(
                        "no experiment of this book names a version of \
                         `{name}`"
                    ),
                    suggestion(name, known),
                )
            })
    }

    /// How many claims have each verdict.
    pub(crate) fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for claim in self.all().flat_map(|record| &record.claims) {
            match claim.verdict {
                Verdict::Holds => totals.holds += 1,
                Verdict::Fails => totals.fails += 1,
                Verdict::Untestable => totals.untestable += 1,
            }
        }
        totals
    }
}

/// Claims by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) holds: usize,
    pub(crate) fails: usize,
    pub(crate) untestable: usize,
}
