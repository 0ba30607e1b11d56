//! Shared bytes where there is no sealed memory: a temporary file.

use std::fs;
use std::io::{self, Write};
use std::ops::Deref;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::gone;

/// Where another process finds the bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Address {
    path: PathBuf,
    pub(super) len: usize,
}

/// Dropping it deletes the file.
#[derive(Debug)]
pub(super) struct Memory(NamedTempFile);

impl Memory {
    pub(super) fn holding(bytes: &[u8]) -> io::Result<(Self, Address)> {
        let mut file = NamedTempFile::new()?;
        file.write_all(bytes)?;
        file.flush()?;
        let (path, len) = (file.path().to_path_buf(), bytes.len());
        Ok((Self(file), Address { path, len }))
    }

    pub(super) fn map(&self, len: usize) -> io::Result<Mapped> {
        Address { path: self.0.path().to_path_buf(), len }.map()
    }
}

impl Address {
    pub(super) fn map(&self) -> io::Result<Mapped> {
        match fs::read(&self.path) {
            Ok(bytes) if bytes.len() == self.len => Ok(Mapped(bytes)),
            Ok(_) => Err(gone()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(gone())
            }
            Err(error) => Err(error),
        }
    }
}

/// Shared bytes to be read: a copy, since nothing keeps a file from changing.
#[derive(Debug)]
pub struct Mapped(Vec<u8>);

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
