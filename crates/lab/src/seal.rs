//! Digests of what a result depends on: of the answer, and of what grades it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::house::{Lab, entries, name_of};

/// Files beside the tests that don't grade: attempts and texts.
const NOT_GRADING: [&str; 2] = ["starter.rs", "solution.rs"];

/// The digest of the student's file.
pub(crate) fn answer(lab: &Lab) -> Result<String> {
    let mut hash = Sha256::new();
    add(&mut hash, &lab.folder, "starter.rs")?;
    Ok(hex(hash))
}

/// The digest of a text, as if it were the student's file.
pub(crate) fn of_text(text: &[u8]) -> String {
    let mut hash = Sha256::new();
    add_text(&mut hash, "starter.rs", text);
    hex(hash)
}

/// The digest of the tests, of the library around the student's file, and of
/// the settings that both are compiled with.
pub(crate) fn tests(lab: &Lab) -> Result<String> {
    let mut hash = Sha256::new();
    add(&mut hash, &lab.folder, "Cargo.toml")?;
    for folder in ["", "tests"] {
        for path in entries(&lab.folder.join(folder))? {
            let name = name_of(&path);
            let grades = name.ends_with(".rs")
                && !(folder.is_empty() && NOT_GRADING.contains(&name.as_str()));
            if grades {
                let file = Path::new(folder).join(&name);
                let file = file.to_string_lossy().replace('\\', "/");
                add(&mut hash, &lab.folder, &file)?;
            }
        }
    }
    Ok(hex(hash))
}

fn add(hash: &mut Sha256, folder: &Path, file: &str) -> Result<()> {
    let path = folder.join(file);
    let bytes = fs::read(&path)
        .with_context(|| format!("can't read {}", path.display()))?;
    add_text(hash, file, &bytes);
    Ok(())
}

fn add_text(hash: &mut Sha256, name: &str, bytes: &[u8]) {
    hash.update(name);
    hash.update([0]);
    for line in bytes.split(|byte| *byte == b'\n') {
        // The same file, whatever a system's habit for the ends of lines.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // The line that this digest itself goes to.
        let own = name == "Cargo.toml" && line.starts_with(b"tests = ");
        let starter = name == "Cargo.toml" && line.starts_with(b"starter = \"");
        if !own && !starter {
            hash.update(line);
            hash.update(b"\n");
        }
    }
    hash.update([0]);
}

fn hex(hash: Sha256) -> String {
    // Sixteen digits tell any two versions of a file apart, and fit a line.
    let bytes = hash.finalize();
    bytes[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes both digests into the lab's `Cargo.toml`.
pub(crate) fn write(lab: &Lab) -> Result<()> {
    let text = lab.read("Cargo.toml")?;
    let text = sealed(&text, &answer(lab)?, &tests(lab)?);
    // The table's own lines count for the digest of the tests.
    let shown = lab.shown("Cargo.toml");
    let path = lab.folder.join("Cargo.toml");
    fs::write(&path, text).with_context(|| format!("can't write {shown}"))?;
    let after = lab.read("Cargo.toml")?;
    let after = sealed(&after, &answer(lab)?, &tests(lab)?);
    fs::write(&path, after).with_context(|| format!("can't write {shown}"))
}

fn sealed(text: &str, starter: &str, tests: &str) -> String {
    const TABLE: &str = "[package.metadata.lab]";
    let lines = format!("starter = \"{starter}\"\ntests = \"{tests}\"\n");
    let Some((before, after)) = text.split_once(TABLE) else {
        return format!("{}\n\n{TABLE}\n{lines}", text.trim_end());
    };
    let rest: String = after
        .trim_start_matches('\n')
        .split_inclusive('\n')
        .skip_while(|line| {
            line.starts_with("starter = \"") || line.starts_with("tests = \"")
        })
        .collect();
    format!("{before}{TABLE}\n{lines}{rest}")
}
