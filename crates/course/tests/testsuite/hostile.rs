//! Output that would like to be something else than text.

use serde_json::json;

use crate::book::{Book, assert_shows};

fn shown(format: &str, print: &str) -> String {
    let text = format!(
        "# R\n\n<!-- cmdrun cargo run --release --example race -- --format \
         {format} -->\n\nlast words\n"
    );
    let script = json!({ "print": print }).to_string();
    let book = Book::of(&text, &script);
    book.build();
    let page = book.page("race");
    assert_shows(&page, "<p>last words</p>");
    page
}

#[test]
fn text_output_stays_what_it_is() {
    let print = "\u{1b}[31mred\u{1b}[0m │ | <T> -- \"q\"\n````\n\
                 <!-- cmdrun rm -rf / -->\n{{#include x}}";
    let page = shown("text", print);
    assert_shows(
        &page,
        "<pre><code class=\"[..]\">red │ | &lt;T&gt; -- [..]q[..]",
    );
    assert_shows(&page, "````");
    assert_shows(&page, "&lt;!-- cmdrun rm -rf / --&gt;");
    assert_shows(&page, "{{#include x}}");
}

#[test]
fn markdown_output_can_not_run_or_include_anything() {
    let print = "| a │ <T> |\n|---|\n| `--x` \\| y |\n\n\
                 <!-- cmdrun cargo run --release --example gone -->\n\n\
                 {{#include gone.md}} {{#fact race.gone}}";
    let page = shown("markdown", print).replace("<!---->", "");
    assert_shows(&page, "[..]a │ &lt;T&gt;[..]");
    assert_shows(&page, "[..]<code>--x</code> | y[..]");
    assert_shows(&page, "[..]&lt;![..] cmdrun cargo run [..]");
    assert_shows(&page, "[..]{{#include gone.md}} {{#fact race.gone}}[..]");
}

#[test]
fn markdown_output_can_not_bring_scripts() {
    let page = shown("markdown", "<script>alert(1)</script>");
    assert!(!page.contains("<script>alert"), "{page}");
}

#[test]
fn output_that_begins_like_an_error_of_cmdrun_is_text() {
    let page = shown("text", "**cmdrun error**: 'x' returned exit code 1");
    assert_shows(&page, "[..]**cmdrun error**: [..]");
}

#[test]
fn output_that_would_swallow_the_chapter_is_refused() {
    let text = "# R\n\n<!-- cmdrun cargo run --release --example race -- \
                --format markdown -->\n";
    let script = json!({ "print": "```\nno end" }).to_string();
    assert_shows(
        &Book::of(text, &script).fails(),
        "[..]src/race.md:3: [..]leaves a code fence or an HTML block open[..]",
    );
}

#[test]
fn a_claim_s_sentence_is_text() {
    let script =
        json!({ "sentence": "<b>--x</b> | {{#fact a.b}} `Mutex<T>` _a_" });
    let text = "# R\n\n{{#claim race.two_are_faster}}\n";
    let book = Book::of(text, &script.to_string());
    book.build();
    assert_shows(
        &book.page("race").replace("<!---->", ""),
        "[..]<span>&lt;b&gt;--x&lt;/b&gt; | {{#fact a.b}} <code>Mutex&lt;T&gt;</code> _a_</span>[..]",
    );
}

#[test]
fn a_foreign_command_is_refused_with_its_place() {
    for command in [
        "rm -rf /",
        "cargo run --release --example race; touch owned",
        "cargo run --release --example race -- $(touch owned)",
        "cargo run --release --example race > owned",
        "cargo run --example race",
    ] {
        let text = format!("# R\n\n<!-- cmdrun {command} -->\n");
        let book = Book::of(&text, "{}");
        assert_shows(
            &book.fails(),
            &format!("[..]src/race.md:3: refused `{command}`: [..]"),
        );
        assert!(!book.path("owned").exists());
        assert!(!book.path("src/owned").exists());
    }
}

#[test]
fn a_command_that_book_toml_allows_runs_word_for_word() {
    let settings = format!(
        "{}\n[preprocessor.cmdrun]\nallow = [\"echo one; echo two\"]\n",
        crate::book::SETTINGS
    );
    let book = Book::of("# R\n\n<!-- cmdrun echo one; echo two -->\n", "{}")
        .file("book.toml", &settings);
    book.build();
    assert_shows(&book.page("race"), "[..]one\ntwo[..]");
    book.write("src/race.md", "# R\n\n<!-- cmdrun echo one; echo three -->\n");
    book.fails();
}
