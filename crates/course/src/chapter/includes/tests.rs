//! What is filled in, and where it comes from.

use super::*;

fn fill(files: &[(&str, &str)], text: &str) -> (Filled, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut problems = Vec::new();
    let filled = Filled::of(text, folder.path(), "src/a.md", &mut problems);
    (filled, problems.iter().map(Problem::to_string).collect())
}

fn check(files: &[(&str, &str)], text: &str) -> Vec<String> {
    fill(files, text).1
}

const CODE: (&str, &str) =
    ("a.rs", "// ANCHOR: one\nfn a() {}\n// ANCHOR_END: one\n");

#[test]
fn what_exists_is_fine() {
    let text = "{{#include a.rs}}\n```\n{{#include a.rs:one}}\n```\n\
                {{#include a.rs:2:3}} {{#include a.rs::2}} \
                {{#rustdoc_include a.rs:2}} \\{{#include gone.rs}}";
    assert_eq!(check(&[CODE], text), [""; 0]);
}

#[test]
fn a_missing_file_is_named_with_its_line() {
    let found = check(&[], "one\n\n```rust\n{{#include gone.rs}}\n```\n");
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("src/a.md:4: `{{#include gone.rs}}` can't"),
        "{}",
        found[0]
    );
}

#[test]
fn a_missing_anchor_lists_those_that_exist() {
    let found = check(&[CODE], "{{#include a.rs:ones}}");
    assert!(found[0].starts_with("src/a.md:1:"), "{}", found[0]);
    assert!(found[0].contains("did you mean `one`?"), "{}", found[0]);
}

#[test]
fn lines_beyond_the_end_are_a_failure() {
    assert_eq!(check(&[CODE], "x {{#include a.rs:9:12}}").len(), 1);
}

#[test]
fn a_missing_file_within_an_included_file_is_found() {
    let outer = ("b.md", "{{#include gone.md}}");
    assert_eq!(check(&[outer], "\n{{#include b.md}}").len(), 1);
}

#[test]
fn files_that_include_each_other_are_found() {
    let circle = ("b.md", "{{#include b.md}}");
    let found = check(&[circle], "{{#include b.md}}");
    assert!(found[0].contains("eleventh include"), "{}", found[0]);
}

#[test]
fn each_part_knows_where_it_was_written() {
    let text = "ab {{#title x}}{{#include b.md}}!\n\\{{#fact a}}";
    let (filled, _) = fill(&[("b.md", "one \\{{#two}} three\n")], text);
    assert_eq!(filled.text, "ab one {{#two}} three!\n{{#fact a}}");
    let part =
        |start, written, is_included| Part { start, written, is_included };
    assert_eq!(
        filled.parts,
        [
            part(0, 0, false),
            part(3, 15, false),
            part(3, 15, true),
            part(21, 32, false),
            part(23, 35, false),
            part(34, 46, false),
        ]
    );
    assert_eq!(filled.escaped, [7, 23]);
}

#[test]
fn what_can_not_be_filled_in_stays() {
    let (filled, problems) = fill(&[], "a {{#include gone}} b");
    assert_eq!(filled.text, "a {{#include gone}} b");
    assert_eq!(filled.failed, [2]);
    assert_eq!(problems.len(), 1);
}

/// The text is compared with mdBook's own: only so are the places right.
#[test]
fn mdbook_gives_the_same_text() {
    use mdbook_driver::MDBook;
    use mdbook_driver::book::BookItem;
    use mdbook_html::HtmlHandlebars;

    let text = "# A\r\n{{#title T}}\n{{ #include b.md }}x{{#include a.rs:one}}\
                \\{{#include c}} {{#include c}}\n{{#rustdoc_include a.rs:2}}\n\
                {{#rustdoc_include a.rs:one}}{{#include a.rs::1}}\n\
                {{#playground a.rs editable}}{{#include gone}}{{#fact a b}}\
                {{#include\na.rs:3:}}{{#include }}{{#each a}}\\{{#x";
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("src");
    fs::create_dir(&source).unwrap();
    for (name, text) in [
        CODE,
        ("SUMMARY.md", "[A](a.md)"),
        ("a.md", text),
        ("b.md", "b\r\n{{#include a.rs}}\n\\{{#include x}}"),
    ] {
        fs::write(source.join(name), text).unwrap();
    }
    let mdbook = MDBook::load(folder.path()).unwrap();
    let (book, _) = mdbook.preprocess_book(&HtmlHandlebars::new()).unwrap();
    let Some(BookItem::Chapter(chapter)) = book.iter().next() else { panic!() };
    let filled = Filled::of(text, &source, "src/a.md", &mut Vec::new());
    assert_eq!(filled.text, chapter.content);
}

#[test]
fn all_included_files_are_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("b.md"), "{{#include b.md}} {{#include c.rs:2}}")
        .unwrap();
    let files = files("{{#include b.md}}", path);
    let names = files.iter().map(|f| f.file_name().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["b.md", "c.rs"]);
}
