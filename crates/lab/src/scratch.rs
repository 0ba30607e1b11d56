//! A copy of the labs in the target folder, where `cargo lab check` puts one
//! attempt after the other in the place of the student's file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::compile::{Build, Progress, compile};
use crate::house::{House, Lab, name_of};

pub(crate) struct Scratch<'a> {
    house: &'a House,
    root: PathBuf,
    /// Held as long as the copy is in use: there is one in a target folder.
    _lock: File,
    built: usize,
}

impl Scratch<'_> {
    pub(crate) fn open(house: &House) -> Result<Scratch<'_>> {
        let root = house.target.join("labs").join("check");
        let open = || {
            fs::create_dir_all(&root)?;
            let lock = File::create(root.join("lock"))?;
            lock.lock()?;
            // Labs of an earlier check may be gone from the book since.
            for old in ["labs", "programs"] {
                let old = root.join(old);
                if old.is_dir() {
                    fs::remove_dir_all(old)?;
                }
            }
            fs::create_dir_all(root.join("programs"))?;
            fs::write(root.join("Cargo.toml"), manifest(house)?)?;
            let locked = house.root.join("Cargo.lock");
            if locked.is_file() {
                fs::copy(locked, root.join("Cargo.lock"))?;
            }
            Ok::<_, std::io::Error>(lock)
        };
        let lock = open().with_context(|| {
            format!("can't write the copy of the labs in {}", root.display())
        })?;
        Ok(Scratch { house, root, _lock: lock, built: 0 })
    }

    /// Copies all of a lab but its attempts.
    pub(crate) fn take(&self, lab: &Lab) -> Result<()> {
        let to = self.root.join("labs").join(&lab.slug);
        copy(&lab.folder, &to)
            .with_context(|| format!("can't copy {}", lab.shown("")))
    }

    /// Builds the lab's tests with this text as the student's file.
    pub(crate) fn build(&mut self, lab: &Lab, answer: &str) -> Result<Build> {
        let file = self.root.join("labs").join(&lab.slug).join("starter.rs");
        fs::write(&file, answer)
            .with_context(|| format!("can't write {}", file.display()))?;
        let target = &self.house.target;
        let build = compile(&self.root, target, &lab.slug, Progress::Hidden)?;
        let Build::Done { programs, warnings } = build else {
            return Ok(build);
        };
        // The next build writes to the same places while these still run.
        let mut kept = Vec::new();
        for program in programs {
            self.built += 1;
            let name = format!("{}_{}", lab.slug, self.built);
            let to = self.root.join("programs").join(name);
            fs::rename(&program, &to)
                .with_context(|| format!("can't move {}", program.display()))?;
            kept.push(to);
        }
        Ok(Build::Done { programs: kept, warnings })
    }
}

/// The workspace's own, without its root package and its other members, so
/// that what is compiled already is used again.
fn manifest(house: &House) -> std::io::Result<String> {
    let text = fs::read_to_string(house.root.join("Cargo.toml"))?;
    let root = house.root.display().to_string().replace('\\', "/");
    let mut kept =
        "[workspace]\nmembers = [\"labs/*\"]\nresolver = \"3\"\n".to_string();
    let mut keep = false;
    for line in text.lines() {
        if line.starts_with('[') {
            keep =
                line.starts_with("[workspace.") || line.starts_with("[profile");
        }
        if keep {
            let line = line.replace("path = \"", &format!("path = \"{root}/"));
            kept.push_str(&line);
            kept.push('\n');
        }
    }
    Ok(kept)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = name_of(&path);
        if path.is_dir() && name != "mutants" {
            copy(&path, &to.join(name))?;
        } else if path.is_file() {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
