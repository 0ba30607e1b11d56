//! Records made by hand, for the tests of facts, claims, tables and charts.

use std::collections::BTreeMap;

use crate::experiment::{Experiment, Options, ROUNDS};
use crate::floor::Floor;
use crate::machine::{Conditions, Machine};
use crate::profile::{PerProfile, Profile};
use crate::record::{Record, RowRecord, SCHEMA};
use crate::stats::Summary;

/// An experiment without rows, facts and claims, for a test to fill in.
pub const fn experiment() -> Experiment {
    Experiment {
        slug: "demo",
        title: "a demonstration",
        question: "What comes out?",
        versions: &[("rustc", "1.0.0")],
        budget_s: PerProfile::new(1, 1, 1),
        rounds: ROUNDS,
        baselines: &[],
        options: Options::NONE,
        rows: |_| Ok(Vec::new()),
        facts: &[],
        claims: &[],
        tables: &[],
        charts: &[],
    }
}

/// Builds a record from samples that a test chooses.
#[derive(Clone, Debug)]
pub struct RecordBuilder {
    record: Record,
}

impl RecordBuilder {
    /// An empty record of `experiment`, made on a fixed machine with two
    /// cores that was fully quiet.
    pub fn new(experiment: &str) -> Self {
        Self {
            record: Record {
                schema: SCHEMA,
                experiment: experiment.into(),
                profile: Profile::Standard,
                args: BTreeMap::new(),
                options: BTreeMap::new(),
                binary: "0".repeat(64),
                machine: Machine {
                    cpu: "Test CPU".into(),
                    cores: 2,
                    memory_mib: Some(8192),
                    os: "Linux 6.1".into(),
                    arch: "x86_64".into(),
                    build: "release".into(),
                    versions: BTreeMap::from([(
                        "rustc".into(),
                        "1.95.0".into(),
                    )]),
                    environment: BTreeMap::new(),
                    conditions: Conditions::default(),
                },
                quietness: Some(100.0),
                started: "2026-01-02T03:04:05Z".into(),
                duration_s: 2.0,
                timed_s: 1.9,
                rows: Vec::new(),
                facts: BTreeMap::new(),
                claims: Vec::new(),
            },
        }
    }

    /// Adds a row with these samples; its label is its id.
    #[must_use]
    pub fn row(mut self, id: &str, unit: &str, samples: &[f64]) -> Self {
        let summary = Summary::of(samples);
        self.record.rows.push(RowRecord {
            id: id.into(),
            label: id.into(),
            unit: unit.into(),
            samples: samples.to_vec(),
            again: Vec::new(),
            median: summary.map(|s| s.median),
            min: summary.map(|s| s.min),
            max: summary.map(|s| s.max),
            floor: None,
            extra: BTreeMap::new(),
            said: BTreeMap::new(),
            not_run: None,
        });
        self
    }

    /// Adds a row that was not run.
    #[must_use]
    pub fn not_run(self, id: &str, unit: &str, reason: &str) -> Self {
        let mut this = self.row(id, unit, &[]);
        this.last().not_run = Some(reason.into());
        this
    }

    /// Gives the last row a further value, one a round.
    #[must_use]
    pub fn extra(mut self, name: &str, values: &[f64]) -> Self {
        let values = values.iter().copied().map(Some).collect();
        self.last().extra.insert(name.into(), values);
        self
    }

    /// Makes the last row a baseline whose second runs gave `samples`.
    #[must_use]
    pub fn again(mut self, samples: &[f64]) -> Self {
        self.last().again = samples.to_vec();
        self
    }

    /// Sets an option of the experiment.
    #[must_use]
    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.record.options.insert(name.into(), value.into());
        self
    }

    /// Gives the last row a floor.
    #[must_use]
    pub fn floor(mut self, floor: Floor) -> Self {
        self.last().floor = Some(floor);
        self
    }

    /// Sets the quietness, in percent.
    #[must_use]
    pub fn quietness(mut self, percent: f64) -> Self {
        self.record.quietness = Some(percent);
        self
    }

    /// Sets the number of cores.
    #[must_use]
    pub fn cores(mut self, cores: usize) -> Self {
        self.record.machine.cores = cores;
        self
    }

    /// Sets the profile.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.record.profile = profile;
        self
    }

    /// The record.
    pub fn build(self) -> Record {
        self.record
    }

    /// # Panics
    /// If no row was added yet.
    fn last(&mut self) -> &mut RowRecord {
        self.record.rows.last_mut().expect("a row was added before")
    }
}
