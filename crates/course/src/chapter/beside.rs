//! The files beside the chapters, all of which mdBook copies: it panics at a
//! name that is no text. A link that leads nowhere is left out of the book
//! later, with a note.

use std::fs;
use std::io;
use std::path::Path;

use crate::system::problem::Problem;

/// What mdBook can't copy in `folder`, which messages call `shown`.
pub(crate) fn problems(folder: &Path, shown: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    // A folder that can't be read is told where its files are.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let shown = format!("{shown}/{}", name.to_string_lossy());
        let mut fail = |why: String, next: &str| {
            problems.push(Problem::new(format!("`{shown}` {why}"), next));
        };
        if name.to_str().is_none() {
            fail("has a name that is no UTF-8 text".into(), "rename it");
            continue;
        }
        match fs::metadata(&path) {
            Ok(about) if about.is_dir() && !entry.path().is_symlink() => {
                problems.extend(self::problems(&path, &shown));
            }
            Ok(_) => {}
            // Gone in the meantime, or a link that leads nowhere.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                fail(format!("can't be read: {error}"), "make it readable");
            }
        }
    }
    problems
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn a_name_that_is_no_text_is_told_wherever_it_lies() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir(root.join("part")).unwrap();
        std::os::unix::fs::symlink("..", root.join("part/circle")).unwrap();
        std::os::unix::fs::symlink("me@host.1", root.join(".#a.md")).unwrap();
        assert_eq!(problems(root, "src"), []);
        let odd = OsStr::from_bytes(b"x.\xff");
        fs::write(root.join("part").join(odd), "").unwrap();
        let found = problems(root, "src");
        assert_eq!(found.len(), 1);
        assert!(found[0].what.starts_with("`src/part/x."), "{found:?}");
    }
}
