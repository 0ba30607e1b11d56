//! Digests of the examples' programs, computed once per file.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use measure::machine::file_sha256_hex;
use serde::{Deserialize, Serialize};

use crate::system::files;

/// Digests known from earlier builds, kept beside the records.
#[derive(Debug)]
pub(crate) struct Digests {
    file: PathBuf,
    known: BTreeMap<PathBuf, Known>,
    changed: bool,
}

/// A digest and the state of the file that it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Known {
    length: u64,
    modified_ns: u128,
    sha256: String,
}

impl Digests {
    /// Reads what is known. A file that can't be used is as good as none:
    /// it saves time and nothing else.
    pub(crate) fn load(records: &Path) -> Self {
        let file = records.join("digests.json");
        let known = fs::read(&file)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        Self { file, known, changed: false }
    }

    /// The SHA-256 of the file at `path` in hexadecimal.
    pub(crate) fn of(&mut self, path: &Path) -> io::Result<String> {
        let about = fs::metadata(path)?;
        let modified_ns = about
            .modified()?
            .duration_since(UNIX_EPOCH)
            .map_or(0, |age| age.as_nanos());
        let length = about.len();
        if let Some(known) = self.known.get(path)
            && (known.length, known.modified_ns) == (length, modified_ns)
        {
            return Ok(known.sha256.clone());
        }
        let sha256 = file_sha256_hex(path)?;
        let known = Known { length, modified_ns, sha256: sha256.clone() };
        self.known.insert(path.into(), known);
        self.changed = true;
        Ok(sha256)
    }

    /// Keeps what is known for the next build.
    pub(crate) fn save(self) -> io::Result<()> {
        if !self.changed {
            return Ok(());
        }
        let text = serde_json::to_vec(&self.known)?;
        files::write_whole(&self.file, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_has_another_digest_and_a_damaged_cache_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "one").unwrap();
        let mut digests = Digests::load(folder.path());
        let one = digests.of(&program).unwrap();
        assert_eq!(one, file_sha256_hex(&program).unwrap());
        digests.save().unwrap();

        fs::write(&program, "other").unwrap();
        let mut digests = Digests::load(folder.path());
        assert_ne!(digests.of(&program).unwrap(), one);

        fs::write(folder.path().join("digests.json"), "{").unwrap();
        let mut digests = Digests::load(folder.path());
        assert_ne!(digests.of(&program).unwrap(), one);
    }
}
