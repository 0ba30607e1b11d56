//! The subcommands and their exit codes.

use crate::book::{Book, assert_shows};

const CLAIM: &str = "# R\n\n{{#claim race.two_are_faster}}\n";

#[test]
fn strict_fails_the_build_where_a_claim_does_not_hold() {
    let book = Book::of(CLAIM, "{\"holds\": false}");
    let built = book.run(&["--strict"]);
    assert_eq!(built.code, Some(3));
    assert_shows(&built.stderr, "error: 1 claim does not hold here, [..]");
    // The page is right to say so, and is there.
    assert_shows(&book.page("race"), "[..]✗ not here[..]");
    book.write("examples/race.rs", "{}");
    assert_eq!(book.run(&["--strict"]).code, Some(0));
}

#[test]
fn check_shows_the_verdicts_and_measures_nothing() {
    let book = Book::of(CLAIM, "{\"holds\": false}");
    let built = book.run(&["check"]);
    assert_eq!(built.code, Some(0));
    assert_shows(&built.stdout, "race\n  no verdicts: not measured yet");
    assert_shows(&built.stderr, "[..]type `cargo book measure race`");
    assert_eq!(book.run(&["check", "--strict"]).code, Some(1));
    assert_eq!(book.measured(), 0);

    book.build();
    let built = book.run(&["check", "--strict"]);
    assert_eq!(built.code, Some(3));
    assert_shows(
        &built.stdout,
        "race\n  ✗ not here   Two are faster than one.\n                 \
         1.9 ×; likely reason: one core",
    );
    assert_shows(&built.stdout, "0 held here, 1 did not, 0 can't be told");
    assert_eq!(book.measured(), 1);
}

#[test]
fn measure_takes_only_what_is_named_and_stale() {
    let book = Book::of(CLAIM, "{}")
        .example("pools", "{}")
        .chapter("pools", "# P\n\n{{#fact pools.lost_percent}}\n");
    let built = book.run(&["measure", "race"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert_shows(
        &built.stdout,
        "race: measured [..]\n    cargo run --release --example race",
    );
    assert_eq!(book.measured(), 1);
    assert_eq!(book.run(&["measure"]).code, Some(0));
    assert_eq!(book.measured(), 2);
    assert!(!book.path("book").exists());
}

#[test]
fn measure_refuses_an_unknown_name_as_wrong_use() {
    let built = Book::of(CLAIM, "{}").run(&["measure", "rice"]);
    assert_eq!(built.code, Some(2));
    assert_shows(&built.stderr, "[..]did you mean `race`?[..]");
}

#[test]
fn wrong_use_has_exit_code_2() {
    let book = Book::of(CLAIM, "{}");
    for args in [
        &["nonsense"][..],
        &["--quick", "--full"],
        &["--timeout", "0"],
        &["serve", "--port", "70000"],
        &["--dest-dir", "src"],
        &["--dest-dir", "."],
    ] {
        let built = book.run(args);
        assert_eq!(built.code, Some(2), "{args:?}: {}", built.stderr);
    }
}

#[test]
fn help_tells_of_records_and_exit_codes() {
    let built = Book::new().run(&["--help"]);
    assert_eq!(built.code, Some(0));
    assert_shows(&built.stdout, "Usage: cargo book [..]");
    assert_shows(&built.stdout, "Exit codes: 0 built; [..]");
    assert_shows(&built.stdout, "[..]`target/book-records`[..]");
}

#[test]
fn clean_removes_the_book_and_keeps_the_records() {
    let book = Book::of(CLAIM, "{}")
        .file(".book.unfinished-1/left.html", "by a build that was killed");
    book.build();
    assert_eq!(book.run(&["clean"]).code, Some(0));
    assert!(!book.path("book").exists());
    assert!(book.path("target/book-records/race.json").exists());
    book.nothing_unfinished();
    assert_eq!(book.run(&["clean", "--records"]).code, Some(0));
    assert!(!book.path("target/book-records").exists());
    assert!(book.path("target/release").exists());
}

#[test]
fn clean_does_not_remove_what_is_no_book() {
    let book = Book::of(CLAIM, "{}").file("thesis/one.txt", "years of work");
    let built = book.run(&["clean", "--dest-dir", "thesis"]);
    assert_eq!(built.code, Some(1));
    assert!(book.path("thesis/one.txt").exists());
}

#[test]
fn doctor_names_the_tools_the_cores_and_the_limits() {
    let built = Book::of(CLAIM, "{}").run(&["doctor"]);
    assert_eq!(built.code, Some(0), "{}{}", built.stdout, built.stderr);
    assert_shows(&built.stdout, "✓ cargo 0.0.0 (a test's)");
    assert_shows(&built.stdout, "[..]usable by this program");
    assert_shows(&built.stdout, "[..]the clock resolves [..]");
    assert_shows(&built.stdout, "[..]quietness now: [..]");
    if cfg!(unix) {
        assert_shows(&built.stdout, "[..] free on the disk");
    }
}

#[test]
fn doctor_fails_where_cargo_is_missing_and_says_the_mend() {
    let book = Book::of(CLAIM, "{}");
    let mut command = book.command(&["doctor"]);
    command.env("CARGO", book.path("gone"));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_shows(&text, "✗ cargo is missing\n[..]\n    mend: install Rust[..]");
}

#[test]
fn a_claim_that_no_chapter_states_is_mentioned() {
    let built = Book::of("# R\n\n{{#fact race.lost_percent}}\n", "{}").build();
    assert_shows(
        &built.stderr,
        "note: no chapter states claim `race.two_are_faster`[..]",
    );
}
