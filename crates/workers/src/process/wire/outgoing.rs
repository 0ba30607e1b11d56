//! Writing a frame.

use std::io::{self, Write};

use serde::Serialize;

use super::frame::{FULL_BYTES, FULL_MESSAGES, Head};
use super::raw_bytes::{RawBytes, collecting};
use crate::PoolError;
use crate::error::caught;

/// A frame to be filled and sent.
#[derive(Debug)]
pub(in super::super) struct Outgoing {
    head: Head,
    documents: Vec<u8>,
    raw: Vec<RawBytes>,
    bytes: usize,
    limit: usize,
}

impl Outgoing {
    /// `limit` is the most bytes that one message may have.
    pub(in super::super) fn new(limit: usize) -> Self {
        let head = Head { first: 1, sizes: Vec::new() };
        let (documents, raw) = (Vec::new(), Vec::new());
        Self { head, documents, raw, bytes: 0, limit }
    }

    pub(in super::super) fn messages(&self) -> usize {
        self.head.sizes.len()
    }

    pub(in super::super) fn is_full(&self) -> bool {
        self.bytes >= FULL_BYTES || self.messages() >= FULL_MESSAGES
    }

    // ANCHOR: add
    /// Adds a message. One that can't be written, is too large, or panics
    /// while it is written leaves the frame as it was.
    pub(in super::super) fn add<T: Serialize>(
        &mut self,
        message: &T,
    ) -> Result<(), PoolError> {
        self.add_within(self.limit, message)
    }

    /// As [`add`](Self::add), for a message with a limit of its own.
    pub(in super::super) fn add_within<T: Serialize>(
        &mut self,
        limit: usize,
        message: &T,
    ) -> Result<(), PoolError> {
        let start = self.documents.len();
        let mut room = Limited { to: &mut self.documents, left: limit };
        let written =
            caught(|| collecting(|| serde_json::to_writer(&mut room, message)));
        let too_large = PoolError::TooLarge { limit };
        let checked = match written {
            Ok(Ok(raw)) => {
                let raw_bytes: usize = raw.iter().map(|raw| raw.len()).sum();
                if raw_bytes > room.left { Err(too_large) } else { Ok(raw) }
            }
            Ok(Err(error)) if error.is_io() => Err(too_large),
            Ok(Err(error)) => Err(PoolError::Unwritable { error }),
            Err(panicked) => Err(panicked),
        };
        let raw = checked.inspect_err(|_| self.documents.truncate(start))?;
        let mut sizes = vec![self.documents.len() - start];
        sizes.extend(raw.iter().map(|raw| raw.len()));
        self.bytes += sizes.iter().sum::<usize>();
        self.head.sizes.push(sizes);
        self.raw.extend(raw);
        Ok(())
    }
    // ANCHOR_END: add

    /// Sends the frame and empties it; an empty one is not sent. `first` is
    /// the number of its first message.
    pub(in super::super) fn send(
        &mut self,
        first: u64,
        to: &mut impl Write,
    ) -> Result<(), SendError> {
        if self.messages() == 0 {
            return Ok(());
        }
        self.head.first = first;
        let mut bytes = Vec::with_capacity(FULL_BYTES / 16);
        serde_json::to_writer(&mut bytes, &self.head)
            .map_err(|error| SendError::Broken(error.into()))?;
        bytes.push(b'\n');
        // One write for most frames; a large document is not copied for it.
        let small = self.documents.len() <= FULL_BYTES;
        if small {
            bytes.extend_from_slice(&self.documents);
        }
        let taken = to.write(&bytes).map_err(SendError::Untouched)?;
        let rest = [&bytes[taken..], if small { &[] } else { &self.documents }];
        for bytes in rest.into_iter().chain(self.raw.iter().map(|raw| &**raw)) {
            to.write_all(bytes).map_err(SendError::Broken)?;
        }
        to.flush().map_err(SendError::Broken)?;
        self.head.sizes.clear();
        self.documents.clear();
        self.raw.clear();
        self.bytes = 0;
        Ok(())
    }
}

/// Why a frame was not sent.
#[derive(Debug)]
pub(in super::super) enum SendError {
    /// The other side has not taken a single byte.
    Untouched(io::Error),
    /// It may have taken any part.
    Broken(io::Error),
}

impl From<SendError> for io::Error {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Untouched(error) | SendError::Broken(error) => error,
        }
    }
}

/// Takes no more bytes than are left, so that a document without end ends.
struct Limited<'a> {
    to: &'a mut Vec<u8>,
    left: usize,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len());
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.to.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
