//! Locks between processes: one measurement at a time on a machine, one swap
//! at a time of a book.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;

use crate::system::interrupt;
use crate::system::text::plain;

/// How often a locked file is tried again, and Ctrl-C noticed.
const PAUSE: Duration = Duration::from_millis(50);

/// A lock that is held; closing the file releases it, also by a crash.
#[derive(Debug)]
pub(crate) struct Held {
    _file: File,
}

/// The file that all builders of this machine lock while they measure.
pub(crate) fn machine_wide() -> PathBuf {
    std::env::temp_dir().join("measured-course.lock")
}

/// Takes the lock on the file at `path`; `waiting` is called once with what
/// its holder says of itself, where somebody else holds it.
pub(crate) fn take(
    path: &Path,
    holder: &str,
    waiting: impl FnOnce(&str),
) -> anyhow::Result<Held> {
    let mut file = open(path).with_context(|| {
        format!(
            "can't open the lock `{}`\n    next: remove that file, or set \
             TMPDIR to a folder of your own",
            path.display()
        )
    })?;
    let mut waiting = Some(waiting);
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) => {
                if let Some(waiting) = waiting.take() {
                    waiting(&holder_of(&mut file));
                }
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| {
                    format!("can't lock `{}`", path.display())
                });
            }
        }
        interrupt::check()?;
        thread::sleep(PAUSE);
    }
    // Only a courtesy to those who wait; the file may belong to another user.
    let _ = file
        .set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| file.write_all(holder.as_bytes()));
    Ok(Held { _file: file })
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Others may have put a link here that leads to a file of ours.
        options.mode(0o666).custom_flags(nix::libc::O_NOFOLLOW);
    }
    match options.open(path) {
        // A file of another user may still be locked.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            File::open(path)
        }
        other => other,
    }
}

fn holder_of(file: &mut File) -> String {
    let mut text = String::new();
    // Windows lets nobody read a locked file.
    let read =
        file.rewind().and_then(|()| file.take(200).read_to_string(&mut text));
    match read {
        Ok(1..) => plain(&text),
        _ => "another build".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_waits_and_hears_who_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first =
            take(&path, "first", |_| panic!("nobody holds it")).unwrap();
        let (heard, hears) = std::sync::mpsc::channel();
        let second = {
            let path = path.clone();
            thread::spawn(move || {
                take(&path, "second", |who| {
                    heard.send(who.to_owned()).unwrap()
                })
                .unwrap();
            })
        };
        assert_eq!(hears.recv().unwrap(), "first");
        drop(first);
        second.join().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (victim, path) =
            (folder.path().join("victim"), folder.path().join("lock"));
        std::fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink(&victim, &path).unwrap();
        assert!(take(&path, "x", |_| {}).is_err());
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
    }
}
