//! What is a marker, what only looks like one, and where each one stands.

use crate::book::{Book, assert_shows};

#[test]
fn an_escaped_marker_in_code_and_the_same_real_one_in_prose_are_two() {
    let book = Book::of(
        "# R\n\n```text\n\\{{#fact race.lost_percent}}\n```\n\n\
         Lost {{#fact race.lost_percent}}.\n",
        "{}",
    );
    book.build();
    let page = book.page("race");
    assert_shows(&page, "[..]{{#fact race.lost_percent}}[..]");
    assert_shows(&page, "<p>Lost <span class=\"fact\"[..]61.2[..]");
}

#[test]
fn a_real_marker_before_the_same_escaped_one() {
    let book = Book::of(
        "# R\n\nLost {{#fact race.lost_percent}}.\n\n\
         Write \\{{#fact race.lost_percent}}.\n",
        "{}",
    );
    book.build();
    let page = book.page("race").replace("<!---->", "");
    assert_shows(&page, "<p>Lost <span class=\"fact\"[..]61.2[..]");
    assert_shows(&page, "<p>Write {{#fact race.lost_percent}}.</p>");
}

#[test]
fn an_escaped_marker_of_an_included_file_is_text() {
    let book = Book::of("# R\n\n{{#include part.txt}}\n", "{}")
        .file("src/part.txt", "Write \\{{#fact race.gone}}.");
    book.build();
    assert_shows(
        &book.page("race").replace("<!---->", ""),
        "<p>Write {{#fact race.gone}}.</p>",
    );
}

#[test]
fn the_line_is_right_where_the_same_words_stand_in_code_before() {
    let book = Book::of(
        "# R\n\n`{{#fact race.gone}}`\n\n```\n{{#fact race.gone}}\n```\n\n\
         {{#fact race.gone}}\n",
        "{}",
    );
    assert_shows(&book.fails(), "[..]src/race.md:9: [..]no fact `gone`");
}

#[test]
fn the_line_is_right_after_an_include_and_a_condition() {
    let book = Book::of(
        "# R\n\n{{#include part.txt}}\n\n{{#if gone}}\na\n\nb\n{{#end}}\n\n\
         {{#fact race.gone}}\n",
        "{}",
    )
    .file("src/part.txt", "one\n\ntwo\n\n`{{#fact race.gone}}`\n");
    assert_shows(&book.fails(), "[..]src/race.md:11: [..]no fact `gone`");
}

#[test]
fn the_line_of_a_condition_is_that_of_the_file() {
    let book = Book::of("# R\n\n{{#include part.txt}}\n\n{{#end}}\n", "{}")
        .file("src/part.txt", "one\n\ntwo\n\nthree\n");
    assert_shows(&book.fails(), "[..]src/race.md:5: no condition is open here");
}

#[test]
fn what_looks_like_a_marker_and_is_none_is_told_with_its_place() {
    for marker in [
        "{{ #fact race.lost_percent }}",
        "{{# fact race.lost_percent}}",
        "{{fact race.lost_percent}}",
        "{{ fact race.lost_percent }}",
        "{#fact race.lost_percent}",
        "{#fact race.lost_percent}}",
        "{{/fact}}",
        "{{ # include x.rs }}",
        "{{# include x.rs}}",
        "{{include x.rs}}",
        "{{#include}}",
        "{{#title}}",
        "{{#endif}}",
        "{{else}}",
        "{{/if}}",
        "words {{#if race}} words",
        "{{#if race or not}}",
        "{{#else}}",
        "{{#FACT race.lost_percent}}",
        "<!-- Cmdrun cargo run --release --example race -->",
        "<!-- cmdrnu cargo run --release --example race -->",
        "<!-- cmdrun: cargo run --release --example race -->",
        "<!-- cmd-run cargo run --release --example race -->",
        "<!-- cmd run cargo run --release --example race -->",
        "<!--- cmdrun cargo run --release --example race -->",
        "<!-- #cmdrun cargo run --release --example race -->",
        "<!-- cmdrun\tcargo run --release --example race -->",
        "<!-- cmdrun -->",
    ] {
        let book = Book::of(&format!("# R\n\nOne.\n\n{marker}\n"), "{}")
            .file("src/x.rs", "");
        let built = book.run(&[]);
        assert_eq!(built.code, Some(1), "{marker}: {}", built.stderr);
        assert_shows(&built.stderr, "[..]src/race.md:5: [..]");
        assert!(built.stderr.contains("    next: "), "{}", built.stderr);
    }
}

#[test]
fn a_mistyped_include_in_code_is_told_with_its_place() {
    for marker in ["{{#inclde x.rs}}", "{{# include x.rs}}", "{{#include}}"] {
        let text = format!("# R\n\n```rust\n{marker}\n```\n");
        let book = Book::of(&text, "{}").file("src/x.rs", "");
        let built = book.run(&[]);
        assert_eq!(built.code, Some(1), "{marker}: {}", built.stderr);
        assert_shows(&built.stderr, "[..]src/race.md:4: [..]");
    }
}

#[test]
fn braces_and_comments_of_other_kinds_are_text() {
    let book = Book::of(
        "# R {#claims}\n\n{{x}} and {{ y }} and {z} and `{{ #fact a.b }}`\n\n\
         <!-- command lines stand below -->\n<!-- a note on cmdrun -->\n\n\
         ```hbs\n{{#each x}}{{fact}}{{/each}}\n\\{{# include x}}\n```\n\n\
         \\{{ #fact a.b }} \\<!-- cmdrun x -->\n",
        "{}",
    );
    book.build();
    let page = book.page("race").replace("<!---->", "");
    assert_shows(&page, "[..]{{x}} and {{ y }} and {z} and [..]");
    assert_shows(&page, "[..]{{#each x}}{{fact}}{{/each}}[..]");
}
