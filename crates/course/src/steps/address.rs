//! Addresses of pages and the paths of their files.

use std::fmt::Write as _;
use std::path::Path;

/// `path` as an address.
pub(crate) fn encoded(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => out.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => out.push(byte.into()),
            byte => {
                // Writing to a `String` can't fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// `text` without percent signs.
pub(crate) fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let hex = match (first, tail) {
            (b'%', [a, b, ..]) => std::str::from_utf8(&[*a, *b])
                .ok()
                .and_then(|pair| u8::from_str_radix(pair, 16).ok()),
            _ => None,
        };
        match hex {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_its_way_through_an_address() {
        let path = "a b/é&\"'%.html";
        let address = encoded(Path::new(path));
        assert!(address.is_ascii(), "{address}");
        assert_eq!(decoded(&address), path);
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }
}
