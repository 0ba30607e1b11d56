//! The rendered pages and the links between them.

use crate::book::{Book, assert_shows};

#[test]
fn the_first_page_of_a_book_that_begins_in_a_folder_leads_to_its_chapter() {
    let book = Book::new()
        .chapter("part/one", "# O\n\n[Two](two.md) ![p](p.svg)\n")
        .chapter("part/two", "# T\n")
        .file("src/part/p.svg", "<svg/>");
    book.build();
    let index = book.read("book/index.html");
    assert!(index.contains("part/one.html"), "{index}");
    assert!(!index.contains("href=\"two.html\""), "{index}");
    assert!(book.path("book/part/p.svg").exists());
}

#[test]
fn a_broken_link_of_the_first_chapter_is_told_once_with_its_line() {
    for name in ["race", "part/one"] {
        let book = Book::new().chapter(name, "# R\n\n[a](gone.md)\n");
        let error = book.fails();
        assert_shows(
            &error,
            &format!(
                "[..]src/{name}.md:3: link `gone.md` leads to no file[..]"
            ),
        );
        assert_eq!(error.matches("gone.").count(), 1, "{error}");
    }
}

#[test]
fn a_broken_link_of_a_readme_is_told_with_its_line() {
    let book = Book::new()
        .chapter("race", "# R\n")
        .chapter("part/README", "# P\n\n\n[a](gone.md)\n");
    assert_shows(&book.fails(), "[..]src/part/README.md:4: link `gone.md`[..]");
}

#[test]
fn a_link_that_only_works_at_the_root_of_a_server_is_told() {
    let book = Book::of("# R\n\n[a](/two.html) ![p](/p.svg)\n", "{}")
        .chapter("two", "# T\n")
        .file("src/p.svg", "<svg/>");
    let error = book.fails();
    assert_shows(&error, "[..]src/race.md:3: link `/two.html` [..]root[..]");
    assert_shows(&error, "[..]src/race.md:3: link `/p.svg` [..]root[..]");
}

#[test]
fn the_same_link_in_code_before_does_not_move_the_place() {
    let book =
        Book::of("# R\n\n```text\n[a](gone.md)\n```\n\n[a](gone.md)\n", "{}");
    assert_shows(&book.fails(), "[..]src/race.md:7: link `gone.md` [..]");
}
