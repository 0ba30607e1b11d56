//! Examples that fail, in every way an example can.

use crate::book::{Book, assert_shows};

const TABLE: &str = "# R\n\n<!-- cmdrun cargo run --release --example race \
                     -- --format markdown -->\n";

fn fails(script: &str) -> String {
    let book = Book::of(TABLE, "{}");
    book.build();
    let good = book.page("race");
    book.write("examples/race.rs", script);
    let error = book.fails();
    assert_eq!(book.page("race"), good, "the last good book is kept");
    assert!(error.contains("next: "), "{error}");
    error
}

#[test]
fn one_that_does_not_compile() {
    let error = fails("compile_error!()");
    assert_shows(&error, "error: this does not compile");
    assert_shows(
        &error,
        "error: the examples don't compile: [..]\n    \
         next: [..]`cargo build --release --example race` shows the same",
    );
}

#[test]
fn one_that_fails_while_it_measures() {
    assert_shows(
        &fails("{\"measure\": \"fail\"}"),
        "error: src/race.md:3: measuring with `cargo run --release --example \
         race` failed: it ended with exit status: 1\n    \
         error: the pool is broken\n    \
         next: type that command to see it alone; then `cargo book measure \
         race`",
    );
}

#[test]
fn one_that_panics() {
    assert_shows(&fails("{\"measure\": \"panic\"}"), "[..]out of luck[..]");
}

#[test]
fn one_that_says_nothing() {
    let error = fails("{\"measure\": \"silent\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]it printed nothing");
}

#[test]
fn one_that_prints_no_record() {
    let error = fails("{\"measure\": \"no json\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]record is damaged: [..]");
}

#[test]
fn one_that_prints_half_a_record() {
    let error = fails("{\"measure\": \"truncated\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]record is damaged: [..]");
}

#[test]
fn one_that_prints_an_older_record() {
    let error = fails("{\"measure\": \"old schema\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]record has schema 0, [..]");
}

#[test]
fn one_that_prints_another_machine_s_record() {
    let error = fails("{\"measure\": \"foreign machine\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]on another machine");
}

#[test]
fn one_that_prints_another_experiment_s_record() {
    let error = fails("{\"measure\": \"other experiment\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]it is of `other`");
}

#[test]
fn one_that_prints_without_end_while_it_measures() {
    let error = fails("{\"measure\": \"flood\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]printed more than [..]");
}

#[test]
fn one_below_its_hard_floor() {
    let error = fails("{\"measure\": \"floor\"}");
    assert_shows(&error, "[..]row `one`: 0.01 s is impossible");
}

#[test]
fn one_that_hangs_while_it_measures_leaves_no_process() {
    let book = Book::of(TABLE, "{\"measure\": \"hang\"}");
    let built = book.run(&["--timeout", "1"]);
    assert_eq!(built.code, Some(1), "{}", built.stderr);
    assert_shows(
        &built.stderr,
        "[..]src/race.md:3: [..]did not end within 1.00 s and was stopped[..]",
    );
    assert_eq!(book.log("hangs").len(), 1);
    #[cfg(target_os = "linux")]
    assert!(!crate::book::is_alive(book.log("hangs")[0]));
}

#[test]
fn one_that_can_not_list_what_it_measures() {
    let error = fails("{\"list\": \"fail\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]\n    error: no list today");
    let error = fails("{\"list\": \"garbage\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]its listing is damaged: [..]");
}

#[test]
fn one_that_fails_while_it_prints_the_table() {
    assert_shows(
        &fails("{\"replay\": \"fail\"}"),
        "error: src/race.md:3: `cargo run --release --example race -- \
         --format markdown` failed: it ended with exit code 1 instead of 0\n    \
         error: the table fell over",
    );
}

#[test]
fn one_that_prints_too_much_for_a_page() {
    let error = fails("{\"replay\": \"flood\"}");
    assert_shows(&error, "[..]src/race.md:3: [..]more than 1 MiB[..]");
}

#[test]
fn one_that_hangs_while_it_prints_the_table_leaves_no_process() {
    let book = Book::of(TABLE, "{\"replay\": \"hang\"}");
    let built = book.run(&["--timeout", "1"]);
    assert_eq!(built.code, Some(1), "{}", built.stderr);
    assert_shows(
        &built.stderr,
        "[..]src/race.md:3: [..]did not end in time[..]",
    );
    #[cfg(target_os = "linux")]
    assert!(!crate::book::is_alive(book.log("hangs")[0]));
}

#[test]
fn an_exit_code_that_the_chapter_expects_is_no_failure() {
    let text = "# R\n\n<!-- cmdrun -1 cargo run --release --example race -->\n";
    let book = Book::of(text, "{\"replay\": \"fail\"}");
    book.build();
    assert_shows(&book.page("race"), "[..]partial output[..]");
    // And success is one then.
    book.write("examples/race.rs", "{}");
    assert_shows(&book.fails(), "[..]exit code 0 instead of 1[..]");
}

#[test]
fn a_failed_one_does_not_keep_the_others_from_being_measured() {
    let book = Book::new()
        .example("bad", "{\"measure\": \"fail\"}")
        .chapter("a", "# A\n\n{{#fact bad.lost_percent}}\n")
        .chapter("b", "# B\n\n{{#fact race.lost_percent}}\n");
    book.fails();
    assert!(book.path("target/book-records/race.json").exists());
    assert!(!book.path("target/book-records/bad.json").exists());
}
