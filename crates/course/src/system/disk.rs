//! How much room there is.

use std::path::Path;

/// Free space where `path` is or would be made, in MiB; nothing where the
/// system doesn't tell.
#[cfg(unix)]
pub(crate) fn free_mib(path: &Path) -> Option<f64> {
    let folder = path.ancestors().find(|folder| folder.is_dir())?;
    let disk = rustix::fs::statvfs(folder).ok()?;
    let free = disk.f_bavail as f64 * disk.f_frsize as f64;
    Some(free / f64::from(1 << 20))
}

#[cfg(not(unix))]
pub(crate) fn free_mib(_: &Path) -> Option<f64> {
    None
}
