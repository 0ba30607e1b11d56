//! Records that are not what they seem: each is measured again.

use std::fs;

use crate::book::{Book, assert_shows};

const TEXT: &str = "# R\n\n{{#fact race.lost_percent}}\n";
const RECORD: &str = "target/book-records/race.json";

/// Builds, spoils the record, builds again: the record must be as before.
fn is_measured_again(spoil: impl Fn(&str) -> Vec<u8>) {
    let book = Book::of(TEXT, "{}");
    book.build();
    let good = book.read(RECORD);
    let spoilt = spoil(&good);
    assert_ne!(spoilt, good.as_bytes(), "the test changes something");
    fs::write(book.path(RECORD), spoilt).unwrap();
    book.build();
    assert_eq!(book.measured(), 2);
    assert_eq!(book.read(RECORD), good);
}

fn replaced(from: &str, to: &str) {
    is_measured_again(|text| text.replacen(from, to, 1).into_bytes());
}

#[test]
fn one_that_is_no_json() {
    is_measured_again(|_| b"\xff{".to_vec());
}

#[test]
fn one_that_is_truncated() {
    is_measured_again(|text| text.as_bytes()[..text.len() / 2].to_vec());
}

#[test]
fn one_that_is_empty() {
    is_measured_again(|_| Vec::new());
}

#[test]
fn one_of_an_older_schema() {
    let schema = measure::record::SCHEMA;
    replaced(&format!("\"schema\":{schema}"), "\"schema\":0");
}

#[test]
fn one_of_another_machine() {
    is_measured_again(|text| {
        let mut record: serde_json::Value = serde_json::from_str(text).unwrap();
        record["machine"]["cpu"] = "Elsewhere".into();
        record.to_string().into_bytes()
    });
}

#[test]
fn one_of_another_program() {
    is_measured_again(|text| {
        let mut record: serde_json::Value = serde_json::from_str(text).unwrap();
        record["binary"] = "0".repeat(64).into();
        record.to_string().into_bytes()
    });
}

#[test]
fn one_from_the_future() {
    is_measured_again(|text| {
        let mut record: serde_json::Value = serde_json::from_str(text).unwrap();
        record["started"] = "2999-01-02T03:04:05Z".into();
        record.to_string().into_bytes()
    });
}

#[test]
fn one_that_contradicts_itself() {
    replaced("\"median\":1.0", "\"median\":0.5");
}

#[test]
fn one_with_unknown_fields() {
    replaced("{", "{\"evil\":1,");
}

#[test]
fn one_of_another_experiment() {
    replaced("\"experiment\":\"race\"", "\"experiment\":\"other\"");
}

#[test]
fn one_that_is_a_folder_is_told() {
    let book = Book::of(TEXT, "{}");
    fs::create_dir_all(book.path(RECORD).join("x")).unwrap();
    assert_shows(&book.fails(), "[..]can't write `[..]race.json`: [..]");
}
