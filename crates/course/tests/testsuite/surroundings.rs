//! Where and how the builder is started.

use std::fs;

use crate::book::{Book, Built, SETTINGS, assert_shows};

const TABLE: &str = "# R\n\n<!-- cmdrun cargo run --release --example race \
                     -- --format markdown -->\n";

#[test]
fn from_a_folder_within_the_project() {
    let book = Book::of(TABLE, "{}");
    let mut command = book.command(&[]);
    command.current_dir(book.path("src"));
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert_shows(&book.page("race"), "<td>one</td>[..]");
}

#[test]
fn from_a_folder_without_a_book() {
    let book = Book::of(TABLE, "{}");
    let elsewhere = tempfile::tempdir().unwrap();
    let mut command = book.command(&[]);
    command.current_dir(elsewhere.path());
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(1));
    assert_shows(&built.stderr, "error: no book.toml in [..]\n    next: [..]");
}

#[test]
fn with_another_source_folder() {
    let book = Book::of("", "{}").file(
        "book.toml",
        &SETTINGS.replace("[book]", "[book]\nsrc = \"text\""),
    );
    fs::rename(book.path("src"), book.path("text")).unwrap();
    book.write("text/race.md", TABLE);
    book.build();
    assert_shows(&book.page("race"), "<td>one</td>[..]");
    book.write("text/race.md", "# R\n\n{{#fact race.gone}}\n");
    assert_shows(&book.fails(), "[..]text/race.md:3: [..]");
}

#[test]
fn with_another_target_folder() {
    let book = Book::of(TABLE, "{}");
    let mut command = book.command(&[]);
    command.env("CARGO_TARGET_DIR", book.path("elsewhere"));
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(book.path("elsewhere/book-records/race.json").exists());
    assert!(!book.path("target").exists());
}

#[test]
fn with_another_destination() {
    let book = Book::of(TABLE, "{}");
    let built = book.run(&["--dest-dir", "out/put"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(book.path("out/put/index.html").exists());
    assert!(!book.path("book").exists());
}

#[test]
fn a_destination_that_is_no_book_is_not_replaced() {
    let book = Book::of(TABLE, "{}").file("thesis/one.txt", "years of work");
    let built = book.run(&["--dest-dir", "thesis"]);
    assert_eq!(built.code, Some(1));
    assert_shows(
        &built.stderr,
        "[..]thesis` holds something that is no book[..]",
    );
    assert!(book.path("thesis/one.txt").exists());
    assert_eq!(book.measured(), 0, "told before minutes are spent");
}

#[test]
fn a_destination_below_a_file_is_told() {
    let book = Book::of(TABLE, "{}").file("file", "");
    let built = book.run(&["--dest-dir", "file/book"]);
    assert_eq!(built.code, Some(1));
    assert_shows(&built.stderr, "error: [..]file/book`[..]\n    next: [..]");
    assert_eq!(book.measured(), 0, "told before minutes are spent");
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_destination_is_told() {
    // Nobody may make a folder in /proc, not even root.
    let book = Book::of(TABLE, "{}");
    let built = book.run(&["--dest-dir", "/proc/book"]);
    assert_eq!(built.code, Some(1));
    assert_shows(
        &built.stderr,
        "error: can't write the book to `/proc/book`[..]",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_destination_keeps_the_last_good_book() {
    // A limit on the size of files stands in for a full disk: the search
    // index does not fit.
    let book = Book::of(TABLE, "{}");
    book.build();
    let good = book.page("race");
    let limited = "trap '' XFSZ; ulimit -f 40; exec \"$0\"";
    let mut shell = book.under(&["sh", "-c", limited]);
    let built = Built::of(shell.output().unwrap());
    assert_eq!(built.code, Some(1), "{}", built.stderr);
    assert!(built.stderr.contains("next: "), "{}", built.stderr);
    assert_eq!(book.page("race"), good);
    book.nothing_unfinished();
}

#[test]
fn without_cargo_the_mend_is_named() {
    let book = Book::of(TABLE, "{}");
    let mut command = book.command(&[]);
    command.env_remove("CARGO").env("PATH", book.path("tmp"));
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(1));
    assert_shows(
        &built.stderr,
        "error: can't start `cargo`: [..]\n    next: install Rust [..]",
    );
}

#[cfg(unix)]
#[test]
fn cargo_need_not_be_on_the_search_path() {
    let book = Book::of(TABLE, "{}");
    let folder = book.path("bin");
    fs::create_dir(&folder).unwrap();
    let shell = fs::canonicalize("/bin/sh").unwrap();
    std::os::unix::fs::symlink(shell, folder.join("sh")).unwrap();
    let mut command = book.command(&[]);
    command.env("PATH", folder);
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn on_one_core_and_with_few_files() {
    let book = Book::of(TABLE, "{}");
    let limited = "ulimit -n 64; command -v taskset >/dev/null && \
                   exec taskset -c 0 \"$0\" || exec \"$0\"";
    let mut shell = book.under(&["sh", "-c", limited]);
    let built = Built::of(shell.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
}

#[cfg(unix)]
#[test]
fn in_a_folder_with_an_awkward_name() {
    let book = Book::of("", "{}");
    let odd = book.path("it's a $(touch owned) \"folder\"");
    fs::create_dir(&odd).unwrap();
    for name in ["src", "examples", "book.toml"] {
        fs::rename(book.path(name), odd.join(name)).unwrap();
    }
    fs::write(odd.join("src/race.md"), TABLE).unwrap();
    let mut command = book.command(&[]);
    command.current_dir(&odd);
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(odd.join("book/race.html").exists());
}
