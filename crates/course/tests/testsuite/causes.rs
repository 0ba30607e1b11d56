//! A failure names the cause that the system gave, and what is no failure does
//! not stop the build.

use std::fs;

use crate::book::{Book, Built, SETTINGS, assert_shows};

const FACT: &str = "# R\n\n{{#fact race.lost_percent}}\n";

#[test]
fn a_missing_style_sheet_is_named() {
    let settings = format!("{SETTINGS}additional-css = [\"gone.css\"]\n");
    let book = Book::of(FACT, "{}").file("book.toml", &settings);
    let error = book.fails();
    assert_shows(&error, "error: book.toml: `gone.css` can't be read: [..]");
    assert!(!error.contains("make room"), "{error}");
}

#[test]
fn a_missing_preprocessor_is_named() {
    let settings =
        format!("{SETTINGS}[preprocessor.spell]\ncommand = \"no-such-tool\"\n");
    let book = Book::of(FACT, "{}").file("book.toml", &settings);
    let error = book.fails();
    assert_shows(
        &error,
        "error: mdBook can't render the book: [..]`spell`[..]",
    );
    assert!(!error.contains("make room"), "{error}");
}

#[test]
fn cargo_s_own_failure_is_not_blamed_on_the_code() {
    let book = Book::of(FACT, "{}");
    let mut command = book.command(&[]);
    command.env("RUSTC_WRAPPER", "no-such-tool");
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(1));
    assert_shows(
        &built.stderr,
        "error: cargo can't build the examples: [..]\n    next: mend what [..]",
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_may_not_run_is_told_with_the_likely_reason() {
    use std::os::unix::fs::PermissionsExt as _;
    let book = Book::of(FACT, "{}");
    book.build();
    // As a disk that is mounted with `noexec` has it.
    let program = book.path("target/release/examples/race");
    fs::set_permissions(program, fs::Permissions::from_mode(0o644)).unwrap();
    // What it printed is kept, and would be used.
    fs::remove_dir_all(book.path("target/book-records")).unwrap();
    assert_shows(
        &book.fails(),
        "error: src/race.md:3: the system doesn't let `[..]race` run\n    \
         next: [..]noexec[..]",
    );
}

#[test]
fn a_missing_temporary_folder_does_not_matter() {
    let text = format!("{FACT}\n{{{{#rustc race/no E0308}}}}\n");
    let book = Book::of(&text, "{}")
        .file("examples/race/refused/no.rs", "fn main() { let _: i8 = \"\"; }");
    let mut command = book.command(&[]);
    command.env("TMPDIR", book.path("gone"));
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
}

#[test]
fn serve_names_the_temporary_folder_that_is_missing() {
    let book = Book::of(FACT, "{}");
    let mut command = book.command(&["serve", "--port", "0"]);
    command.env("TMPDIR", book.path("gone"));
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(1));
    assert_shows(
        &built.stderr,
        "error: can't make a folder for the pages: [..]gone[..]\n    \
         next: set TMPDIR [..]",
    );
}

#[test]
fn a_chapter_that_is_no_utf_8_is_named() {
    let book = Book::of(FACT, "{}");
    fs::write(book.path("src/race.md"), b"# \xff\n").unwrap();
    assert_shows(
        &book.fails(),
        "error: src/race.md:1: this is no UTF-8 text\n    \
         next: save the file as UTF-8",
    );
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_stops_no_build() {
    let book = Book::of(FACT, "{}").file("src/pictures/one.svg", "<svg/>");
    std::os::unix::fs::symlink("me@here.7", book.path("src/.#race.md"))
        .unwrap();
    let built = book.build();
    assert_shows(&built.stderr, "note: `src/.#race.md` is a link [..]");
    assert!(book.path("book/pictures/one.svg").exists());
    assert!(!book.path("book/.#race.md").exists());
    book.nothing_unfinished();
}

#[test]
fn what_mdbook_warns_of_is_shown() {
    let book = Book::of(&format!("{FACT}\n[^b]: never used\n"), "{}");
    assert_shows(&book.build().stderr, "warn: footnote `b` in [..]race.md[..]");
}

#[cfg(unix)]
#[test]
fn a_lock_is_for_all_users_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt as _;
    let book = Book::of(FACT, "{}");
    let mut shell = book.under(&["sh", "-c", "umask 077; exec \"$0\""]);
    let built = Built::of(shell.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let mode = fs::metadata(book.path("tmp/lock")).unwrap().permissions();
    assert_eq!(mode.mode() & 0o777, 0o666);
}

#[test]
fn a_lock_that_can_not_be_had_is_told_and_stops_no_build() {
    let book = Book::of(FACT, "{}").file("tmp/lock/file", "");
    let built = book.build();
    assert_shows(&built.stderr, "warning: `[..]lock` can't be locked: [..]");
}

#[test]
fn records_of_a_foreign_platform_are_cleaned_too() {
    let book = Book::of(FACT, "{}");
    let mut command = book.command(&[]);
    command.env("CARGO_TARGET_DIR", book.path("target/some-platform"));
    assert!(command.status().unwrap().success());
    let records = book.path("target/some-platform/book-records");
    assert!(records.exists());
    assert_eq!(book.run(&["clean", "--records"]).code, Some(0));
    assert!(!records.exists());
    assert!(!book.path("book").exists());
}

#[test]
fn clean_removes_no_book_that_a_killed_build_put_aside() {
    let book = Book::of(FACT, "{}");
    book.build();
    fs::create_dir(book.path(".book.unfinished-1")).unwrap();
    fs::rename(book.path("book"), book.path(".book.unfinished-1/old")).unwrap();
    let cleaned = book.run(&["clean"]);
    assert_eq!(cleaned.code, Some(0), "{}", cleaned.stderr);
    assert!(book.path("book/index.html").exists());
    assert_eq!(book.run(&["clean"]).code, Some(0));
    assert!(!book.path("book").exists());
    book.nothing_unfinished();
}
