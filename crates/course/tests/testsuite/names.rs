//! Names that do not exist, and links that lead nowhere.

use crate::book::{Book, assert_shows};

#[test]
fn an_unknown_fact_lists_those_that_exist_before_anything_is_measured() {
    let book = Book::of("# R\n\n{{#fact race.lost_precent}}\n", "{}");
    let error = book.fails();
    assert_shows(
        &error,
        "[..]src/race.md:3: experiment `race` has no fact `lost_precent`\n    \
         next: did you mean `lost_percent`? There are: lost_percent",
    );
    assert_eq!(book.measured(), 0);
}

#[test]
fn an_unknown_claim_lists_those_that_exist() {
    let book = Book::of("# R\n\n\n{{#claim race.gone}}\n", "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:4: experiment `race` has no claim `gone`\n    \
         next: there are: two_are_faster",
    );
}

#[test]
fn an_unknown_chart_fails_with_what_the_example_says() {
    // The fixture fails for any replay; a real example names its charts.
    let book =
        Book::of("# R\n\n{{#chart race:gone}}\n", "{\"replay\": \"fail\"}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:3: `cargo run --release --example race -- --format \
         svg --chart gone` failed: it ended with exit code 1 instead of 0\n    \
         error: the table fell over",
    );
}

#[test]
fn an_unknown_published_cell_lists_near_ones() {
    let book = Book::of("# R\n\n{{#published cpu_bound/A thread 8}}\n", "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:3: nothing was published as `cpu_bound/A thread 8`\n    \
         next: the nearest of [..]: [..]cpu_bound/A threads 8[..]",
    );
}

#[test]
fn an_unknown_word_lists_the_known_ones() {
    let book = Book::of("# R\n\n{{#facts race.lost_percent}}\n", "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:3: `{{#facts}}` is not known\n    \
         next: did you mean `fact`? There are: fact, claim, [..]",
    );
}

#[test]
fn an_unknown_version_lists_the_known_ones() {
    let text = "# R\n\n{{#fact race.lost_percent}} {{#version tokyo}}\n";
    let book = Book::of(text, "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:3: [..]`tokyo`\n    next: did you mean `tokio`?[..]",
    );
}

#[test]
fn an_unknown_example_lists_those_that_exist() {
    let text = "# R\n\n<!-- cmdrun cargo run --release --example rice -->\n";
    let book = Book::of(text, "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:3: there is no example `rice`\n    \
         next: did you mean `race`? There are: race",
    );
}

#[test]
fn a_missing_include_fails_with_its_line() {
    let book = Book::of("# R\n\n```rust\n{{#include ../x.rs}}\n```\n", "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:4: `{{#include ../x.rs}}` can't be read: [..]",
    );
}

#[test]
fn a_missing_anchor_fails_with_its_line() {
    let book = Book::of("# R\n\n```rust\n{{#include x.rs:two}}\n```\n", "{}")
        .file("src/x.rs", "// ANCHOR: one\n// ANCHOR_END: one\n");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:4: `{{#include x.rs:two}}` names anchor `two`[..]\n    \
         next: [..]one[..]",
    );
}

#[test]
fn a_missing_chapter_is_not_written() {
    let book = Book::of("# R\n", "{}")
        .file("src/SUMMARY.md", "# S\n\n- [Gone](gone.md)\n");
    assert_shows(
        &book.fails(),
        "error: src/SUMMARY.md:3: chapter `src/gone.md` can't be read: [..]",
    );
    assert!(!book.path("src/gone.md").exists());
}

#[test]
fn a_link_that_leads_nowhere_fails_with_its_line() {
    let book = Book::of("# R\n\n[a](#r)\n[b](gone.md)\n[c](#gone)\n", "{}");
    let error = book.fails();
    assert_shows(
        &error,
        "[..]src/race.md:4: link `gone.md` leads to no file of the book",
    );
    assert_shows(&error, "[..]src/race.md:5: link `#gone` names a heading[..]");
}

#[test]
fn links_to_other_sites_are_not_followed() {
    Book::of("# R\n\n[a](https://nowhere.invalid/x#y)\n", "{}").build();
}

#[test]
fn all_failures_of_a_pass_are_told_at_once() {
    let book = Book::new()
        .chapter("race", "# R\n\n{{#fact race.gone}}\n{{#fcat a.b}}\n")
        .chapter("two", "# T\n\n{{#claim race.gone}}\n\n{{#include gone}}\n");
    let error = book.fails();
    for place in ["race.md:3", "race.md:4", "two.md:3", "two.md:5"] {
        assert_shows(&error, &format!("[..]src/{place}: [..]"));
    }
}

#[test]
fn a_marker_without_end_fails_with_its_line() {
    let book = Book::of("# R\n\n{{#fact race.lost_percent}\n", "{}");
    assert_shows(&book.fails(), "[..]src/race.md:3: a marker begins here[..]");
}

const REFUSED: &str =
    "//! Refused.\nfn main() { let x = String::new(); drop(x); drop(x); }\n";

#[test]
fn the_compiler_s_own_words_are_shown() {
    let text = "# R\n\n{{#rustc race/moved E0382}}\n";
    let book =
        Book::of(text, "{}").file("examples/race/refused/moved.rs", REFUSED);
    book.build();
    assert_shows(
        &book.page("race"),
        "[..]error[E0382]: use of moved value: [..]",
    );
    assert_shows(
        &book.page("race"),
        "[..]examples/race/refused/moved.rs:2:[..]",
    );
    assert!(!book.page("race").contains("aborting due to"));
}

#[test]
fn other_words_of_the_compiler_are_a_failure() {
    let text = "# R\n\n{{#rustc race/moved E0499}}\n";
    let book =
        Book::of(text, "{}").file("examples/race/refused/moved.rs", REFUSED);
    let error = book.fails();
    assert_shows(
        &error,
        "[..]src/race.md:3: [..]the compiler doesn't say `E0499`[..]",
    );
    assert_shows(&error, "[..]error[E0382]: [..]");
    book.write("examples/race/refused/moved.rs", "fn main() {}");
    assert_shows(&book.fails(), "[..]the compiler doesn't say `E0499`[..]");
}

#[test]
fn a_program_that_is_not_there_lists_those_that_are() {
    let text = "# R\n\n{{#rustc race/moves E0382}}\n";
    let book =
        Book::of(text, "{}").file("examples/race/refused/moved.rs", REFUSED);
    assert_shows(&book.fails(), "[..]did you mean `moved`?[..]");
}
