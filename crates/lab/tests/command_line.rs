//! Runs `cargo lab` on a workspace with one small lab.

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
default = ["starter"]
starter = []
solution = []
mutant_minus = []
"#;

const LIBRARY: &str = r#"
#[cfg_attr(feature = "starter", path = "starter.rs")]
#[cfg_attr(feature = "solution", path = "solution.rs")]
#[cfg_attr(feature = "mutant_minus", path = "mutants/minus.rs")]
mod attempt;
pub use attempt::sum;
"#;

const TESTS: &str = "
#[test]
fn numbers_are_added() {
    assert_eq!(lab_sums::sum(2, 3), 5);
}
";

const STARTER: &str = "// TODO: add\npub fn sum(_: i32, _: i32) -> i32 { 0 }";
const SOLUTION: &str = "pub fn sum(a: i32, b: i32) -> i32 { a + b }";
const MINUS: &str = "pub fn sum(a: i32, b: i32) -> i32 { a - b }";

/// A book with the lab `sums`, which is in order.
struct Book(TempDir);

struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Book {
    fn new() -> Book {
        let book = Book(tempfile::tempdir().unwrap());
        book.write("Cargo.toml", WORKSPACE);
        book.write("labs/sums/Cargo.toml", MANIFEST);
        book.write("labs/sums/README.md", "# Lab: sums of two\n");
        book.write("labs/sums/hints.md", "## One\nAdd.\n\n## Two\na + b\n");
        book.write("labs/sums/lib.rs", LIBRARY);
        book.write("labs/sums/starter.rs", STARTER);
        book.write("labs/sums/solution.rs", SOLUTION);
        book.write("labs/sums/mutants/minus.rs", MINUS);
        book.write("labs/sums/tests/sums.rs", TESTS);
        book
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn lab(&self, arguments: &[&str]) -> Answer {
        let output = Command::new(env!("CARGO_BIN_EXE_lab"))
            .args(arguments)
            .current_dir(self.path())
            .env("CARGO_TARGET_DIR", self.path().join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .output()
            .unwrap();
        Answer {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[test]
fn a_lab_in_order_passes_the_check() {
    let answer = Book::new().lab(&["check"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
    for part in ["starter", "solution", "mutant_minus", "0 faults"] {
        assert!(answer.out.contains(part), "{part} in {}", answer.out);
    }
}

#[test]
fn a_mutant_and_a_starter_that_pass_fail_the_check() {
    let book = Book::new();
    book.write("labs/sums/mutants/minus.rs", SOLUTION);
    book.write("labs/sums/starter.rs", &format!("// TODO\n{SOLUTION}"));
    let answer = book.lab(&["check", "sums"]);
    assert_eq!(answer.code, Some(1));
    for part in [
        "labs/sums/starter.rs passes",
        "labs/sums/mutants/minus.rs is wrong and no test notices",
        "the test `numbers_are_added` never fails",
    ] {
        assert!(answer.err.contains(part), "{part} in {}", answer.err);
    }
}

#[test]
fn a_stray_file_fails_the_check_before_anything_is_compiled() {
    let book = Book::new();
    book.write("labs/sums/notes.txt", "");
    book.write("labs/list.txt", "");
    let answer = book.lab(&["check"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("`rm -r labs/sums/notes.txt`"));
    assert!(answer.err.contains("`rm -r labs/list.txt`"));
    assert!(!book.path().join("target").exists());
}

#[test]
fn a_student_gets_from_not_yet_to_solved() {
    let book = Book::new();
    assert!(book.lab(&[]).out.contains("sums       not yet  sums of two"));
    let answer = book.lab(&["test", "sums"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("Not yet: 1 of 1 tests"), "{}", answer.out);
    assert!(answer.out.contains("`cargo lab hint sums`"));

    book.write("labs/sums/starter.rs", "pub fn sum(a: i32) {");
    let answer = book.lab(&["test", "sums"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("unclosed delimiter"), "{}", answer.err);
    assert!(answer.out.contains("does not compile yet"));

    book.write("labs/sums/starter.rs", SOLUTION);
    let answer = book.lab(&["test", "sums"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("Solved: all 1 tests pass"));
    assert!(book.lab(&["list"]).out.contains("sums       solved"));

    book.write("labs/sums/starter.rs", STARTER);
    assert!(book.lab(&["list"]).out.contains("sums       changed"));
}

#[test]
fn hints_come_one_at_a_time() {
    let book = Book::new();
    let first = book.lab(&["hint", "sums"]).out;
    assert!(first.contains("Add.") && !first.contains("a + b"), "{first}");
    assert!(first.contains("`cargo lab hint sums 2`"));
    let second = book.lab(&["hint", "sums", "2"]).out;
    assert!(second.contains("a + b") && !second.contains("Add."), "{second}");
}

#[test]
fn wrong_use_is_told_from_failure() {
    let book = Book::new();
    for arguments in [
        &["test", "sum"][..],
        &["check", "sums", "sum"],
        &["hint", "sums", "3"],
        &["hint", "sums", "0"],
        &["solve"],
    ] {
        let answer = book.lab(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}");
    }
    let answer = book.lab(&["test", "sum"]);
    assert!(answer.err.contains("there are sums"), "{}", answer.err);
}
