//! What all workers of a pool are started with.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Settings {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    pub(super) handshake_timeout: Duration,
    pub(super) job_timeout: Option<Duration>,
    pub(super) recycle_after: Option<NonZeroU64>,
    pub(super) payload_limit: usize,
}
