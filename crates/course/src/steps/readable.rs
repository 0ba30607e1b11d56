//! The sources without what nobody can read: mdBook copies every file beside
//! the chapters and fails at a link that leads nowhere, such as an editor's
//! mark of a file that is open.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is below a folder.
#[derive(Debug, Default)]
struct Found {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    /// Links that lead nowhere.
    dangling: Vec<PathBuf>,
}

/// Copies `source` to `copy` where it holds links that lead nowhere, which are
/// left out and returned. Where there are none, nothing is copied.
pub(crate) fn copied_without_dangling(
    source: &Path,
    copy: &Path,
) -> io::Result<Vec<PathBuf>> {
    let mut found = Found::default();
    look(source, Path::new(""), &mut found)?;
    if found.dangling.is_empty() {
        return Ok(Vec::new());
    }
    for folder in &found.folders {
        fs::create_dir_all(copy.join(folder))?;
    }
    for file in &found.files {
        fs::copy(source.join(file), copy.join(file))?;
    }
    Ok(found.dangling)
}

fn look(source: &Path, below: &Path, found: &mut Found) -> io::Result<()> {
    found.folders.push(below.to_owned());
    for entry in fs::read_dir(source.join(below))? {
        let path = below.join(entry?.file_name());
        let full = source.join(&path);
        match fs::metadata(&full) {
            Ok(about) if about.is_dir() => look(source, &path, found)?,
            Ok(about) if about.is_file() => found.files.push(path),
            // A pipe or a device, which mdBook leaves out by itself.
            Ok(_) => {}
            Err(_) if full.is_symlink() => found.dangling.push(path),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
