//! What programs printed, kept under the digest of all that it was made from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::system::files;

/// Answers of earlier builds, and those of this one.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    file: PathBuf,
    known: BTreeMap<String, T>,
    used: BTreeMap<String, T>,
    is_changed: bool,
}

impl<T: Clone + Serialize + DeserializeOwned> Kept<T> {
    /// Reads what was kept as `name` beside the records. A file that can't be
    /// used is as good as none: it saves time and nothing else.
    pub(crate) fn load(records: &Path, name: &str) -> Self {
        let file = records.join("kept").join(format!("{name}.json"));
        let known = fs::read(&file)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        Self { file, known, used: BTreeMap::new(), is_changed: false }
    }

    /// What was kept as `key`.
    pub(crate) fn get(&mut self, key: &str) -> Option<T> {
        let value = self.known.get(key)?;
        self.used.insert(key.into(), value.clone());
        Some(value.clone())
    }

    /// Keeps `value` as `key`.
    pub(crate) fn put(&mut self, key: String, value: T) {
        self.used.insert(key, value);
        self.is_changed = true;
    }

    /// Writes what this build used, where that is something new. Without it
    /// the next build asks again.
    pub(crate) fn save(self) {
        if self.is_changed
            && let Ok(text) = serde_json::to_vec(&self.used)
        {
            let _ = files::write_whole(&self.file, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_last_build_used_is_kept_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let load = || Kept::<u32>::load(folder.path(), "x");
        let mut kept = load();
        assert_eq!(kept.get("a"), None);
        kept.put("a".into(), 1);
        kept.put("b".into(), 2);
        kept.save();
        let mut kept = load();
        assert_eq!(kept.get("b"), Some(2));
        kept.put("c".into(), 3);
        kept.save();
        let mut kept = load();
        assert_eq!(kept.get("a"), None);
        assert_eq!((kept.get("b"), kept.get("c")), (Some(2), Some(3)));
    }
}
