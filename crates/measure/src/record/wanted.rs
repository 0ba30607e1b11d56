//! Whether a record may stand in for a measurement.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Record;
use crate::machine::Machine;
use crate::profile::Profile;

/// Set to `1`: an example prints from its record instead of measuring.
pub const REPLAY_VARIABLE: &str = "BOOK_REPLAY";

/// The run that is wanted: a record of any other does not stand in for it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The experiment's slug.
    pub experiment: &'a str,
    /// The size of the run.
    pub profile: Profile,
    /// The options that shape the measurement.
    pub args: &'a BTreeMap<String, String>,
    /// SHA-256 of the program, which covers its libraries, the compiler and
    /// the lock file.
    pub binary: &'a str,
}

impl Wanted<'_> {
    /// The file of the record, below `folder`.
    pub fn path(&self, folder: &Path) -> PathBuf {
        Record::path(folder, self.experiment, self.profile, self.args)
    }

    /// The record below `folder`, where it is of this run on this machine.
    ///
    /// # Errors
    /// In words, why it can't stand in for a measurement.
    pub fn load(&self, folder: &Path) -> Result<Record, String> {
        let path = self.path(folder);
        if !path.exists() {
            return Err("not measured yet".into());
        }
        let record = Record::load(&path).map_err(|error| error.to_string())?;
        self.accept(&record)?;
        Ok(record)
    }

    /// Whether `record` is of this run on this machine.
    ///
    /// # Errors
    /// In words, what is different.
    pub fn accept(&self, record: &Record) -> Result<(), String> {
        if record.experiment != self.experiment {
            return Err(format!("it is of `{}`", record.experiment));
        }
        if record.profile != self.profile {
            return Err("it is of a run of another size".into());
        }
        if record.args != *self.args {
            return Err("it is of a run with other options".into());
        }
        if record.binary != self.binary {
            return Err("the program has changed since".into());
        }
        // The same program has the same build and versions.
        let here = Machine {
            build: record.machine.build.clone(),
            versions: record.machine.versions.clone(),
            ..Machine::here(&[])
        };
        if !record.machine.is_same_as(&here) {
            return Err("it was measured on another machine".into());
        }
        Ok(())
    }
}

impl Record {
    /// The folder of the records: `target/book-records` of the
    /// `target/<profile>/examples/<slug>` that `program` is.
    pub fn folder(program: &Path) -> Option<PathBuf> {
        Some(program.ancestors().nth(3)?.join("book-records"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RecordBuilder;

    fn here() -> Record {
        let mut record = RecordBuilder::new("race").build();
        record.machine = Machine::here(&[("rustc", "1.0.0")]);
        record
    }

    fn refusal(spoil: impl FnOnce(&mut Record)) -> Result<(), String> {
        let mut record = here();
        let binary = record.binary.clone();
        spoil(&mut record);
        let wanted = Wanted {
            experiment: "race",
            profile: Profile::Standard,
            args: &BTreeMap::new(),
            binary: &binary,
        };
        wanted.accept(&record)
    }

    #[test]
    fn the_same_run_stands_in() {
        assert_eq!(refusal(|_| {}), Ok(()));
        assert_eq!(refusal(|r| r.quietness = Some(3.0)), Ok(()));
    }

    #[test]
    fn any_other_run_is_refused_with_what_differs() {
        let why = |spoil: fn(&mut Record)| refusal(spoil).unwrap_err();
        assert!(why(|r| r.experiment = "x".into()).contains("`x`"));
        assert!(why(|r| r.profile = Profile::Full).contains("size"));
        assert!(why(|r| r.binary = "1".into()).contains("changed"));
        assert!(why(|r| r.machine.cores += 1).contains("another machine"));
        let options = why(|r| {
            r.args.insert("threads".into(), "8".into());
        });
        assert!(options.contains("other options"));
    }

    #[test]
    fn records_lie_beside_the_profile_folders() {
        let program = Path::new("/p/target/release/examples/race");
        assert_eq!(
            Record::folder(program).unwrap(),
            Path::new("/p/target/book-records")
        );
        assert_eq!(Record::folder(Path::new("race")), None);
    }
}
