//! The state of everything that a book is made from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::chapter::includes;
use crate::chapter::project::Project;

/// What a book is made from, besides its source folder.
const WATCHED: [&str; 6] =
    ["book.toml", "Cargo.toml", "Cargo.lock", "examples", "crates", "theme"];

/// The files and folders to look at.
pub(super) struct Watched(Vec<PathBuf>);

/// How they were. Asking for it costs a millisecond; the system's own news of
/// files also tell of the builder's reading them, and don't reach every
/// container and network drive.
#[derive(PartialEq)]
pub(super) struct Snapshot(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Watched {
    /// What the book of `project` is made from now: a chapter may include a
    /// file from anywhere, and `book.toml` name any style sheet or script.
    pub(super) fn of(project: &Project) -> Self {
        let source = project.source();
        let html = project.config.html_config().unwrap_or_default();
        let mut paths: Vec<PathBuf> = WATCHED
            .iter()
            .map(PathBuf::from)
            .chain(html.additional_css)
            .chain(html.additional_js)
            .chain(html.theme)
            .map(|path| project.root.join(path))
            .collect();
        let chapters = Snapshot::of(&Self(vec![source.clone()]));
        for chapter in chapters.0.keys() {
            if chapter.extension().is_some_and(|e| e == "md") {
                let folder = chapter.parent().unwrap_or(Path::new(""));
                let text = fs::read_to_string(chapter).unwrap_or_default();
                paths.extend(includes::files(&text, folder));
            }
        }
        paths.push(source);
        Self(paths)
    }
}

impl Snapshot {
    /// The state of what is `watched` now.
    pub(super) fn of(watched: &Watched) -> Self {
        let mut files = BTreeMap::new();
        let mut todo = watched.0.clone();
        while let Some(path) = todo.pop() {
            // What is gone meanwhile is missing in the next snapshot too.
            let Ok(about) = fs::metadata(&path) else { continue };
            if about.is_dir() {
                let entries = fs::read_dir(&path).into_iter().flatten();
                todo.extend(entries.flatten().map(|entry| entry.path()));
            } else if about.is_file() {
                files.insert(path, (about.modified().ok(), about.len()));
            }
        }
        Self(files)
    }
}
