//! The stock `mdbook build`: a book in, a book out.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::book::{Book, Built, SETTINGS, assert_shows};

fn preprocess(book: &Book, input: &str) -> Built {
    let mut command = book.command(&["preprocess"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut builder = command.spawn().unwrap();
    builder.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Built::of(builder.wait_with_output().unwrap())
}

/// What mdBook sends for `book`, whose only chapter is `text`.
fn request(book: &Book, text: &str, settings: &Value) -> String {
    json!([
        {
            "root": book.path(""),
            "config": settings,
            "renderer": "html",
            "mdbook_version": "0.5.4",
        },
        {
            "items": [{
                "Chapter": {
                    "name": "R",
                    "content": text,
                    "number": [1],
                    "sub_items": [],
                    "path": "race.md",
                    "source_path": "race.md",
                    "parent_names": [],
                }
            }]
        }
    ])
    .to_string()
}

const TABLE: &str = "# R\n\n<!-- cmdrun cargo run --release --example race \
                     -- --format markdown -->\n";

#[test]
fn only_html_is_supported() {
    let book = Book::of(TABLE, "{}");
    assert_eq!(book.run(&["preprocess", "supports", "html"]).code, Some(0));
    assert_eq!(book.run(&["preprocess", "supports", "epub"]).code, Some(1));
}

#[test]
fn the_book_comes_back_filled_in_and_nothing_else_is_printed() {
    let book = Book::of(TABLE, "{}");
    let settings = json!({ "book": { "title": "A test" } });
    let built = preprocess(&book, &request(&book, TABLE, &settings));
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let filled: Value = serde_json::from_str(&built.stdout).unwrap();
    let text = filled["items"][0]["Chapter"]["content"].as_str().unwrap();
    assert_shows(text, "| one | 1.0 s |");
    assert_eq!(book.measured(), 1);
}

#[test]
fn the_size_of_the_run_can_stand_in_the_settings() {
    let book = Book::of(TABLE, "{}");
    let settings =
        json!({ "preprocessor": { "cmdrun": { "profile": "quick" } } });
    let built = preprocess(&book, &request(&book, TABLE, &settings));
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(book.path("target/book-records/race.quick.json").exists());
}

#[test]
fn a_failure_is_an_exit_code_and_no_half_book() {
    let text = "# R\n\n{{#fact race.gone}}\n";
    let book = Book::of(text, "{}");
    let built = preprocess(&book, &request(&book, text, &json!({})));
    assert_eq!(built.code, Some(1));
    assert_eq!(built.stdout, "");
    assert_shows(&built.stderr, "error: src/race.md:3: [..]");
}

#[test]
fn garbage_is_told() {
    let book = Book::of(TABLE, "{}");
    for input in ["", "{", "[]", "[{}, {}]"] {
        let built = preprocess(&book, input);
        assert_eq!(built.code, Some(1), "{input}");
        assert_shows(&built.stderr, "    next: type `cargo book`; [..]");
    }
}

#[test]
fn an_mdbook_of_another_protocol_is_named() {
    let book = Book::of(TABLE, "{}");
    let request = request(&book, TABLE, &json!({}))
        .replace("0.5.4", "0.4.52")
        .replace("\"items\"", "\"sections\"");
    let built = preprocess(&book, &request);
    assert_eq!(built.code, Some(1));
    assert_shows(
        &built.stderr,
        "error: mdBook 0.4.52 speaks another protocol than [..]\n    \
         next: type `cargo book`, or [..]",
    );
}

#[test]
fn the_command_in_the_settings_does_not_run_in_our_own_build() {
    let settings = format!(
        "{SETTINGS}\n[preprocessor.cmdrun]\ncommand = \"false\"\n\
         after = [\"links\"]\nrenderers = [\"html\"]\n"
    );
    let book = Book::of(TABLE, "{}").file("book.toml", &settings);
    book.build();
    assert_shows(&book.page("race"), "<td>one</td>[..]");
}
