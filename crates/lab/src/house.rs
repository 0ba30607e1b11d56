//! Where the labs are, what they consist of, and how they are called.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt, fs, io};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The command line asked for something that isn't there: exit code 2.
#[derive(Debug)]
pub(crate) struct WrongUse(pub(crate) String);

impl fmt::Display for WrongUse {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for WrongUse {}

/// The workspace, as cargo sees it.
pub(crate) struct House {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) labs: Vec<Lab>,
}

pub(crate) struct Lab {
    pub(crate) slug: String,
    pub(crate) folder: PathBuf,
    /// The features in its `Cargo.toml`, one for each attempt.
    pub(crate) features: Vec<String>,
}

/// One of the files that a lab's `lib.rs` can stand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    Starter,
    Solution,
    Mutant(String),
}

pub(crate) fn cargo() -> Command {
    // Set by cargo for what it runs: the same cargo then builds the labs.
    Command::new(env::var_os("CARGO").unwrap_or(OsString::from("cargo")))
}

impl House {
    /// Asks cargo for the workspace around the current folder.
    pub(crate) fn open() -> Result<House> {
        let output = cargo()
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .output()
            .context("can't start cargo: try `cargo --version`")?;
        if !output.status.success() {
            bail!(
                "`cargo metadata` failed; go to the folder of the book, where \
                 labs/ is, and try again\n{}",
                String::from_utf8_lossy(&output.stderr).trim_end()
            );
        }
        let metadata = serde_json::from_slice(&output.stdout)
            .context("`cargo metadata` printed something that isn't JSON")?;
        House::from_metadata(&metadata)
    }

    fn from_metadata(metadata: &Value) -> Result<House> {
        let text = |value: &Value| value.as_str().map(PathBuf::from);
        let root = text(&metadata["workspace_root"])
            .context("`cargo metadata` names no workspace")?;
        let target = text(&metadata["target_directory"])
            .context("`cargo metadata` names no target folder")?;
        let mut labs = Vec::new();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let Some(manifest) = text(&package["manifest_path"]) else {
                continue;
            };
            let folder = manifest.parent().unwrap_or(&root);
            if folder.parent() != Some(&root.join("labs")) {
                continue;
            }
            let slug = name_of(folder);
            let package_name = package["name"].as_str().unwrap_or_default();
            if package_name != format!("lab_{slug}") {
                bail!(
                    "the package in labs/{slug} is called `{package_name}`: \
                     write `name = \"lab_{slug}\"` in labs/{slug}/Cargo.toml"
                );
            }
            let features = package["features"].as_object();
            let features =
                features.into_iter().flat_map(|map| map.keys().cloned());
            labs.push(Lab {
                folder: folder.to_path_buf(),
                slug,
                features: features.collect(),
            });
        }
        labs.sort_by(|a, b| a.slug.cmp(&b.slug));
        Ok(House { root, target, labs })
    }

    /// The lab of this name, or an error that lists the names there are.
    pub(crate) fn lab(&self, slug: &str) -> Result<&Lab> {
        if let Some(lab) = self.labs.iter().find(|lab| lab.slug == slug) {
            return Ok(lab);
        }
        let known: Vec<_> =
            self.labs.iter().map(|lab| lab.slug.as_str()).collect();
        bail!(WrongUse(format!(
            "there is no lab `{slug}`; there are {}: try `cargo lab list`",
            known.join(", ")
        )))
    }
}

impl Lab {
    /// Starter, solution, and one mutant for each file in `mutants/`.
    pub(crate) fn attempts(&self) -> Result<Vec<Attempt>> {
        let mut attempts = vec![Attempt::Starter, Attempt::Solution];
        for path in entries(&self.folder.join("mutants"))? {
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.with_extension("");
                attempts.push(Attempt::Mutant(name_of(&name)));
            }
        }
        Ok(attempts)
    }

    /// A file of this lab as it is called from the workspace's root.
    pub(crate) fn shown(&self, file: &str) -> String {
        format!("labs/{}/{file}", self.slug)
    }

    pub(crate) fn read(&self, file: &str) -> Result<String> {
        fs::read_to_string(self.folder.join(file)).with_context(|| {
            let shown = self.shown(file);
            format!("can't read {shown}: `git checkout {shown}` restores it")
        })
    }
}

impl Attempt {
    pub(crate) fn feature(&self) -> String {
        match self {
            Attempt::Starter => "starter".to_string(),
            Attempt::Solution => "solution".to_string(),
            Attempt::Mutant(name) => format!("mutant_{name}"),
        }
    }

    /// Its file, seen from the lab's folder.
    pub(crate) fn file(&self) -> String {
        match self {
            Attempt::Starter => "starter.rs".to_string(),
            Attempt::Solution => "solution.rs".to_string(),
            Attempt::Mutant(name) => format!("mutants/{name}.rs"),
        }
    }
}

/// The last part of a path; names in a lab are plain ASCII.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What a folder holds, sorted by name; nothing if there is no such folder.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Vec::new());
        }
        entries => entries,
    };
    let mut paths: Vec<_> = entries
        .and_then(|entries| {
            entries.map(|entry| entry.map(|entry| entry.path())).collect()
        })
        .with_context(|| {
            let folder = folder.display();
            format!("can't list {folder}: look at its permissions, `ls -ld`")
        })?;
    paths.sort();
    Ok(paths)
}
