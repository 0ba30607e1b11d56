//! `book.toml` and the variables MDBOOK_…: what nobody reads is told.

use crate::book::{Book, Built, SETTINGS, assert_shows};

fn with(settings: &str) -> Book {
    Book::of("# R\n", "{}").file("book.toml", settings)
}

#[test]
fn a_mistyped_key_of_the_pages_keeps_the_good_book_and_names_the_right_one() {
    let book = with(SETTINGS);
    book.build();
    let good = book.read("book/index.html");
    book.write(
        "book.toml",
        &SETTINGS.replace("smart-punctuation", "smart-punctuatoin"),
    );
    assert_shows(
        &book.fails(),
        "error: book.toml:4: unknown field `smart-punctuatoin`[..]\n    \
         next: did you mean `smart-punctuation`? [..]",
    );
    assert_eq!(book.read("book/index.html"), good);
}

#[test]
fn each_section_is_checked() {
    for (settings, line, meant) in [
        ("[bok]\n", 1, "book"),
        ("[book]\ntitel = \"x\"\n", 2, "title"),
        ("[build]\nbuild-dri = \"x\"\n", 2, "build-dir"),
        ("[rust]\nediton = \"2024\"\n", 2, "edition"),
        ("[output.htm]\n", 1, "html"),
        ("[output.html.playgrund]\n", 1, "playground"),
        ("[output.html.search]\nenabel = true\n", 2, "enable"),
        ("[output.html.search.chapter.\"a.md\"]\nenabel = 1\n", 2, "enable"),
        ("[output.html.print]\nenabel = true\n", 2, "enable"),
        ("[output.html.fold]\nlevle = 1\n", 2, "level"),
        ("[output.html.code]\nhideline = {}\n", 2, "hidelines"),
        ("[preprocessor.cmdrun]\nalow = []\n", 2, "allow"),
        ("[preprocessor.links]\naftre = []\n", 2, "after"),
    ] {
        let error = with(settings).fails();
        assert_shows(
            &error,
            &format!(
                "error: book.toml:{line}: unknown field [..]\n    \
                 next: [..]`{meant}`[..]"
            ),
        );
    }
}

#[test]
fn a_wrong_type_is_told_with_its_line() {
    for settings in [
        "[book]\ntitle = 3\n",
        "[book]\nauthors = \"me\"\n",
        "[output.html]\nsmart-punctuation = \"yes\"\n",
        "[output.html.fold]\nlevel = -1\n",
        "[rust]\nedition = \"2023\"\n",
        "[preprocessor.cmdrun]\nallow = 3\n",
        "[preprocessor.cmdrun]\nprofile = \"qick\"\n",
        "[preprocessor.other]\nbefore = 1\n",
    ] {
        assert_shows(&with(settings).fails(), "error: book.toml:2: [..]");
    }
}

#[test]
fn a_renderer_that_nobody_runs_is_told() {
    assert_shows(
        &with("[output.html]\n[output.epub]\n").fails(),
        "error: book.toml:2: unknown field `epub`[..]",
    );
}

#[test]
fn text_that_is_no_toml_is_told_with_its_line() {
    assert_shows(
        &with("[book]\n\n[output\n").fails(),
        "error: book.toml:3: [..]",
    );
}

#[test]
fn a_style_sheet_that_is_not_there_is_named() {
    let book =
        with("[output.html]\nadditional-css = [\"a.css\", \"gone.css\"]\n")
            .file("a.css", "");
    let error = book.fails();
    assert_shows(&error, "error: book.toml: [..]`gone.css`[..]");
    assert!(!error.contains("make room"), "{error}");
}

fn in_environment(name: &str, value: &str) -> Built {
    let book = with(SETTINGS);
    let mut command = book.command(&[]);
    command.env(name, value);
    Built::of(command.output().unwrap())
}

#[test]
fn a_variable_is_checked_like_the_file() {
    for (name, value, what) in [
        ("MDBOOK_BOOK__TITEL", "x", "`title`"),
        (
            "MDBOOK_OUTPUT__HTML__SMART_PUNCTUATOIN",
            "true",
            "`smart-punctuation`",
        ),
        ("MDBOOK_OUTPUT__HTML__SMART_PUNCTUATION", "yes", "boolean"),
        ("MDBOOK_BOK__TITLE", "x", "`book`"),
        ("MDBOOK_BOOK", "{\"titel\": \"x\"}", "`title`"),
        ("MDBOOK_OUTPUT__HTM__THEME", "x", "`html`"),
        ("MDBOOK_BOOK__TITLE", "3", "integer"),
        ("MDBOOK_BOOK__AUTHORS", "[null]", "null"),
    ] {
        let built = in_environment(name, value);
        assert_eq!(built.code, Some(1), "{name}={value}");
        assert_shows(
            &built.stderr,
            &format!("error: the variable {name} of the environment: [..]"),
        );
        assert!(built.stderr.contains(what), "{}", built.stderr);
    }
}

#[test]
fn a_variable_that_is_right_counts_and_one_of_others_does_not() {
    let book = with(SETTINGS);
    let mut command = book.command(&[]);
    command
        .env("MDBOOK_BOOK__TITLE", "Another title")
        .env("MDBOOK_OUTPUT__HTML__PRINT", "{\"enable\": false}")
        .env("MDBOOK_VERSION", "0.5.4");
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(book.read("book/race.html").contains("Another title"));
    assert!(!book.path("book/print.html").exists());
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_no_text_is_no_panic() {
    use std::os::unix::ffi::OsStrExt as _;
    let odd = std::ffi::OsStr::from_bytes(b"\xff");
    let book = with(SETTINGS);
    let mut command = book.command(&[]);
    command.env("SOMETHING_ELSE", odd);
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let mut command = book.command(&[]);
    command.env("MDBOOK_BOOK__TITLE", odd);
    let built = Built::of(command.output().unwrap());
    assert_eq!(built.code, Some(1));
    assert_shows(&built.stderr, "error: [..]MDBOOK_BOOK__TITLE[..]");
}
