//! The chapters' paths: all are checked before anything is written.

use std::fs;

use crate::book::{Book, SETTINGS, assert_shows};

/// A book whose list of chapters is `list`.
fn listed(list: &str) -> Book {
    Book::of("# R\n", "{}").file("src/SUMMARY.md", list)
}

#[test]
fn a_chapter_outside_of_the_sources_is_refused_and_nothing_is_written() {
    let book = listed("# S\n\n- [R](race.md)\n- [X](../docs/x.md)\n")
        .file("docs/x.md", "# X\n")
        .file("docs/x.html", "mine");
    assert_shows(
        &book.fails(),
        "[..]src/SUMMARY.md:4: the path of chapter `../docs/x.md` [..]",
    );
    assert_eq!(book.read("docs/x.html"), "mine");
    assert!(!book.path("book").exists());
}

#[test]
fn an_odd_path_is_told_with_its_line_and_never_a_panic() {
    for path in [
        "/etc/passwd.md",
        "a/../../x.md",
        "part/../race.md",
        "race",
        "race.html",
        ".md",
        "/",
        ".",
        "..",
        "a#b.md",
        "a?b.md",
        "<a%b.md>",
        "a\\\\b.md",
        "<a:b.md>",
        "print.md",
        "toc.md",
        "404.md",
        "https://example.com/x.md",
    ] {
        let book = listed(&format!("# S\n\n- [R](race.md)\n- [X]({path})\n"));
        let error = book.fails();
        assert_shows(&error, "[..]src/SUMMARY.md:4: [..]");
        assert!(!error.contains("panicked"), "{path}: {error}");
    }
}

#[test]
fn a_number_sign_in_a_name_blames_no_other_chapter() {
    let book = listed("# S\n\n- [A](<a#b.md>)\n- [R](race.md)\n")
        .file("src/a#b.md", "# A\n");
    let error = book.fails();
    assert_shows(&error, "[..]src/SUMMARY.md:3: [..]`a#b.md`[..]`#`[..]");
    assert!(!error.contains("race.md"), "{error}");
}

#[test]
fn a_path_with_a_space_and_letters_of_all_languages_is_fine() {
    let book = listed("# S\n\n- [A](<part/ä b.md>)\n- [R](./race.md)\n")
        .file("src/part/ä b.md", "# A\n");
    book.build();
    assert!(book.path("book/part/ä b.html").exists());
}

#[test]
fn two_chapters_of_one_page_are_refused() {
    let book = listed("# S\n\n- [A](a/README.md)\n- [B](a/index.md)\n")
        .file("src/a/README.md", "# A\n")
        .file("src/a/index.md", "# B\n");
    assert_shows(&book.fails(), "[..]src/SUMMARY.md:4: [..]`a/README.md`[..]");
}

#[test]
fn a_file_that_would_be_copied_over_a_page_is_refused() {
    let book = Book::of("# R\n", "{}").file("src/race.html", "not the page");
    assert_shows(&book.fails(), "[..]src/race.html[..]race.md[..]");
}

#[test]
fn a_chapter_that_is_no_text_is_named_itself() {
    let book = Book::of("# R\n", "{}").chapter("two", "# T\n");
    fs::write(book.path("src/two.md"), b"# T\n\nab\xff\n").unwrap();
    let error = book.fails();
    assert_shows(&error, "[..]src/two.md:3: [..]UTF-8[..]");
    assert!(!error.contains("SUMMARY"), "{error}");
}

#[test]
fn a_missing_list_of_chapters_is_told() {
    let book = Book::of("# R\n", "{}");
    fs::remove_file(book.path("src/SUMMARY.md")).unwrap();
    assert_shows(&book.fails(), "error: can't read `src/SUMMARY.md`: [..]");
}

#[test]
fn settings_that_lead_out_of_the_book_are_refused_before_anything_is_written() {
    for (settings, victim) in [
        ("additional-css = [\"../x.css\"]\n", "../x.css"),
        ("additional-js = [\"/x.js\"]\n", "/x.js"),
        ("input-404 = \"../x.md\"\n", "../x.md"),
        ("[output.html.redirect]\n\"/../x.html\" = \"r.html\"\n", "/../x.html"),
    ] {
        let book = Book::of("# R\n", "{}")
            .file("book.toml", &format!("{SETTINGS}{settings}"));
        let error = book.fails();
        assert_shows(&error, &format!("[..]book.toml[..]`{victim}`[..]"));
        assert!(!book.path("book").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt as _;
    let book = Book::of("# R\n", "{}");
    let odd = std::ffi::OsStr::from_bytes(b"x.\xff");
    fs::write(book.path("src").join(odd), "").unwrap();
    assert_shows(
        &book.fails(),
        "error: `src/x.[..]` has a name that is no[..]",
    );
}

#[test]
fn a_preprocessor_that_is_not_there_is_named_and_no_room_is_asked_for() {
    let settings = format!("{SETTINGS}\n[preprocessor.gone]\n");
    let book = Book::of("# R\n", "{}").file("book.toml", &settings);
    let error = book.fails();
    assert_shows(&error, "error: mdBook can't render the book: [..]gone[..]");
    assert!(!error.contains("make room"), "{error}");
}
