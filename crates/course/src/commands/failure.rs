//! Failures that only a command has, and the exit code of each.

use std::fmt;

use crate::system::interrupt::{self, Interrupted};

/// Wrong use of the command line: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// `--strict`, and so many claims did not hold: exit code 3.
#[derive(Debug)]
pub(crate) struct Refuted(pub(crate) usize);

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, verb) = match self.0 {
            1 => ("claim", "does"),
            _ => ("claims", "do"),
        };
        write!(
            f,
            "{} {noun} {verb} not hold here, and --strict was asked for\n    \
             next: `cargo book check` shows the numbers behind each",
            self.0
        )
    }
}

impl std::error::Error for Refuted {}

/// The exit code for `error`.
pub(crate) fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<Interrupted>() || interrupt::requested() {
        interrupt::EXIT_CODE
    } else if error.is::<Refuted>() {
        3
    } else if error.is::<Usage>() {
        2
    } else {
        1
    }
}
