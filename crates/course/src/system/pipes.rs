//! What a program prints, read aside: a full pipe would stop it.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// Bytes of standard error that are kept: the last ones, where the cause is.
pub(crate) const STDERR_KEPT: usize = 16 * 1024;

pub(crate) fn joined<T>(reader: JoinHandle<T>) -> io::Result<T> {
    reader.join().map_err(|_| io::Error::other("a pipe's reader panicked"))
}

pub(crate) fn read_up_to(
    mut pipe: impl Read,
    limit: usize,
    flooded: &AtomicBool,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 14];
    // A pipe that breaks has ended; what came before it counts.
    while let Ok(n @ 1..) = pipe.read(&mut buffer) {
        if bytes.len() + n > limit {
            flooded.store(true, Ordering::Relaxed);
            break;
        }
        bytes.extend_from_slice(&buffer[..n]);
    }
    bytes
}

pub(crate) fn tail(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 12];
    while let Ok(n @ 1..) = pipe.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..n]);
        if bytes.len() > 2 * STDERR_KEPT {
            bytes.drain(..bytes.len() - STDERR_KEPT);
        }
    }
    bytes
}
