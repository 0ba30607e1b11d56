//! A small book in a folder of its own, and what the builder does with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A book to be built.
pub(crate) struct Book {
    folder: TempDir,
    chapters: Vec<String>,
}

/// How the builder ended.
pub(crate) struct Built {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The settings that all books begin with.
pub(crate) const SETTINGS: &str = "\
[book]
title = \"A test\"
[output.html]
smart-punctuation = true
";

impl Book {
    /// A book with one example, `race`, and no chapter yet.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let book = Self { folder, chapters: Vec::new() };
        book.file("book.toml", SETTINGS)
            .file("tmp/.keep", "")
            .example("race", "{}")
    }

    /// Adds the chapter `src/<name>.md`.
    pub(crate) fn chapter(mut self, name: &str, text: &str) -> Self {
        self.chapters.push(name.into());
        let lines: Vec<String> = self
            .chapters
            .iter()
            .map(|name| format!("- [Chapter {name}]({name}.md)"))
            .collect();
        let summary = format!("# Summary\n\n{}\n", lines.join("\n"));
        let this = self.file("src/SUMMARY.md", &summary);
        this.file(&format!("src/{name}.md"), text)
    }

    /// A book whose only chapter is `text` and whose example is `script`.
    pub(crate) fn of(text: &str, script: &str) -> Self {
        Self::new().chapter("race", text).example("race", script)
    }

    /// Gives example `name` the script `script`; see `tests/fixture`.
    pub(crate) fn example(self, name: &str, script: &str) -> Self {
        self.file(&format!("examples/{name}.rs"), script)
    }

    /// Writes a file.
    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        self.write(path, text);
        self
    }

    /// Writes a file of a book that was built before.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The text of a file.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The part of a rendered page between `<main>` and `</main>`.
    pub(crate) fn page(&self, name: &str) -> String {
        let text = self.read(&format!("book/{name}.html"));
        let start = text.find("<main>").unwrap() + "<main>".len();
        let end = text.find("</main>").unwrap();
        text[start..end].trim().to_owned()
    }

    /// A command for the builder in this book's folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_course"));
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("CARGO", env!("CARGO_BIN_EXE_fixture"))
            .env("TMPDIR", self.path("tmp"))
            // A lock of its own: these measurements are none.
            .env("BOOK_LOCK", self.path("tmp/lock"))
            .env_remove("CARGO_TARGET_DIR")
            .stdin(Stdio::null());
        command
    }

    /// A command that starts the builder itself: `words`, with the builder's
    /// path as the last one.
    #[cfg(unix)]
    pub(crate) fn under(&self, words: &[&str]) -> Command {
        let like = self.command(&[]);
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(like.get_program());
        command.current_dir(self.path(".")).stdin(Stdio::null());
        for (name, value) in like.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }

    /// Runs the builder.
    pub(crate) fn run(&self, args: &[&str]) -> Built {
        Built::of(self.command(args).output().unwrap())
    }

    /// Builds the book, which has to succeed.
    pub(crate) fn build(&self) -> Built {
        let built = self.run(&[]);
        assert_eq!(built.code, Some(0), "{}", built.stderr);
        built
    }

    /// Builds the book, which has to fail with exit code 1; gives what it
    /// says of that.
    pub(crate) fn fails(&self) -> String {
        let built = self.run(&[]);
        assert_eq!(built.code, Some(1), "{}", built.stderr);
        self.nothing_unfinished();
        built.stderr
    }

    /// The measurements made so far.
    pub(crate) fn measured(&self) -> usize {
        self.log("measures").len()
    }

    /// The processes that noted `what`.
    pub(crate) fn log(&self, what: &str) -> Vec<i32> {
        let log = fs::read_to_string(self.path("target/log"));
        log.unwrap_or_default()
            .lines()
            .filter(|line| line.starts_with(what))
            .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
            .collect()
    }

    /// Fails where a build left something beside the book.
    pub(crate) fn nothing_unfinished(&self) {
        for entry in fs::read_dir(self.folder.path()).unwrap() {
            let name = entry.unwrap().file_name();
            let name = name.to_string_lossy();
            assert!(!name.contains("unfinished"), "{name} is left");
        }
    }
}

impl Built {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Self {
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }
}

/// Fails unless `text` has a part that looks like `pattern`, in which `[..]`
/// stands for anything within a line.
#[track_caller]
pub(crate) fn assert_shows(text: &str, pattern: &str) {
    let found = pattern.lines().count() == 1
        && text.lines().any(|line| line_matches(line, pattern));
    let lines: Vec<&str> = text.lines().collect();
    let wanted: Vec<&str> = pattern.lines().collect();
    let found = found
        || lines.windows(wanted.len().max(1)).any(|window| {
            window.iter().zip(&wanted).all(|(l, p)| line_matches(l, p))
        });
    assert!(found, "expected\n{pattern}\nin\n{text}");
}

fn line_matches(line: &str, pattern: &str) -> bool {
    let mut rest = line;
    for part in pattern.split("[..]") {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Whether a process is alive; one that only waits to be waited for is not.
#[cfg(target_os = "linux")]
pub(crate) fn is_alive(process: i32) -> bool {
    fs::read_to_string(Path::new("/proc").join(format!("{process}/stat")))
        .is_ok_and(|stat| !stat.contains(") Z ") && !stat.contains(") X "))
}
