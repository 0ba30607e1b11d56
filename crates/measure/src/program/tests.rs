//! Tests of the shared command line, with an experiment of one row.

use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::*;
use crate::chart::Chart;
use crate::claim::{Claim, Fact, Judgement};
use crate::experiment::About;
use crate::profile::Profile;
use crate::row::{BodyError, Row, Sample};
use crate::table::Table;

#[derive(Debug, Args, Serialize)]
struct Options {
    /// Value that the row returns
    #[arg(long, default_value_t = 4.0)]
    value: f64,
}

/// One row that returns the value it is given; the claim needs `claimed`.
struct Demo {
    claimed: &'static str,
}

impl Experiment for Demo {
    type Options = Options;

    fn about(&self) -> About {
        About {
            slug: "demo",
            title: "a demonstration",
            question: "What comes out?",
            versions: &[("rustc", "1.0.0")],
        }
    }

    fn budget(&self, _profile: Profile) -> Duration {
        Duration::from_secs(1)
    }

    fn rows<'a>(
        &'a self,
        options: &'a Options,
        _profile: Profile,
    ) -> Result<Vec<Row<'a>>, BodyError> {
        if options.value < 0.0 {
            return Err("`--value` must not be negative".into());
        }
        let value = options.value;
        Ok(vec![Row::sampled("one", "one", "s", move || Ok(Sample::of(value)))])
    }

    fn facts(&self) -> Vec<Fact> {
        vec![Fact {
            name: "one_s",
            unit: "s",
            about: "the one row",
            value: |record| record.median("one"),
        }]
    }

    fn claims(&self) -> Vec<Claim> {
        let small = Claim {
            id: "small",
            sentence: "It is below five.",
            judge: |r| Ok(Judgement::of(r.median("one")? < 5.0, "one number")),
        };
        let missing = Claim {
            id: "missing",
            sentence: "It is there.",
            judge: |r| Ok(Judgement::of(r.median("two")? < 5.0, "")),
        };
        vec![if self.claimed == "one" { small } else { missing }]
    }

    fn tables(&self, record: &Record) -> Vec<Table> {
        let mut table = Table::new("main", "The one row", &["row", "value"]);
        for row in &record.rows {
            table.row([row.label.clone(), format!("{:?}", row.median)]);
        }
        vec![table]
    }

    fn charts(&self, _record: &Record) -> Vec<Chart> {
        Vec::new()
    }
}

/// Exit code (as text, for want of a way to look into it), output, errors.
fn run(claimed: &'static str, args: &[&str]) -> (String, String, String) {
    let args = std::iter::once("demo").chain(args.iter().copied());
    let args = args.map(OsString::from).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run_with(&Demo { claimed }, args, &mut out, &mut err);
    (
        format!("{code:?}"),
        String::from_utf8(out).unwrap(),
        String::from_utf8(err).unwrap(),
    )
}

fn code(number: u8) -> String {
    format!("{:?}", ExitCode::from(number))
}

#[test]
fn text_shows_question_table_and_verdict() {
    let (exit, out, _) = run("one", &["--quiet", "--runs", "2"]);
    assert_eq!(exit, code(0));
    assert!(out.starts_with("demo: What comes out?"), "{out}");
    assert!(out.contains("✓ held here: It is below five. (one number)"));
    assert!(out.contains("Median of 2 rounds"));
}

#[test]
fn json_is_a_valid_record() {
    let (_, out, _) = run("one", &["--format", "json", "--value", "7"]);
    let record = Record::parse(out.as_bytes()).unwrap();
    assert_eq!(record.rows[0].samples, [7.0; 5]);
    assert_eq!(record.args["value"], "7.0");
    assert_eq!(record.facts["one_s"].value, Some(7.0));
    assert_eq!(record.claims[0].verdict, crate::record::Verdict::Fails);
}

#[test]
fn the_list_measures_nothing_and_names_everything() {
    let (_, out, _) = run("one", &["--list", "--format", "json"]);
    let listing: Listing = serde_json::from_str(&out).unwrap();
    assert_eq!(listing.rows, [Named::new("one", "one")]);
    assert_eq!(listing.facts, [Named::new("one_s", "the one row")]);
    assert_eq!(listing.claims, [Named::new("small", "It is below five.")]);
}

#[test]
fn a_claim_on_a_row_that_does_not_exist_is_a_fault_of_the_experiment() {
    let (exit, out, err) = run("two", &["-q"]);
    assert_eq!(exit, code(1));
    assert_eq!(out, "");
    assert!(err.contains("claim `demo.missing` needs row `two`"), "{err}");
    assert!(err.contains("--list"), "{err}");
}

#[test]
fn a_value_that_can_not_be_measured_is_wrong_use() {
    let (exit, _, err) = run("one", &["-q", "--value=-1"]);
    assert_eq!(exit, code(2));
    assert_eq!(err, "error: `--value` must not be negative\n");
}

#[test]
fn an_unknown_table_lists_the_tables() {
    let (exit, _, err) = run("one", &["-q", "--table", "x"]);
    assert_eq!(exit, code(2));
    assert_eq!(err, "error: no table is called `x`; there are: main\n");
}

#[test]
fn replay_without_a_record_says_what_to_type() {
    let (exit, _, err) = run("one", &["--replay", "--value", "8.5"]);
    assert_eq!(exit, code(1));
    assert!(err.contains("run `cargo book measure demo`"), "{err}");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let args = ["demo", "-q"].map(OsString::from).to_vec();
    let exit = run_with(&Demo { claimed: "one" }, args, Closed, io::sink());
    assert_eq!(format!("{exit:?}"), code(0));
}
