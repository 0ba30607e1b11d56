//! What the builder says of its steps where nothing can be redrawn.

use crate::book::{Book, assert_shows};

const FACT: &str = "# R\n\n{{#fact race.lost_percent}} \
                    {{#fact race.lost_percent}}\n\n\
                    {{#claim race.two_are_faster}}\n";

#[test]
fn a_line_for_each_step_tells_what_it_is_about() {
    let book = Book::of(FACT, "{}");
    let built = book.build();
    let expected = [
        "plan     reading the chapters",
        "compile  1 example",
        "   Compiling race v0.0.0",
        "plan     asking the examples what they measure",
        "measure  1 experiment, about 100 ms; leave the machine alone [..]",
        "measure  cargo run --release --example race: [..], quietness [..] %",
        "embed    3 markers",
        "render   the pages",
        "check    links and leftovers",
        "1 claims held here, 0 did not, 0 can't be told",
    ];
    assert_shows(&built.stderr, &expected.join("\n"));
    // And the path of the book; nothing of cargo's bar.
    assert_eq!(built.stderr.lines().count(), expected.len() + 1);
    assert!(!built.stderr.contains("Building"), "{}", built.stderr);
}

#[test]
fn nothing_to_measure_is_said() {
    let book = Book::of(FACT, "{}");
    book.build();
    let built = book.build();
    assert_shows(&built.stderr, "measure  nothing: all records are fresh");
    assert_eq!(built.stderr.lines().count(), 9);
}

#[test]
fn a_failed_step_ends_with_its_error() {
    let book = Book::of(FACT, "{\"measure\": \"fail\"}");
    let error = book.fails();
    assert_shows(
        &error,
        "measure  1 experiment, [..]\nerror: src/race.md:3: [..]",
    );
}
