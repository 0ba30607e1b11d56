//! A folder for the unfinished book, and how it takes the place of the old
//! one.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::system::exchange::exchange;
use crate::system::problem::Problem;

/// mdBook writes this file into every book, so a folder that has it is one.
pub(crate) const SIGN_OF_A_BOOK: &str = ".nojekyll";

/// The file that a running build locks in its folder.
const LOCK: &str = "lock";

/// Where the old book is kept by systems that can't exchange two folders.
const ASIDE: &str = "old";

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
    root: PathBuf,
    /// For the new book.
    pub(crate) folder: PathBuf,
    /// Whether it holds the only good book.
    is_kept: bool,
    _lock: Option<File>,
}

impl Staging {
    pub(crate) fn beside(destination: &Path) -> io::Result<Self> {
        let parent = destination.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent)?;
        for left in LeftOver::beside(destination) {
            left.restore(destination)?;
            // What can't be removed now, the next build tries again.
            let _ = fs::remove_dir_all(&left.root);
        }
        loop {
            let root = tempfile::Builder::new()
                .prefix(&prefix(destination))
                .tempdir_in(parent)?;
            let lock = match locked(root.path()) {
                // Another build that clears up was faster.
                Ok(None) => continue,
                Ok(Some(lock)) => Some(lock),
                // A file system without locks: nobody clears up there.
                Err(_) => None,
            };
            let root = root.keep();
            // git leaves it alone, wherever the book is built to.
            fs::write(root.join(".gitignore"), "*\n")?;
            let folder = root.join("book");
            fs::create_dir(&folder)?;
            return Ok(Self { root, folder, is_kept: false, _lock: lock });
        }
    }

    /// A folder for other things that are needed until the book stands.
    pub(crate) fn aside(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Puts the rendered book `new` in the place of the old one.
    pub(crate) fn swap_in(
        &mut self,
        new: &Path,
        destination: &Path,
    ) -> anyhow::Result<()> {
        refuse_foreign(destination)?;
        let aside = self.root.join(ASIDE);
        let swapped = exchange(new, destination, &aside);
        if swapped.is_err() && aside.exists() {
            self.is_kept = true;
            return Err(Problem::new(
                format!(
                    "the new book can't be put to `{}`, nor the last good one \
                     back: {}",
                    destination.display(),
                    swapped.err().map(|e| e.to_string()).unwrap_or_default()
                ),
                format!(
                    "move `{}` there yourself; the next `cargo book` does it \
                     too",
                    aside.display()
                ),
            )
            .into());
        }
        Ok(swapped?)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.is_kept {
            // What can't be removed now, the next build or `clean` removes.
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

/// What the names of unfinished folders begin with.
fn prefix(destination: &Path) -> String {
    let name = destination.file_name().unwrap_or_default();
    format!(".{}.unfinished-", name.to_string_lossy())
}

/// The lock of the folder `root`, unless somebody holds it or the folder is
/// gone.
fn locked(root: &Path) -> io::Result<Option<File>> {
    let path = root.join(LOCK);
    let file = match File::create(&path) {
        Ok(file) => file,
        Err(_) if !root.exists() => return Ok(None),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => Ok(path.exists().then_some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// A folder that a killed build left beside the book.
pub(crate) struct LeftOver {
    pub(crate) root: PathBuf,
    /// A running build holds it, so this is none.
    _lock: File,
}

impl LeftOver {
    /// All of them.
    pub(crate) fn beside(destination: &Path) -> Vec<Self> {
        let prefix = prefix(destination);
        let parent = destination.parent().unwrap_or(Path::new("."));
        fs::read_dir(parent)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| {
                entry.file_name().to_string_lossy().starts_with(&prefix)
            })
            .filter_map(|entry| {
                let root = entry.path();
                let lock = locked(&root).ok()??;
                Some(Self { root, _lock: lock })
            })
            .collect()
    }

    /// Puts the last good book back, where the build was killed between taking
    /// it away and putting the new one there. Tells whether it had to.
    pub(crate) fn restore(&self, destination: &Path) -> io::Result<bool> {
        let aside = self.root.join(ASIDE);
        let has_to =
            !destination.exists() && aside.join(SIGN_OF_A_BOOK).exists();
        if has_to {
            fs::rename(aside, destination)?;
        }
        Ok(has_to)
    }
}

#[cfg(test)]
mod tests;
