//! Writes files whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes `bytes` to `path`, whose folder is made where it is missing. A
/// reader sees the old file or the new one, never a part.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}
