//! What is measured again and what is not; what a failed build leaves.

use std::fs;

use crate::book::{Book, assert_shows};

const TABLE: &str = "# R\n\n<!-- cmdrun cargo run --release --example race \
                     -- --format markdown -->\n";

#[test]
fn nothing_changed_measures_nothing() {
    let book = Book::of(TABLE, "{}");
    book.build();
    book.build();
    assert_eq!(book.measured(), 1);
}

#[test]
fn a_changed_word_measures_nothing_and_is_on_the_page() {
    let book = Book::of(TABLE, "{}");
    book.build();
    book.write("src/race.md", &TABLE.replace("# R", "# Races"));
    book.build();
    assert_eq!(book.measured(), 1);
    assert_shows(&book.page("race"), "[..]Races[..]");
}

#[test]
fn only_the_example_that_changed_is_measured_again() {
    let book = Book::new()
        .example("pools", "{}")
        .chapter("race", "# R\n\n{{#fact race.lost_percent}}\n")
        .chapter("pools", "# P\n\n{{#fact pools.lost_percent}}\n");
    book.build();
    book.write("examples/pools.rs", "{\"value\": 7}");
    book.build();
    let log = book.read("target/log");
    assert_eq!(log.matches("measures pools").count(), 2, "{log}");
    assert_eq!(log.matches("measures race").count(), 1, "{log}");
    assert_shows(&book.page("pools"), "[..]7.00\u{a0}%[..]");
}

#[test]
fn fresh_measures_everything_again() {
    let book = Book::of(TABLE, "{}");
    book.build();
    assert_eq!(book.run(&["--fresh"]).code, Some(0));
    assert_eq!(book.measured(), 2);
}

#[test]
fn another_size_or_other_options_have_records_of_their_own() {
    let book = Book::of(TABLE, "{}");
    book.build();
    assert_eq!(book.run(&["--quick"]).code, Some(0));
    book.write(
        "src/race.md",
        "# R\n\n<!-- cmdrun cargo run --release --example race -- \
         --workers 4 --format markdown -->\n",
    );
    book.build();
    assert_eq!(book.measured(), 3);
    book.write("src/race.md", TABLE);
    book.build();
    assert_eq!(book.run(&["--quick"]).code, Some(0));
    assert_eq!(book.measured(), 3);
}

#[test]
fn one_experiment_in_many_places_is_measured_once() {
    let text = format!(
        "{TABLE}\n{TABLE}\n{{{{#fact race.lost_percent}}}}\n\n\
         {{{{#claim race.two_are_faster}}}}\n\n{{{{#chart race}}}}\n"
    );
    let book = Book::of(&text, "{}");
    book.build();
    assert_eq!(book.measured(), 1);
}

#[test]
fn a_removed_chapter_leaves_the_book() {
    let book = Book::of(TABLE, "{}").chapter("two", "# Two\n");
    book.build();
    assert!(book.path("book/two.html").exists());
    book.write("src/SUMMARY.md", "- [R](race.md)\n");
    book.build();
    assert!(!book.path("book/two.html").exists());
    book.nothing_unfinished();
}

#[test]
fn nothing_is_written_below_the_sources() {
    let book = Book::of(TABLE, "{}");
    let names = || {
        let mut names: Vec<_> = fs::read_dir(book.path("src"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    let before = names();
    book.build();
    assert_eq!(names(), before);
}

#[test]
fn two_builds_at_once_measure_one_after_the_other_and_both_succeed() {
    let book = Book::of(TABLE, "{\"measure\": \"slow\"}");
    let mut builds: Vec<_> = (0..2)
        .map(|_| {
            let mut command = book.command(&[]);
            command.stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    let mut waited = 0;
    for build in builds.drain(..) {
        let output = build.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        waited += usize::from(error.contains("waiting for process "));
    }
    // The second took the first one's record.
    assert_eq!(book.measured(), 1);
    assert!(waited <= 1);
    assert_shows(&book.page("race"), "<td>one</td>[..]");
    book.nothing_unfinished();
}

/// The quietness of the record that is kept, and what was said.
fn kept(quietness: &str) -> (serde_json::Value, String) {
    let script = format!("{{\"quietness\": {quietness}}}");
    let book = Book::of(TABLE, &script);
    let said = book.build().stderr;
    assert_eq!(book.measured(), 2, "{said}");
    let record = book.read("target/book-records/race.json");
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    // It is fresh, noisy or not.
    book.build();
    assert_eq!(book.measured(), 2);
    (record["quietness"].clone(), said)
}

#[test]
fn what_was_measured_in_noise_is_measured_once_more() {
    let (quietness, said) = kept("[50, 99]");
    assert_eq!(quietness, 99.0);
    assert_shows(&said, "measure  [..]race[..]: [..], quietness 50 %");
    assert_shows(
        &said,
        "measure  [..]race[..]: again, since [..]50 %[..]quietness 99 %; this \
         one is kept",
    );
}

#[test]
fn the_quieter_of_two_noisy_ones_is_kept_and_that_is_said() {
    let (quietness, said) = kept("[50, 30]");
    assert_eq!(quietness, 50.0);
    assert_shows(&said, "[..]; the first one is kept, which is noisy too");
    let (quietness, said) = kept("[50, 60]");
    assert_eq!(quietness, 60.0);
    assert_shows(&said, "[..]; this one is kept, which is noisy too");
}

#[test]
fn a_page_measured_in_noise_says_so_at_its_top() {
    let page = |quietness: &str| {
        let script = format!("{{\"quietness\": {quietness}}}");
        let book = Book::of(TABLE, &script);
        book.build();
        book.page("race")
    };
    let doubt = "Measured in noise: the machine gave 50 %";
    assert!(page("[50, 50]").contains(doubt));
    assert!(!page("[50, 99]").contains("Measured in noise"));
}

#[test]
fn a_timings_table_names_each_step() {
    let built = Book::of(TABLE, "{}").run(&["--timings"]);
    for step in ["plan", "compile", "measure", "embed", "render", "check"] {
        assert_shows(&built.stderr, &format!("{step} [..]"));
    }
}

#[test]
fn quiet_says_nothing() {
    let built = Book::of(TABLE, "{}").run(&["-q"]);
    assert_eq!((built.stdout.as_str(), built.stderr.as_str()), ("", ""));
}
