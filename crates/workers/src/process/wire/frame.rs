//! The form of what travels: several messages in one write.
//!
//! A frame is a line that says how long its messages are, then their JSON
//! documents, then their raw parts. Both directions have the same form.

use serde::{Deserialize, Serialize};

/// A frame that has so many bytes is sent: as much as a pipe holds on Linux,
/// so that one more message would only wait longer.
pub(super) const FULL_BYTES: usize = 64 << 10;

/// So has one of so many messages, which bounds its first line.
pub(super) const FULL_MESSAGES: usize = 1_000;

/// Longer first lines are garbage.
pub(super) const LONGEST_HEAD: u64 = 1 << 20;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// The number of the first message; both sides count from 1. It tells a
    /// frame from JSON that a job happened to print.
    pub(super) first: u64,
    /// For each message the bytes of its document and of each raw part.
    pub(super) sizes: Vec<Vec<usize>>,
}
