//! Reading a frame.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use serde::de::DeserializeOwned;

use super::frame::{FULL_BYTES, Head, LONGEST_HEAD};
use super::line::{Line, excerpt, read_line};
use super::raw_bytes::{RawBytes, from_parts};
use crate::error::caught;

/// A frame that has arrived.
#[derive(Debug)]
pub(in super::super) struct Incoming {
    /// The numbers of its messages.
    pub(in super::super) numbers: Range<u64>,
    messages: std::vec::IntoIter<(Range<usize>, Vec<RawBytes>)>,
    documents: Vec<u8>,
}

/// What the other side has sent.
#[derive(Debug)]
pub(in super::super) enum Arrival {
    Frame(Incoming),
    /// A line that begins no frame.
    Garbage {
        line: String,
        reason: String,
    },
    /// The other side is gone; an unfinished frame counts as nothing.
    End,
}

impl Arrival {
    /// Reads the next frame; `limit` the most bytes of one message, and `line` is
    /// room to be used again.
    pub(in super::super) fn read(
        from: &mut impl BufRead,
        line: &mut Vec<u8>,
        limit: usize,
    ) -> io::Result<Self> {
        let garbage = |line: &[u8], reason| {
            Ok(Self::Garbage { line: excerpt(line), reason })
        };
        match read_line(from, line, LONGEST_HEAD)? {
            Line::Whole => {}
            Line::TooLong => {
                let reason = format!("it is longer than {LONGEST_HEAD} bytes");
                return garbage(line, reason);
            }
            Line::End => return Ok(Self::End),
        }
        let head: Head = match serde_json::from_slice(line) {
            Ok(head) => head,
            Err(error) => return garbage(line, error.to_string()),
        };
        // All but the last message fit into a frame that was not full.
        let most = limit.saturating_add(FULL_BYTES);
        let bytes = head
            .sizes
            .iter()
            .flatten()
            .try_fold(0_usize, |sum, size| sum.checked_add(*size));
        if bytes.is_none_or(|bytes| bytes > most) {
            return garbage(line, format!("more than {limit} bytes"));
        }
        Ok(read_messages(from, head)?.map_or(Self::End, Self::Frame))
    }
}

fn read_messages(
    from: &mut impl BufRead,
    head: Head,
) -> io::Result<Option<Incoming>> {
    let length = |sizes: &Vec<usize>| sizes.first().copied().unwrap_or(0);
    let total = head.sizes.iter().map(length).sum();
    let Some(documents) = read_exactly(from, total)? else { return Ok(None) };
    let mut messages = Vec::with_capacity(head.sizes.len());
    let mut start = 0;
    for sizes in &head.sizes {
        let mut raw = Vec::with_capacity(sizes.len().saturating_sub(1));
        for size in sizes.iter().skip(1) {
            let Some(bytes) = read_exactly(from, *size)? else {
                return Ok(None);
            };
            raw.push(bytes.into());
        }
        let end = start + length(sizes);
        messages.push((start..end, raw));
        start = end;
    }
    let numbers = head.first..head.first.saturating_add(messages.len() as u64);
    let messages = messages.into_iter();
    Ok(Some(Incoming { numbers, messages, documents }))
}

/// `None` if the other side ends before.
fn read_exactly(
    from: &mut impl BufRead,
    bytes: usize,
) -> io::Result<Option<Vec<u8>>> {
    let mut all = Vec::with_capacity(bytes);
    let read = from.take(bytes as u64).read_to_end(&mut all)?;
    Ok((read == bytes).then_some(all))
}

impl Incoming {
    /// The next message, or the start of its document and why it is none. A
    /// type's own code reads it here, and may panic.
    pub(in super::super) fn next<T: DeserializeOwned>(
        &mut self,
    ) -> Option<Result<T, (String, String)>> {
        let (range, raw) = self.messages.next()?;
        let document = &self.documents[range];
        let reason = match caught(|| from_parts(document, raw)) {
            Ok(Ok(message)) => return Some(Ok(message)),
            Ok(Err(error)) => error.to_string(),
            Err(panicked) => panicked.to_string(),
        };
        Some(Err((excerpt(document), reason)))
    }
}
