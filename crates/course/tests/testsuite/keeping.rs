//! What a command printed is kept, and trusted only while all that it was
//! made from is the same.

use std::fs;

use crate::book::{Book, assert_shows};

const TEXT: &str = "# R\n\n<!-- cmdrun cargo run --release --example race -- \
                    --format markdown -->\n\n{{#chart race}}\n\n\
                    {{#fact race.lost_percent}}\n";

/// How often examples were asked to list or to print.
fn started(book: &Book) -> (usize, usize) {
    (book.log("lists").len(), book.log("prints").len())
}

#[test]
fn an_unchanged_book_starts_no_process_of_an_example() {
    let book = Book::of(TEXT, "{}");
    book.build();
    let before = started(&book);
    assert_eq!(before, (1, 2));
    let page = book.page("race");
    book.build();
    assert_eq!(started(&book), before);
    assert_eq!(book.page("race"), page);
}

#[test]
fn a_changed_word_starts_no_process_of_an_example() {
    let book = Book::of(TEXT, "{}");
    book.build();
    let before = started(&book);
    book.write("src/race.md", &TEXT.replace("# R", "# Races"));
    book.build();
    assert_eq!(started(&book), before);
    assert_shows(&book.page("race"), "<td>one</td>[..]");
}

#[test]
fn other_arguments_are_another_output() {
    let book = Book::of(TEXT, "{}");
    book.build();
    let before = started(&book);
    book.write("src/race.md", &TEXT.replace("-- --", "-- --table x --"));
    book.build();
    assert_eq!(started(&book).1, before.1 + 1);
}

#[test]
fn another_record_is_another_output() {
    let book = Book::of(TEXT, "{}");
    book.build();
    let (lists, prints) = started(&book);
    let path = "target/book-records/race.json";
    let record = book.read(path);
    let changed = record.replace("61.2", "51.2");
    assert_ne!(changed, record);
    book.write(path, &changed);
    book.build();
    assert_eq!(book.measured(), 1);
    assert_eq!(started(&book), (lists, prints + 2));
}

/// A changed program whose file has the length and the time of the old one:
/// what a helper crate or the lock file may give.
#[test]
fn a_changed_program_is_measured_again_whatever_its_length_and_time() {
    let book = Book::of(TEXT, "{\"value\": 11.5}");
    book.build();
    let program = book.path("target/release/examples/race");
    let about = fs::metadata(&program).unwrap();
    let mut bytes = fs::read(&program).unwrap();
    let at = bytes.windows(4).rposition(|w| w == b"11.5").unwrap();
    bytes[at..at + 4].copy_from_slice(b"22.5");
    // The next build finds this source, and so this program.
    book.write("examples/race.rs", "{\"value\": 22.5}");
    fs::write(&program, bytes).unwrap();
    let file = fs::File::options().write(true).open(&program).unwrap();
    file.set_modified(about.modified().unwrap()).unwrap();
    drop(file);
    assert_eq!(fs::metadata(&program).unwrap().len(), about.len());
    let before = started(&book);
    book.build();
    assert_eq!(book.measured(), 2);
    assert_eq!(started(&book), (before.0 + 1, before.1 + 2));
    assert_shows(&book.page("race"), "[..]22.5\u{a0}%[..]");
}

#[test]
fn a_failure_is_not_kept() {
    let book = Book::of(TEXT, "{\"replay\": \"fail\"}");
    book.fails();
    let before = started(&book);
    book.fails();
    assert_eq!(started(&book).1, before.1 + 2);
}

#[test]
fn a_damaged_store_is_none() {
    let book = Book::of(TEXT, "{}");
    book.build();
    let before = started(&book);
    let folder = book.path("target/book-records/kept");
    for entry in fs::read_dir(folder).unwrap() {
        fs::write(entry.unwrap().path(), "{\"x\": 1").unwrap();
    }
    book.build();
    assert_eq!(started(&book), (before.0 + 1, before.1 + 2));
    assert_eq!(book.measured(), 1);
}

#[test]
fn a_command_that_book_toml_allows_runs_each_time() {
    let settings = format!(
        "{}\n[preprocessor.cmdrun]\nallow = [\"echo x >> ../ran; echo y\"]\n",
        crate::book::SETTINGS
    );
    let text = "# R\n\n<!-- cmdrun echo x >> ../ran; echo y -->\n";
    let book = Book::of(text, "{}").file("book.toml", &settings);
    book.build();
    book.build();
    assert_eq!(book.read("ran"), "x\nx\n");
}
