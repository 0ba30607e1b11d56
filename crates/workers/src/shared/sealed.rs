//! Shared bytes on Linux: a file that has no name, lives in memory, and is
//! sealed by the kernel.
#![expect(
    unsafe_code,
    reason = "mapping a file is safe only if nobody changes it, which no \
              signature can say; here the kernel's seals do"
)]

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Deref;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::process;

use memmap2::{Mmap, MmapOptions};
use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use serde::{Deserialize, Serialize};

use super::gone;

/// Nobody, the owner included, can write to the bytes, cut them off, or take
/// the seals away again.
const SEALS: SealFlag = SealFlag::F_SEAL_WRITE
    .union(SealFlag::F_SEAL_SHRINK)
    .union(SealFlag::F_SEAL_GROW)
    .union(SealFlag::F_SEAL_SEAL);

/// Where another process finds the bytes. The inode tells them from a file
/// that has got the same number since.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Address {
    process: u32,
    file: i32,
    inode: u64,
    pub(super) len: usize,
}

/// The owner's handle. The bytes go with the last handle and the last map.
#[derive(Debug)]
pub(super) struct Memory(File);

impl Memory {
    pub(super) fn holding(bytes: &[u8]) -> io::Result<(Self, Address)> {
        let flags = MFdFlags::MFD_ALLOW_SEALING | MFdFlags::MFD_CLOEXEC;
        let mut file = File::from(memfd_create(c"workers-shared", flags)?);
        file.write_all(bytes)?;
        fcntl(&file, FcntlArg::F_ADD_SEALS(SEALS))?;
        let address = Address {
            process: process::id(),
            file: file.as_raw_fd(),
            inode: file.metadata()?.ino(),
            len: bytes.len(),
        };
        Ok((Self(file), address))
    }

    pub(super) fn map(&self, len: usize) -> io::Result<Mapped> {
        Mapped::of(&self.0, len)
    }
}

impl Address {
    pub(super) fn map(&self) -> io::Result<Mapped> {
        let path = format!("/proc/{}/fd/{}", self.process, self.file);
        // Asked before it is opened: opening what has got the number since,
        // a pipe for instance, might block.
        match fs::metadata(&path) {
            Ok(file) if file.ino() == self.inode => {}
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error);
            }
            Ok(_) | Err(_) => return Err(gone()),
        }
        Mapped::of(&File::open(path)?, self.len)
    }
}

/// Shared bytes to be read.
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    // ANCHOR: map
    fn of(file: &File, len: usize) -> io::Result<Self> {
        let seals = fcntl(file, FcntlArg::F_GET_SEALS)?;
        let sealed = SealFlag::from_bits_truncate(seals).contains(SEALS);
        if !sealed || file.metadata()?.len() != len as u64 {
            return Err(gone());
        }
        // All pages at once: who maps the bytes is about to read them.
        let mut options = MmapOptions::new();
        let options = options.len(len).populate();
        // SAFETY: the bytes behind a map must not change or vanish while a
        // slice of them exists. The kernel refuses every write to, and every
        // cut of, a file with these seals, and a seal can't be taken off. They
        // were looked at on this very handle, whoever made the file.
        Ok(Self(unsafe { options.map(file) }?))
    }
    // ANCHOR_END: map
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_can_change_the_bytes_or_their_number() {
        let (memory, address) = Memory::holding(b"sealed").unwrap();
        let path = format!("/proc/self/fd/{}", address.file);
        let other = File::options().write(true).open(path).unwrap();
        for mut file in [&memory.0, &other] {
            let error = file.write(b"x").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
            assert!(file.set_len(0).is_err());
            assert!(file.set_len(100).is_err());
        }
        assert_eq!(&*memory.map(6).unwrap(), b"sealed");
    }

    #[test]
    fn an_address_that_leads_to_another_file_maps_nothing() {
        let (_memory, address) = Memory::holding(b"sealed").unwrap();
        let (_other, next) = Memory::holding(b"sealed").unwrap();
        let wrong = Address { file: next.file, ..address.clone() };
        let error = wrong.map().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        // The right file, and yet not what was promised.
        let longer = Address { len: 7, ..address };
        assert!(longer.map().is_err());
    }

    #[test]
    fn a_file_without_seals_is_never_mapped() {
        let flags = MFdFlags::MFD_CLOEXEC;
        let mut file = File::from(memfd_create(c"open", flags).unwrap());
        file.write_all(b"open").unwrap();
        assert!(Mapped::of(&file, 4).is_err());
    }
}
