//! One measurement at a time on a machine, whoever measures.
//!
//! All users have to find the same file, so it lies where all may write, and
//! anybody can hold it. So a holder gives signs of life, and one who gives none
//! is not waited for.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::system::holder;
use crate::system::interrupt::{self, Interrupted};
use crate::system::text::plain;

/// How often a locked file is tried again, and Ctrl-C noticed.
const PAUSE: Duration = Duration::from_millis(50);

/// How often a holder gives a sign of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// How long one who gives no sign of life is waited for: many times the pause
/// between two of them on a machine that is short of everything.
const PATIENCE: Duration = Duration::from_secs(300);

/// Names the file in the place of the usual one.
const VARIABLE: &str = "BOOK_LOCK";

/// A lock that is held; closing the file releases it, also by a crash.
#[derive(Debug)]
pub(crate) struct Held {
    file: File,
    said: Instant,
}

/// How it went.
#[derive(Debug)]
pub(crate) enum Taken {
    /// Nobody else measures.
    Alone(Held),
    /// Whoever holds it has been silent for too long.
    Silent(String),
    /// There is nothing to lock, and why.
    Nothing(PathBuf, io::Error),
}

/// The file that all builders of this machine lock while they measure.
pub(crate) fn machine_wide() -> PathBuf {
    let folder = || {
        // Not the temporary folder of the environment: each user may have one
        // of its own.
        let common = match cfg!(windows) {
            true => std::env::var_os("ProgramData").map(PathBuf::from),
            false => Some(PathBuf::from("/tmp")),
        };
        common
            .filter(|folder| folder.is_dir())
            .unwrap_or_else(std::env::temp_dir)
    };
    match std::env::var_os(VARIABLE) {
        Some(path) => path.into(),
        None => folder().join("measured-course.lock"),
    }
}

/// Takes the lock on the file at `path`; `waiting` is called with who holds it,
/// again and again, where somebody else does.
pub(crate) fn take(
    path: &Path,
    words: &str,
    waiting: impl FnMut(&str),
) -> Result<Taken, Interrupted> {
    take_within(PATIENCE, path, words, waiting)
}

fn take_within(
    patience: Duration,
    path: &Path,
    words: &str,
    mut waiting: impl FnMut(&str),
) -> Result<Taken, Interrupted> {
    let nothing = |error| Ok(Taken::Nothing(path.to_owned(), error));
    let mut file = match open(path) {
        Ok(file) => file,
        Err(error) => return nothing(error),
    };
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) => {
                let who = who(&mut file);
                let silent = silence(&file).min(began.elapsed());
                if silent >= patience {
                    return Ok(Taken::Silent(who));
                }
                waiting(&who);
            }
            Err(TryLockError::Error(error)) => return nothing(error),
        }
        interrupt::check()?;
        thread::sleep(PAUSE);
    }
    let mut held = Held { file, said: Instant::now() };
    held.write(words);
    Ok(Taken::Alone(held))
}

impl Held {
    /// Says `words` of the measurement to those who wait, now and then.
    pub(crate) fn say(&mut self, words: &str) {
        if self.said.elapsed() >= SIGN_OF_LIFE {
            self.write(words);
        }
    }

    /// The lock itself, for a program that is to hold it too: it is free when
    /// both have ended.
    pub(crate) fn shared(&self) -> Option<File> {
        // Without it the lock ends with the builder.
        self.file.try_clone().ok()
    }

    fn write(&mut self, words: &str) {
        self.said = Instant::now();
        // Only a courtesy to those who wait; the file may belong to another
        // user.
        let _ = self
            .file
            .rewind()
            .and_then(|()| self.file.set_len(0))
            .and_then(|()| self.file.write_all(words.as_bytes()));
    }
}

/// Opens the file for all users, whatever the umask of the first one is.
fn open(path: &Path) -> io::Result<File> {
    let options = || {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            // Others may have put a link here that leads to a file of ours, or
            // a pipe that nobody reads.
            let flags =
                rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
            options.custom_flags(flags.bits().cast_signed());
        }
        options
    };
    let file = match options().open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            match options().create_new(true).open(path) {
                Ok(file) => {
                    #[cfg(unix)]
                    {
                        use std::os::unix::fs::PermissionsExt as _;
                        let all = std::fs::Permissions::from_mode(0o666);
                        file.set_permissions(all)?;
                    }
                    Ok(file)
                }
                // Somebody else was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    options().open(path)
                }
                other => other,
            }
        }
        // A file of another user can be locked for who may read it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            options().write(false).open(path)
        }
        other => other,
    }?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no file")),
    }
}

/// How long the holder has not said anything.
fn silence(file: &File) -> Duration {
    file.metadata()
        .and_then(|about| about.modified())
        .ok()
        .and_then(|said| SystemTime::now().duration_since(said).ok())
        .unwrap_or_default()
}

/// Who holds the lock and what for.
fn who(file: &mut File) -> String {
    let words = says(file);
    let Some((process, who)) = holder::of(file) else { return words };
    match words.strip_prefix(&format!("process {process}, ")) {
        Some(words) => format!("{who}, {words}"),
        // Left there by an earlier one.
        None => who,
    }
}

/// What the holder says of itself.
fn says(file: &mut File) -> String {
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
mod tests;
