//! Where the labs are, what they consist of, and how they are called.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt, fs, io};

use anyhow::{Context, Result, anyhow, bail};
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
    /// What its `Cargo.toml` says about the files that are not the student's.
    pub(crate) sealed: Sealed,
}

/// Digests, as `[package.metadata.lab]` has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sealed {
    /// Of `starter.rs` as it was given out.
    pub(crate) starter: Option<String>,
    /// Of everything that grades it.
    pub(crate) tests: Option<String>,
}

/// One of the files that can stand in the place of the student's.
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
            let metadata = &package["metadata"]["lab"];
            let digest = |of: &str| metadata[of].as_str().map(str::to_string);
            let sealed =
                Sealed { starter: digest("starter"), tests: digest("tests") };
            labs.push(Lab { folder: folder.to_path_buf(), slug, sealed });
        }
        // In the order of the chapters; a lab without one comes last.
        let summary = fs::read_to_string(root.join("src/SUMMARY.md"));
        let summary = summary.unwrap_or_default();
        let place = |lab: &Lab| {
            let chapter = format!("({}.md)", lab.slug);
            summary.find(&chapter).unwrap_or(usize::MAX)
        };
        labs.sort_by_key(|lab| (place(lab), lab.slug.clone()));
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

impl House {
    /// The labs of these names, or all of them.
    pub(crate) fn some(&self, slugs: &[String]) -> Result<Vec<&Lab>> {
        if slugs.is_empty() {
            return Ok(self.labs.iter().collect());
        }
        slugs.iter().map(|slug| self.lab(slug)).collect()
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

    /// Files that `lib.rs` names as its modules, beside the student's.
    pub(crate) fn parts(&self) -> Vec<String> {
        let library = fs::read(self.folder.join("lib.rs")).unwrap_or_default();
        let library = String::from_utf8_lossy(&library);
        library
            .lines()
            .filter_map(|line| {
                line.trim_start_matches("pub ").strip_prefix("mod ")
            })
            .filter_map(|name| name.strip_suffix(';'))
            .map(|name| format!("{name}.rs"))
            .collect()
    }

    /// A file of this lab as it is called from the workspace's root.
    pub(crate) fn shown(&self, file: &str) -> String {
        format!("labs/{}/{file}", self.slug)
    }

    pub(crate) fn read(&self, file: &str) -> Result<String> {
        read(&self.folder.join(file), &self.shown(file))
    }
}

/// Reads a file, or says what helps; `git checkout` only where there is
/// nothing that it could overwrite.
pub(crate) fn read(path: &Path, shown: &str) -> Result<String> {
    fs::read_to_string(path).map_err(|error| {
        let mend = match error.kind() {
            io::ErrorKind::NotFound => {
                format!("is missing: `git checkout {shown}` brings it back")
            }
            io::ErrorKind::InvalidData => {
                "is not UTF-8 text: save it as UTF-8 in your editor".to_string()
            }
            _ => format!("can't be read ({error}): try `ls -l {shown}`"),
        };
        anyhow!("{shown} {mend}")
    })
}

impl Attempt {
    /// As it is called where the attempts are listed.
    pub(crate) fn name(&self) -> &str {
        match self {
            Attempt::Starter => "starter",
            Attempt::Solution => "solution",
            Attempt::Mutant(name) => name,
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
