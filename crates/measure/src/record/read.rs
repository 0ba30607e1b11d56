//! Reading records back: nothing in the file is trusted.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::{Record, RowRecord, SCHEMA};
use crate::stats::Summary;

/// Largest record that is read: the book's own are below 1 MiB, and a file
/// much larger than that is not one of them.
pub const MAX_RECORD_BYTES: u64 = 64 * 1024 * 1024;

/// Why a record can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file can't be read.
    #[error("can't read record `{path}`: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Something else than a file: reading a pipe could wait for ever.
    #[error("record `{0}` is not a regular file")]
    NotAFile(String),
    /// Larger than [`MAX_RECORD_BYTES`].
    #[error("record is larger than {MAX_RECORD_BYTES} bytes")]
    TooLarge,
    /// Not JSON, or JSON of another shape.
    #[error("record is damaged: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Written by another version of this crate.
    #[error("record has schema {found}, this program reads {SCHEMA}")]
    Schema {
        /// The version that the record names, 0 where it names none.
        found: u64,
    },
    /// The values contradict each other.
    #[error("record contradicts itself: {0}")]
    Inconsistent(String),
}

impl Record {
    /// Reads and validates the record at `path`.
    ///
    /// # Errors
    /// The file is missing, too large, damaged, of another schema, or
    /// contradicts itself.
    pub fn load(path: &Path) -> Result<Self, RecordError> {
        let unreadable = |source| RecordError::Unreadable {
            path: path.display().to_string(),
            source,
        };
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(RecordError::NotAFile(path.display().to_string()));
        }
        let file = File::open(path).map_err(unreadable)?;
        let mut text = Vec::new();
        file.take(MAX_RECORD_BYTES + 1)
            .read_to_end(&mut text)
            .map_err(unreadable)?;
        Self::parse(&text)
    }

    /// Reads and validates a record.
    ///
    /// # Errors
    /// As [`Record::load`].
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        if text.len() as u64 > MAX_RECORD_BYTES {
            return Err(RecordError::TooLarge);
        }
        // The version is looked at first: a record of another schema need not
        // have the fields of this one.
        let value: serde_json::Value = serde_json::from_slice(text)?;
        match value.get("schema").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(SCHEMA) => {}
            found => {
                return Err(RecordError::Schema { found: found.unwrap_or(0) });
            }
        }
        let record: Self = serde_json::from_value(value)?;
        record.validate().map_err(RecordError::Inconsistent)?;
        Ok(record)
    }

    fn validate(&self) -> Result<(), String> {
        unique("row", self.rows.iter().map(|row| row.id.as_str()))?;
        unique("claim", self.claims.iter().map(|claim| claim.id.as_str()))?;
        self.rows.iter().try_for_each(RowRecord::validate)?;
        for (name, fact) in &self.facts {
            if fact.value.is_some() == fact.reason.is_some() {
                return Err(format!(
                    "fact `{name}` needs either a value or a reason why not"
                ));
            }
        }
        if humantime::parse_rfc3339(&self.started).is_err() {
            return Err(format!("`started` is `{}`", self.started));
        }
        for (name, seconds) in
            [("duration_s", self.duration_s), ("timed_s", self.timed_s)]
        {
            if seconds < 0.0 {
                return Err(format!("`{name}` is {seconds}"));
            }
        }
        Ok(())
    }
}

impl RowRecord {
    fn validate(&self) -> Result<(), String> {
        let id = &self.id;
        if self.samples.is_empty() != self.not_run.is_some() {
            return Err(format!(
                "row `{id}` needs either samples or a reason why not"
            ));
        }
        let rounds = self.samples.len();
        if !self.again.is_empty() && self.again.len() != rounds {
            return Err(format!(
                "row `{id}` has {rounds} first runs and {} second ones",
                self.again.len()
            ));
        }
        for (name, values) in &self.extra {
            if values.len() != rounds {
                return Err(format!(
                    "row `{id}` has {rounds} samples and {} values `{name}`",
                    values.len()
                ));
            }
        }
        let real = Summary::of(&self.samples);
        let quoted = (self.median, self.min, self.max);
        if quoted
            != (
                real.map(|s| s.median),
                real.map(|s| s.min),
                real.map(|s| s.max),
            )
        {
            return Err(format!(
                "row `{id}` quotes a median, min or max that its samples \
                 don't have"
            ));
        }
        Ok(())
    }
}

fn unique<'a>(
    what: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(format!("{what} `{name}` stands twice"));
        }
    }
    Ok(())
}
