//! A workspace with one small lab, and `cargo lab` in it.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const WORKSPACE: &str = r#"
[workspace]
members = ["labs/*"]
resolver = "3"
"#;

const MANIFEST: &str = r#"
[package]
name = "lab_sums"
version = "0.1.0"
edition = "2024"

[lib]
path = "lib.rs"

[features]
solution = []
"#;

const LIBRARY: &str = r#"
#[cfg_attr(not(feature = "solution"), path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
mod attempt;
pub use attempt::sum;
"#;

const TESTS: &str = r#"
#[test]
fn numbers_are_added() {
    assert_eq!(lab_sums::sum(2, 3), 5, "2 and 3 are 5");
}

#[test]
fn an_order_makes_no_difference() {
    assert_eq!(lab_sums::sum(2, 3), lab_sums::sum(3, 2), "2 + 3 is 3 + 2");
}
"#;

pub(crate) const STARTER: &str =
    "// TODO: add\npub fn sum(_: i32, _: i32) -> i32 { 0 }\n";
pub(crate) const SOLUTION: &str =
    "pub fn sum(a: i32, b: i32) -> i32 {\n    a + b\n}\n";
const WRONG: [(&str, &str); 3] = [
    (
        "minus",
        "//! Fails: `an_order_makes_no_difference`. Says: `3 + 2`.\n
        pub fn sum(a: i32, b: i32) -> i32 { a - b }",
    ),
    (
        "first",
        "//! Fails: `numbers_are_added`.\n
        pub fn sum(a: i32, _: i32) -> i32 { a }",
    ),
    (
        "endless",
        "//! Breaks off: `numbers_are_added`.\n
        #[allow(unconditional_recursion)]
        pub fn sum(a: i32, b: i32) -> i32 { sum(a, b) + sum(b, a) }",
    ),
];

/// A book with the lab `sums`, which is in order.
pub(crate) struct Book(TempDir);

pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Book {
    pub(crate) fn new() -> Book {
        let book = Book(tempfile::tempdir().unwrap());
        book.write("Cargo.toml", WORKSPACE);
        book.write("labs/sums/Cargo.toml", MANIFEST);
        book.write("labs/sums/README.md", "# Lab: sums of two\n");
        book.write(
            "labs/sums/hints.md",
            "## One\nAdd.\n\n## Two\na + b\n\n## Three\n",
        );
        book.write("labs/sums/lib.rs", LIBRARY);
        book.write("labs/sums/starter.rs", STARTER);
        book.write("labs/sums/solution.rs", SOLUTION);
        for (name, text) in WRONG {
            book.write(&format!("labs/sums/mutants/{name}.rs"), text);
        }
        book.write("labs/sums/tests/sums.rs", TESTS);
        let sealed = book.lab(&["seal"]);
        assert_eq!(sealed.code, Some(0), "{}", sealed.err);
        book
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// `cargo lab` with these arguments, not yet started.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("CARGO_TARGET_DIR", self.path().join("target"))
            .env("CARGO_NET_OFFLINE", "true");
        command
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap()
    }

    /// The student's file with this text, run.
    pub(crate) fn answer(&self, text: &str) -> Answer {
        self.write("labs/sums/starter.rs", text);
        self.lab(&["sums"])
    }

    pub(crate) fn lab(&self, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).output().unwrap();
        Answer {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
