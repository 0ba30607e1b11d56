//! Puts a folder in the place of another one, in one step where the system can.

use std::fs;
use std::io;
use std::path::Path;

/// How often the two steps are tried again where another build came between.
const TRIES: usize = 10;

/// Puts `new` in the place of `old`, which is then where `new` was or, on a
/// system that can't exchange, at `aside`. Where `old` does not exist, `new`
/// only moves. A failure leaves `old` where it is, or puts it back.
pub(crate) fn exchange(new: &Path, old: &Path, aside: &Path) -> io::Result<()> {
    let mut tries = 0;
    loop {
        if let Some(done) = in_one_step(new, old) {
            match done {
                // There is no old one.
                Err(error) if is_missing(&error, old) => {}
                other => return other,
            }
        }
        match in_two_steps(new, old, aside) {
            Err(_) if tries < TRIES && old.exists() && !aside.exists() => {
                tries += 1;
            }
            other => return other,
        }
    }
}

fn is_missing(error: &io::Error, old: &Path) -> bool {
    error.kind() == io::ErrorKind::NotFound && !old.exists()
}

/// Nothing where the system or the file system doesn't know how.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn in_one_step(new: &Path, old: &Path) -> Option<io::Result<()>> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => None,
        other => Some(other.map_err(io::Error::from)),
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn in_one_step(_: &Path, _: &Path) -> Option<io::Result<()>> {
    None
}

/// Between the steps there is no book, and whoever stops then leaves the old
/// one at `aside`.
fn in_two_steps(new: &Path, old: &Path, aside: &Path) -> io::Result<()> {
    let has_old = match fs::rename(old, aside) {
        Ok(()) => true,
        Err(error) if is_missing(&error, old) => false,
        Err(error) => return Err(error),
    };
    let done = fs::rename(new, old);
    if done.is_err() && has_old {
        fs::rename(aside, old)?;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    type Way = fn(&Path, &Path, &Path) -> io::Result<()>;

    const WAYS: [Way; 2] = [exchange, in_two_steps];

    fn folder(root: &Path, name: &str) -> std::path::PathBuf {
        let folder = root.join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(name), "").unwrap();
        folder
    }

    #[test]
    fn the_new_one_stands_and_the_old_one_is_kept() {
        for way in WAYS {
            let root = tempfile::tempdir().unwrap();
            let (new, old) =
                (folder(root.path(), "new"), folder(root.path(), "old"));
            let aside = root.path().join("aside");
            way(&new, &old, &aside).unwrap();
            assert!(old.join("new").exists());
            assert!(new.join("old").exists() || aside.join("old").exists());
        }
    }

    #[test]
    fn without_an_old_one_the_new_one_moves() {
        for way in WAYS {
            let root = tempfile::tempdir().unwrap();
            let new = folder(root.path(), "new");
            let old = root.path().join("old");
            way(&new, &old, &root.path().join("aside")).unwrap();
            assert!(old.join("new").exists());
            assert!(!new.exists());
        }
    }

    #[test]
    fn a_failure_leaves_the_old_one() {
        for way in WAYS {
            let root = tempfile::tempdir().unwrap();
            let old = folder(root.path(), "old");
            let gone = root.path().join("gone");
            assert!(way(&gone, &old, &root.path().join("aside")).is_err());
            assert!(old.join("old").exists());
        }
    }
}
