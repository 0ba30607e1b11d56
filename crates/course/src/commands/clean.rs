//! `cargo book clean`: removes what the builder made.

use std::fs;
use std::io;
use std::path::Path;

use crate::commands::cli::Options;
use crate::commands::setup::{destination, session};
use crate::steps::staging::{refuse_foreign, unfinished};
use crate::system::problem::Problem;

/// Removes the book, what killed builds left beside it, and with `records`
/// the measurements, which take minutes to make again.
pub(crate) fn run(options: &Options, records: bool) -> anyhow::Result<()> {
    let session = session(options)?;
    let destination = destination(options, &session.project)?;
    let mut removed = Vec::new();
    refuse_foreign(&destination)?;
    remove(&destination, &mut removed)?;
    if let (Some(parent), Some(name)) =
        (destination.parent(), destination.file_name())
    {
        let prefix = unfinished(&name.to_string_lossy());
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                remove(&entry.path(), &mut removed)?;
            }
        }
    }
    if records {
        let target =
            session.toolchain.target_directory(&session.project.root)?;
        remove(&target.join("book-records"), &mut removed)?;
    }
    let console = session.console();
    for path in &removed {
        console.say(&format!("removed `{path}`"));
    }
    if removed.is_empty() {
        console.say("nothing to remove");
    }
    Ok(())
}

fn remove(folder: &Path, removed: &mut Vec<String>) -> Result<(), Problem> {
    match fs::remove_dir_all(folder) {
        Ok(()) => {
            removed.push(folder.display().to_string());
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Problem::new(
            format!("can't remove `{}`: {error}", folder.display()),
            "make the folder writable and type the command again",
        )),
    }
}
