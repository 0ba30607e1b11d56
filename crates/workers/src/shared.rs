//! Bytes that processes share instead of copying them to each other.

#[cfg(not(target_os = "linux"))]
#[path = "shared/file.rs"]
mod memory;
#[cfg(target_os = "linux")]
#[path = "shared/sealed.rs"]
mod memory;

use std::fmt;
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use memory::Mapped;
use memory::{Address, Memory};

/// Bytes in memory that other processes can map. Put it into any job: what
/// crosses is an address of some dozen bytes, however many there are.
///
/// The bytes never change: on Linux the kernel itself has sealed them. They
/// stay until the last clone in the process that made them is dropped, or that
/// process ends, even by `kill -9`; a process that has mapped them by then
/// keeps them until it lets go. On other systems they are a temporary file
/// that readers copy, and a killed process leaves it behind.
///
/// Making it copies once. Every further use saves that.
///
/// ```
/// use workers::SharedBytes;
///
/// let shared = SharedBytes::new(b"many bytes")?;
/// let address = serde_json::to_string(&shared)?;
/// // In any process of the same user, while `shared` lives:
/// let received: SharedBytes = serde_json::from_str(&address)?;
/// assert_eq!(&*received.map()?, b"many bytes");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct SharedBytes {
    address: Address,
    /// Absent in what came from another process.
    memory: Option<Arc<Memory>>,
}

impl SharedBytes {
    /// Copies `bytes` into memory that can be shared.
    ///
    /// # Errors
    ///
    /// When the system has no memory or no file handle left.
    pub fn new(bytes: &[u8]) -> io::Result<Self> {
        let (memory, address) = Memory::holding(bytes)?;
        Ok(Self { address, memory: Some(Arc::new(memory)) })
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.address.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes. What it returns stands on its own: it stays valid when the
    /// owner has let go.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::NotFound`] when the owner has let go of them before;
    /// otherwise the system's reason.
    pub fn map(&self) -> io::Result<Mapped> {
        match &self.memory {
            Some(memory) => memory.map(self.len()),
            None => self.address.map(),
        }
    }
}

impl Serialize for SharedBytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.address.serialize(to)
    }
}

impl<'de> Deserialize<'de> for SharedBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let address = Address::deserialize(from)?;
        Ok(Self { address, memory: None })
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedBytes({} bytes)", self.len())
    }
}

fn gone() -> io::Error {
    let reason = "the shared bytes are gone: their owner has dropped them";
    io::Error::new(io::ErrorKind::NotFound, reason)
}
