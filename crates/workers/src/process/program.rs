//! Which file to start for this very program.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

/// The file to start for this very program. On Linux it is the one that runs,
/// even where a build has replaced the file of that name since; elsewhere it
/// is the file of that name.
///
/// # Errors
///
/// The system doesn't tell.
pub fn own_program() -> io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() {
        return Ok(running.into());
    }
    env::current_exe()
}
