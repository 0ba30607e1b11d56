//! Digests of the examples' programs, of all their bytes: a file's time and
//! length say nothing certain about what is in it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use measure::machine::{file_sha256_hex, sha256_hex};

use crate::system::problem::Problem;

/// The SHA-256 of each of `programs`, by name.
pub(crate) fn digests(
    programs: &BTreeMap<String, PathBuf>,
) -> Result<BTreeMap<String, String>, Problem> {
    let queue = Mutex::new(programs.iter());
    let work = || {
        let mut digests = Vec::new();
        while let Some((name, program)) = queue.lock().ok()?.next() {
            digests.push((name, program, file_sha256_hex(program)));
        }
        Some(digests)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let found: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..cores.min(programs.len())).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().ok().flatten())
            .flatten()
            .collect()
    });
    found
        .into_iter()
        .map(|(name, program, digest)| match digest {
            Ok(digest) => Ok((name.clone(), digest)),
            Err(error) => Err(Problem::new(
                format!("can't read `{}`: {error}", program.display()),
                "type the command again",
            )),
        })
        .collect()
}

/// One digest of several texts: no two lists of texts have the same.
pub(crate) fn of_all(texts: &[&str]) -> String {
    let mut all = String::new();
    for text in texts {
        all.push_str(&format!("{} ", text.len()));
        all.push_str(text);
    }
    sha256_hex(all.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_the_digest_of_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let programs: BTreeMap<String, PathBuf> = ["a", "b", "c"]
            .map(|name| (name.to_owned(), folder.path().join(name)))
            .into();
        for (name, path) in &programs {
            std::fs::write(path, name).unwrap();
        }
        let found = digests(&programs).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found["b"], sha256_hex(b"b"));
        std::fs::remove_file(&programs["b"]).unwrap();
        assert!(digests(&programs).is_err());
    }

    #[test]
    fn where_one_text_ends_matters() {
        assert_ne!(of_all(&["ab", "c"]), of_all(&["a", "bc"]));
        assert_ne!(of_all(&["a", ""]), of_all(&["a"]));
    }
}
