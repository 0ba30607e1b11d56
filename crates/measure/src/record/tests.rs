//! Tests of the record: what is read back, what is refused, and the schema
//! file that describes the format to others.

use std::path::Path;

use super::*;
use crate::testing::RecordBuilder;

fn sample() -> Record {
    RecordBuilder::new("demo")
        .row("threads/1", "s", &[2.0, 4.0, 3.0])
        .row("threads/2", "s", &[1.0, 2.0])
        .extra("peak_mib", &[5.0, 7.0])
        .floor(Floor::hard(0.5, "5 × 0.1 s"))
        .not_run("threads/4", "s", "would take 100 s")
        .build()
}

fn json(record: &Record) -> serde_json::Value {
    serde_json::to_value(record).unwrap()
}

fn parse(value: &serde_json::Value) -> Result<Record, RecordError> {
    Record::parse(value.to_string().as_bytes())
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    let record = sample();
    assert_eq!(parse(&json(&record)).unwrap(), record);
}

#[test]
fn the_schema_file_describes_this_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("record.schema.json");
    let schema = schemars::schema_for!(Record);
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap_or_default(),
        text,
        "the format changed: think of `SCHEMA`, then run \
         `UPDATE_GOLDEN=1 cargo test -p measure schema_file`"
    );
}

#[test]
fn a_truncated_record_is_damaged() {
    let text = json(&sample()).to_string();
    for length in [0, 1, text.len() / 2, text.len() - 1] {
        let error = Record::parse(&text.as_bytes()[..length]).unwrap_err();
        assert!(matches!(error, RecordError::Malformed(_)), "{error}");
    }
}

#[test]
fn another_schema_is_named_whatever_else_the_record_has() {
    for (found, value) in [(0, "{}"), (9, r#"{"schema": 9, "new": []}"#)] {
        let error = Record::parse(value.as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("record has schema {found}, this program reads 2")
        );
    }
}

#[test]
fn an_unknown_field_is_damage_not_decoration() {
    let mut value = json(&sample());
    value["user"] = "root".into();
    let error = parse(&value).unwrap_err();
    assert!(error.to_string().contains("`user`"), "{error}");
}

#[test]
fn a_median_that_the_samples_do_not_have_is_refused() {
    let mut value = json(&sample());
    value["rows"][0]["median"] = 1.0.into();
    let error = parse(&value).unwrap_err();
    assert_eq!(
        error.to_string(),
        "record contradicts itself: row `threads/1` quotes a median, min or \
         max that its samples don't have"
    );
}

#[test]
fn a_row_needs_samples_or_a_reason() {
    let mut value = json(&sample());
    value["rows"][2]["not_run"] = serde_json::Value::Null;
    assert!(parse(&value).unwrap_err().to_string().contains("`threads/4`"));
}

#[test]
fn two_rows_of_one_name_are_refused() {
    let mut value = json(&sample());
    value["rows"][1]["id"] = "threads/1".into();
    let error = parse(&value).unwrap_err();
    assert!(error.to_string().contains("row `threads/1` stands twice"));
}

#[test]
fn a_date_that_is_none_is_refused() {
    let mut value = json(&sample());
    value["started"] = "yesterday".into();
    assert!(parse(&value).unwrap_err().to_string().contains("yesterday"));
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let file = tempfile_of(MAX_RECORD_BYTES + 1);
    let error = Record::load(&file).unwrap_err();
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(error, RecordError::TooLarge), "{error}");
}

/// A file of `bytes` zeros that takes no space on disk.
fn tempfile_of(bytes: u64) -> PathBuf {
    let name = format!("measure-large-record-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::File::create(&path).unwrap().set_len(bytes).unwrap();
    path
}

#[test]
fn a_missing_file_is_named() {
    let error = Record::load(Path::new("no/such.json")).unwrap_err();
    assert!(error.to_string().contains("`no/such.json`"), "{error}");
}

#[test]
fn each_kind_of_run_has_a_file_of_its_own() {
    let folder = Path::new("r");
    let path = |profile, args: &[(&str, &str)]| {
        let args = args.iter().map(|(k, v)| ((*k).into(), (*v).into()));
        let path = Record::path(folder, "race", profile, &args.collect());
        path.to_str().unwrap().replace('\\', "/")
    };
    assert_eq!(path(Profile::Standard, &[]), "r/race.json");
    assert_eq!(path(Profile::Quick, &[]), "r/race.quick.json");
    let eight = path(Profile::Standard, &[("threads", "8")]);
    let nine = path(Profile::Standard, &[("threads", "9")]);
    assert!(eight.starts_with("r/race.") && eight.ends_with(".json"));
    assert_ne!(eight, nine);
}

#[test]
fn what_is_not_there_is_told_apart() {
    let record = sample();
    assert_eq!(record.median("threads/1"), Ok(3.0));
    assert_eq!(record.median("x"), Err(Missing::Row("x".into())));
    assert_eq!(
        record.median("threads/4"),
        Err(Missing::NotRun("threads/4".into(), "would take 100 s".into()))
    );
    assert_eq!(record.extra("threads/2", "peak_mib"), Ok(6.0));
    assert_eq!(
        record.extra("threads/1", "peak_mib"),
        Err(Missing::Extra("threads/1".into(), "peak_mib".into()))
    );
}

#[test]
fn a_group_is_all_ids_below_its_slash() {
    let record = RecordBuilder::new("demo")
        .row("tasks/1", "s", &[1.0])
        .row("tasks_all/1", "s", &[1.0])
        .row("tasks", "s", &[1.0])
        .build();
    let ids: Vec<&str> = record.group("tasks").map(|r| &*r.id).collect();
    assert_eq!(ids, ["tasks/1"]);
}
