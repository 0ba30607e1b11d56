//! Who holds a lock, as the system says: what stands in the file may be a lie.

use std::fs::File;

/// The process that locked `file`, and words for it, where the system tells.
#[cfg(target_os = "linux")]
pub(crate) fn of(file: &File) -> Option<(u32, String)> {
    use std::os::unix::fs::MetadataExt as _;

    use crate::system::text::plain;
    let about = file.metadata().ok()?;
    let (major, minor) =
        (rustix::fs::major(about.dev()), rustix::fs::minor(about.dev()));
    let id = format!("{major:02x}:{minor:02x}:{}", about.ino());
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let process: u32 = locked_by(&locks, &id)?;
    let folder = format!("/proc/{process}");
    let Ok(name) = std::fs::read_to_string(format!("{folder}/comm")) else {
        let who = format!("what process {process} left running");
        return Some((process, who));
    };
    let user = std::fs::metadata(folder).ok()?.uid();
    let name = plain(name.trim());
    Some((process, format!("process {process} (`{name}`, of user {user})")))
}

/// Other systems keep it for themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn of(_: &File) -> Option<(u32, String)> {
    None
}

/// The process of the line of `/proc/locks` that is about the file `id`. A line
/// with an arrow is of one that waits.
#[cfg(target_os = "linux")]
fn locked_by(locks: &str, id: &str) -> Option<u32> {
    locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [_, "FLOCK", _, _, process, file, ..] if file == id => {
                // Within a container, 0 is somebody outside of it.
                process.parse().ok().filter(|process| *process != 0)
            }
            _ => None,
        }
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_file_s_own_line_counts() {
        let locks = "1: FLOCK  ADVISORY  WRITE 7 fe:00:61 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 8 fe:00:62 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 9 fe:00:62 0 EOF\n\
                     4: FLOCK  ADVISORY  WRITE 0 fe:00:63 0 EOF\n";
        assert_eq!(locked_by(locks, "fe:00:62"), Some(9));
        assert_eq!(locked_by(locks, "fe:00:63"), None);
        assert_eq!(locked_by(locks, "fe:01:61"), None);
    }

    #[test]
    fn we_are_named_where_we_hold_it() {
        let file = tempfile::tempfile().unwrap();
        file.lock().unwrap();
        assert_eq!(of(&file).unwrap().0, std::process::id());
    }
}
