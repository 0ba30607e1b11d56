//! Bytes that cross as they are, beside the JSON that mentions them.

use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::de::{DeserializeOwned, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes that a process pool sends behind the JSON document, unchanged, with
/// their length before them. Put them into any job or answer.
///
/// A `Vec<u8>` would become a JSON array of numbers: up to four characters a
/// byte, each formatted and parsed. Python's pickle calls this an out-of-band
/// buffer. Outside a pool they serialise like any other bytes.
///
/// A clone shares the memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RawBytes(Arc<Vec<u8>>);

impl From<Vec<u8>> for RawBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes))
    }
}

impl From<RawBytes> for Vec<u8> {
    /// Copies only while there are other clones.
    fn from(bytes: RawBytes) -> Self {
        Arc::unwrap_or_clone(bytes.0)
    }
}

impl Deref for RawBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for RawBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawBytes({} bytes)", self.len())
    }
}

thread_local! {
    /// The raw parts of the message that this thread is writing or reading.
    /// Serde gives a value no other way to its surroundings.
    static PARTS: RefCell<Option<Vec<RawBytes>>> = const { RefCell::new(None) };
}

/// Sets the parts while it lives, and after it what was there before.
struct Scope(Option<Vec<RawBytes>>);

impl Scope {
    fn enter(parts: Vec<RawBytes>) -> Self {
        Self(PARTS.replace(Some(parts)))
    }

    fn leave(self) -> Vec<RawBytes> {
        PARTS.take().unwrap_or_default()
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        PARTS.set(self.0.take());
    }
}

/// Runs `write`, and returns the raw parts of what it serialises.
pub(super) fn collecting<T, E>(
    write: impl FnOnce() -> Result<T, E>,
) -> Result<Vec<RawBytes>, E> {
    let scope = Scope::enter(Vec::new());
    write()?;
    Ok(scope.leave())
}

/// Reads a document whose raw parts have arrived behind it.
pub(super) fn from_parts<T: DeserializeOwned>(
    document: &[u8],
    parts: Vec<RawBytes>,
) -> serde_json::Result<T> {
    let _scope = Scope::enter(parts);
    serde_json::from_slice(document)
}

impl Serialize for RawBytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let number = PARTS.with_borrow_mut(|parts| {
            let parts = parts.as_mut()?;
            parts.push(self.clone());
            Some(parts.len() as u64 - 1)
        });
        match number {
            Some(number) => to.serialize_u64(number),
            None => to.serialize_bytes(self),
        }
    }
}

impl<'de> Deserialize<'de> for RawBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Bytes)
    }
}

struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = RawBytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes, or the number of a raw part")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<RawBytes, E> {
        PARTS.with_borrow(|parts| {
            usize::try_from(number)
                .ok()
                .and_then(|number| parts.as_ref()?.get(number).cloned())
                .ok_or_else(|| E::custom(format!("no raw part `{number}`")))
        })
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<RawBytes, E> {
        Ok(bytes.to_vec().into())
    }

    fn visit_seq<S: SeqAccess<'de>>(
        self,
        mut seq: S,
    ) -> Result<RawBytes, S::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = seq.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes.into())
    }
}
