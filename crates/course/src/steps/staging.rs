//! A folder for the unfinished book, and how it takes the place of the old
//! one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::system::lock;
use crate::system::problem::Problem;

/// mdBook writes this file into every book, so a folder that has it is one.
pub(crate) const SIGN_OF_A_BOOK: &str = ".nojekyll";

/// A folder of somebody else's files is not replaced.
pub(crate) fn refuse_foreign(destination: &Path) -> Result<(), Problem> {
    let is_foreign = match fs::read_dir(destination) {
        Ok(mut entries) => {
            entries.next().is_some()
                && !destination.join(SIGN_OF_A_BOOK).exists()
        }
        Err(error) => error.kind() == io::ErrorKind::NotADirectory,
    };
    match is_foreign {
        false => Ok(()),
        true => Err(Problem::new(
            format!(
                "`{}` holds something that is no book, so it is not replaced",
                destination.display()
            ),
            "name another folder with --dest-dir, or empty this one",
        )),
    }
}

/// A new folder beside the destination, so that a rename can swap it in.
pub(crate) struct Staging {
    pub(crate) folder: PathBuf,
    old: PathBuf,
}

/// What the names of unfinished folders begin with, for the book `name`.
pub(crate) fn unfinished(name: &str) -> String {
    format!(".{name}.unfinished-")
}

impl Staging {
    pub(crate) fn beside(destination: &Path) -> io::Result<Self> {
        let parent = destination.parent().unwrap_or(Path::new("."));
        let name = destination.file_name().unwrap_or_default();
        let name = unfinished(&name.to_string_lossy());
        let pid = std::process::id();
        fs::create_dir_all(parent)?;
        let folder = parent.join(format!("{name}{pid}"));
        let old = parent.join(format!("{name}old-{pid}"));
        // Left over by a process of the same number that was killed.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder)?;
        Ok(Self { folder, old })
    }

    pub(crate) fn swap_in(
        &self,
        new: &Path,
        destination: &Path,
    ) -> anyhow::Result<()> {
        // Two builds at once swap one after the other.
        let path = std::env::temp_dir().join("measured-course-swap.lock");
        let _held = lock::take(&path, "another build", |_| {})?;
        refuse_foreign(destination)?;
        let has_old = match fs::rename(destination, &self.old) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error.into()),
        };
        if let Err(error) = fs::rename(new, destination) {
            if has_old {
                fs::rename(&self.old, destination)?;
            }
            return Err(error.into());
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What can't be removed now, `cargo book clean` removes.
        let _ = fs::remove_dir_all(&self.folder);
        let _ = fs::remove_dir_all(&self.old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(folder: &Path, text: &str) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join(SIGN_OF_A_BOOK), "").unwrap();
        fs::write(folder.join("index.html"), text).unwrap();
    }

    fn index(folder: &Path) -> String {
        fs::read_to_string(folder.join("index.html")).unwrap()
    }

    #[test]
    fn the_new_book_replaces_the_old_one_whole() {
        let root = tempfile::tempdir().unwrap();
        let destination = root.path().join("book");
        book(&destination, "old");
        fs::write(destination.join("gone.html"), "").unwrap();
        let staging = Staging::beside(&destination).unwrap();
        book(&staging.folder, "new");
        staging.swap_in(&staging.folder, &destination).unwrap();
        drop(staging);
        assert_eq!(index(&destination), "new");
        assert!(!destination.join("gone.html").exists());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_swap_brings_the_old_book_back() {
        let root = tempfile::tempdir().unwrap();
        let destination = root.path().join("book");
        book(&destination, "old");
        let staging = Staging::beside(&destination).unwrap();
        let missing = root.path().join("missing");
        assert!(staging.swap_in(&missing, &destination).is_err());
        drop(staging);
        assert_eq!(index(&destination), "old");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_of_others_are_not_replaced() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.txt"), "").unwrap();
        assert!(refuse_foreign(root.path()).is_err());
        assert!(refuse_foreign(&root.path().join("thesis.txt")).is_err());
        assert!(refuse_foreign(&root.path().join("new")).is_ok());
    }
}
