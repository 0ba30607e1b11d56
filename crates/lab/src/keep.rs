//! Keeps copies of the student's file, and the file as it was given out.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::house::{House, Lab};
use crate::progress::{folder, free_name};
use crate::seal;

/// Keeps the starter, if it is still as it was given out, for a later reset.
pub(crate) fn keep_given(house: &House, lab: &Lab) -> Result<()> {
    let Some(digest) = &lab.sealed.starter else { return Ok(()) };
    let kept = given(house, lab, digest);
    if kept.exists() || seal::answer(lab)? != *digest {
        return Ok(());
    }
    let folder = kept.parent().map(fs::create_dir_all);
    folder
        .unwrap_or(Ok(()))
        .and_then(|()| fs::copy(lab.folder.join("starter.rs"), &kept))
        .with_context(|| format!("can't write {}", kept.display()))?;
    Ok(())
}

fn given(house: &House, lab: &Lab, digest: &str) -> PathBuf {
    folder(house).join("given").join(format!("{}-{digest}.rs", lab.slug))
}

/// Puts the starter back; what stood there is kept, under the name returned.
pub(crate) fn reset(house: &House, lab: &Lab) -> Result<Option<PathBuf>> {
    let starter = lab.folder.join("starter.rs");
    let text = as_given(house, lab)?;
    let mut copy = None;
    if starter.exists() {
        let now = fs::read(&starter).with_context(|| {
            format!("can't read {}", lab.shown("starter.rs"))
        })?;
        if now == text {
            return Ok(None);
        }
        copy = Some(keep(house, lab, &now)?);
    }
    let new = lab.folder.join("starter.rs.new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, &starter))
        .with_context(|| format!("can't write {}", lab.shown("starter.rs")))?;
    Ok(copy)
}

fn keep(house: &House, lab: &Lab, text: &[u8]) -> Result<PathBuf> {
    let folder = folder(house).join("kept");
    let write = || {
        fs::create_dir_all(&folder)?;
        let path = free_name(&folder, &format!("{}-", lab.slug), ".rs");
        let mut file =
            OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(text)?;
        file.sync_all()?;
        Ok::<_, std::io::Error>(path)
    };
    write().with_context(|| {
        format!(
            "can't keep a copy in {}, so nothing was changed",
            folder.display()
        )
    })
}

/// From the copy made at an earlier run, or from the history.
fn as_given(house: &House, lab: &Lab) -> Result<Vec<u8>> {
    let shown = lab.shown("starter.rs");
    let Some(digest) = &lab.sealed.starter else {
        bail!(
            "{} has no digest of the starter: `git checkout {0}`",
            lab.shown("Cargo.toml")
        );
    };
    let right = |text: &Vec<u8>| seal::of_text(text) == *digest;
    if let Ok(text) = fs::read(given(house, lab, digest))
        && right(&text)
    {
        return Ok(text);
    }
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let output = git.current_dir(&house.root).args(arguments).output();
        output.ok().filter(|git| git.status.success()).map(|git| git.stdout)
    };
    let log = git(&["log", "--format=%H", "--", &shown]).unwrap_or_default();
    String::from_utf8_lossy(&log)
        .lines()
        .filter_map(|commit| git(&["show", &format!("{commit}:{shown}")]))
        .find(right)
        .with_context(|| {
            format!(
                "{shown} as it was given out is neither in {} nor in git's \
                 history: take it from the book's own copy",
                folder(house).display()
            )
        })
}
