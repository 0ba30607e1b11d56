//! The student's progress: a plain file that is never half written, keeps the
//! lines it doesn't know, and believes no line that doesn't fit the answer.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::house::{House, Lab};
use crate::seal;

/// A folder at the book's root that git ignores and `cargo clean` leaves.
const FOLDER: &str = ".lab";
const FORMAT: u32 = 1;
const HEAD: &str = "# Progress in the labs, kept by `cargo lab`; format ";

pub(crate) struct Progress {
    folder: PathBuf,
    lines: Vec<String>,
    /// Why the file is left as it is, if it is.
    frozen: Option<String>,
}

/// What is known of one lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    NotYet,
    /// Tests that passed at the last run, of how many.
    Tried(usize, usize),
    Solved,
    /// It was, and the answer has changed since.
    Changed,
    /// It was, by the tests of an earlier version of the book.
    NewTests,
}

/// Where `cargo lab` keeps what belongs to the student.
pub(crate) fn folder(house: &House) -> PathBuf {
    house.root.join(FOLDER)
}

impl Progress {
    pub(crate) fn load(house: &House) -> Result<Progress> {
        Progress::load_from(folder(house))
    }

    fn load_from(folder: PathBuf) -> Result<Progress> {
        let path = folder.join("progress");
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.with_context(|| {
                format!("can't read {0}: try `ls -l {0}`", path.display())
            })?,
        };
        let Ok(text) = String::from_utf8(bytes) else {
            // Kept under another name: what is in it may still be of use.
            let aside = free_name(&folder, "progress.unreadable-", "");
            fs::rename(&path, &aside).with_context(|| {
                format!("{} is not text: move it away", path.display())
            })?;
            eprintln!(
                "warning: {} is not text; it is now {}, and progress starts \
                 anew",
                path.display(),
                aside.display()
            );
            return Ok(Progress { folder, lines: Vec::new(), frozen: None });
        };
        let format = text.lines().next().and_then(|line| {
            line.strip_prefix(HEAD)?.trim().parse::<u32>().ok()
        });
        let frozen = format.filter(|format| *format > FORMAT).map(|format| {
            format!(
                "{} is of a newer `cargo lab` (format {format}, this one \
                 knows {FORMAT}) and stays as it is: `git pull` brings the \
                 newer one",
                path.display()
            )
        });
        let lines = text
            .lines()
            .filter(|line| !line.starts_with(HEAD))
            .map(str::to_string)
            .collect();
        Ok(Progress { folder, lines, frozen })
    }

    /// A reason for the user why nothing is written.
    pub(crate) fn frozen(&self) -> Option<&str> {
        self.frozen.as_deref()
    }

    pub(crate) fn state(&self, lab: &Lab) -> Result<State> {
        let (answer, tests) = (seal::answer(lab)?, seal::tests(lab)?);
        let mut state = State::NotYet;
        for line in &self.lines {
            let words: Vec<_> = line.split_whitespace().collect();
            let (slug, of_line) = match words.as_slice() {
                // Under whatever name: a lab is renamed, its answer isn't.
                [_, "solved", by, under] if *by == answer => {
                    let same = *under == tests;
                    let state =
                        if same { State::Solved } else { State::NewTests };
                    (lab.slug.as_str(), state)
                }
                [slug, "solved", _, _] => (*slug, State::Changed),
                [slug, "tried", passed, all] => {
                    match (passed.parse(), all.parse()) {
                        (Ok(passed), Ok(all)) => {
                            (*slug, State::Tried(passed, all))
                        }
                        _ => continue,
                    }
                }
                _ => continue,
            };
            if slug == lab.slug {
                state = of_line;
            }
        }
        Ok(state)
    }

    pub(crate) fn note_solved(&mut self, lab: &Lab) -> Result<()> {
        let (answer, tests) = (seal::answer(lab)?, seal::tests(lab)?);
        self.note(&lab.slug, &format!("solved {answer} {tests}"))
    }

    /// Being solved is not forgotten for a try that fails.
    pub(crate) fn note_tried(
        &mut self,
        lab: &Lab,
        passed: usize,
        all: usize,
    ) -> Result<()> {
        if matches!(self.state(lab)?, State::NotYet | State::Tried(..)) {
            self.note(&lab.slug, &format!("tried {passed} {all}"))?;
        }
        Ok(())
    }

    fn note(&mut self, slug: &str, what: &str) -> Result<()> {
        if self.frozen.is_some() {
            return Ok(());
        }
        let folder = self.folder.clone();
        let mut write = || {
            fs::create_dir_all(&folder)?;
            // Two terminals may be at work: what the other wrote is kept.
            let lock = File::create(folder.join("lock"))?;
            lock.lock()?;
            let now = Progress::load_from(folder.clone())
                .map_err(io::Error::other)?;
            self.lines = now.lines;
            let own = format!("{slug} ");
            self.lines.retain(|line| !line.starts_with(&own));
            self.lines.push(format!("{slug} {what}"));
            replace(&folder, &self.lines)
        };
        write().with_context(|| {
            format!(
                "can't note it in {0}, which is as it was: is the disk full \
                 (`df -h {0}`), or not yours (`ls -ld {0}`)?",
                folder.display()
            )
        })
    }
}

/// Whole or not at all, also if the disk is full or the power fails.
fn replace(folder: &Path, lines: &[String]) -> io::Result<()> {
    let new = folder.join("progress.new");
    let mut file = File::create(&new)?;
    writeln!(file, "{HEAD}{FORMAT}")?;
    for line in lines {
        writeln!(file, "{line}")?;
    }
    file.sync_all()?;
    fs::rename(new, folder.join("progress"))
}

/// A name in `folder` that nothing has yet.
pub(crate) fn free_name(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    (1..)
        .map(|number: u32| folder.join(format!("{stem}{number}{ending}")))
        .find(|path| !path.exists())
        .expect("a number is free")
}

#[cfg(test)]
mod tests;
