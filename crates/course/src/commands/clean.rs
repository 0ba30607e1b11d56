//! `cargo book clean`: removes what the builder made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::commands::cli::Options;
use crate::commands::setup::{destination, session};
use crate::steps::staging::{LeftOver, refuse_foreign};
use crate::system::problem::Problem;

/// Removes the book, what killed builds left beside it, and with `records`
/// the measurements, which take minutes to make again.
pub(crate) fn run(options: &Options, records: bool) -> anyhow::Result<()> {
    let session = session(options)?;
    let destination = destination(options, &session.project)?;
    let console = session.console();
    let mut removed = Vec::new();
    refuse_foreign(&destination)?;
    let left = LeftOver::beside(&destination);
    for left in &left {
        if left.restore(&destination).map_err(|e| kept(&left.root, &e))? {
            console.warn(&format!(
                "a build was killed while it changed the books: the last good \
                 one is in `{}` again; to remove it, type the command again",
                destination.display()
            ));
            return Ok(());
        }
    }
    remove(&destination, &mut removed)?;
    for left in &left {
        remove(&left.root, &mut removed)?;
    }
    if records {
        let target =
            session.toolchain.target_directory(&session.project.root)?;
        for folder in record_folders(&target) {
            remove(&folder, &mut removed)?;
        }
    }
    for path in &removed {
        console.say(&format!("removed `{path}`"));
    }
    if removed.is_empty() {
        console.say("nothing to remove");
    }
    Ok(())
}

/// The folders of records below `target`: cargo gives each foreign platform
/// that it builds for a folder of its own.
fn record_folders(target: &Path) -> Vec<PathBuf> {
    let platforms = fs::read_dir(target).into_iter().flatten().flatten();
    [target.to_owned()]
        .into_iter()
        .chain(platforms.map(|entry| entry.path()))
        .map(|folder| folder.join("book-records"))
        .collect()
}

fn remove(folder: &Path, removed: &mut Vec<String>) -> Result<(), Problem> {
    match fs::remove_dir_all(folder) {
        Ok(()) => {
            removed.push(folder.display().to_string());
            Ok(())
        }
        Err(error) if is_missing(&error) => Ok(()),
        Err(error) => Err(kept(folder, &error)),
    }
}

fn is_missing(error: &io::Error) -> bool {
    // A file of `target` has no folder below it.
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn kept(folder: &Path, error: &io::Error) -> Problem {
    Problem::new(
        format!("can't remove `{}`: {error}", folder.display()),
        "make the folder writable and type the command again",
    )
}
