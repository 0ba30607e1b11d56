//! Tests of the shared command line, with an experiment of one row.

use clap::Args;

use super::*;
use crate::claim::{Claim, Judgement};
use crate::columns::{Column, Plain, Select, TableOf};
use crate::experiment::Options;
use crate::fact::Fact;
use crate::row::{BodyError, Row, Sample};
use crate::testing::experiment;

#[derive(Debug, Args)]
struct Own {
    /// Value that the row returns
    #[arg(long, default_value_t = 4.0)]
    value: f64,
}

/// One row that returns the value it is given.
fn rows(request: &Request<'_>) -> Result<Vec<Row<'static>>, BodyError> {
    let value = request.options::<Own>()?.value;
    if value < 0.0 {
        return Err("`--value` must not be negative".into());
    }
    Ok(vec![Row::sampled("one", "one", "s", move || Ok(Sample::of(value)))])
}

const DEMO: Experiment = Experiment {
    options: Options::of::<Own>(),
    rows,
    facts: &[Fact::median("one_s", "one", "the one row")],
    claims: &[Claim::new("small", "It is below five.", |r| {
        Ok(Judgement::of(r.median("one")? < 5.0, "one number"))
    })],
    tables: &[TableOf::plain(
        "main",
        Plain {
            caption: "The one row",
            rows: Select::All,
            columns: &[Column::LABEL, Column::MEDIAN],
            notes: &[],
        },
    )],
    ..experiment()
};

/// Its claim needs a row that it doesn't have.
const MISSING: Experiment = Experiment {
    claims: &[Claim::new("missing", "It is there.", |r| {
        Ok(Judgement::of(r.median("two")? < 5.0, ""))
    })],
    ..DEMO
};

/// Exit code as text, since nothing else can be read of it; output; errors.
fn run(demo: &Experiment, args: &[&str]) -> (String, String, String) {
    let args = std::iter::once("demo").chain(args.iter().copied());
    let args: Vec<OsString> = args.map(OsString::from).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run_with(demo, &args, &mut out, &mut err);
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
    let (exit, out, _) = run(&DEMO, &["--quiet", "--runs", "2"]);
    assert_eq!(exit, code(0));
    assert!(out.starts_with("demo: What comes out?"), "{out}");
    assert!(out.contains("✓ held here: It is below five. (one number)"));
    assert!(out.contains("Median of 2 rounds"));
}

#[test]
fn json_is_a_valid_record() {
    let (_, out, _) = run(&DEMO, &["--format", "json", "--value", "7"]);
    let record = Record::parse(out.as_bytes()).unwrap();
    assert_eq!(record.rows[0].samples, [7.0; 5]);
    assert_eq!(record.args["value"], "7");
    assert_eq!(record.options["value"], "7");
    assert_eq!(record.facts["one_s"].value, Some(7.0));
    assert_eq!(record.claims[0].verdict, crate::record::Verdict::Fails);
}

#[test]
fn the_list_measures_nothing_and_names_everything() {
    let (_, out, _) = run(&DEMO, &["--list", "--format", "json"]);
    let listing: Listing = serde_json::from_str(&out).unwrap();
    assert_eq!(listing.rows, [Named::new("one", "one")]);
    assert_eq!(listing.facts, [Named::new("one_s", "the one row")]);
    assert_eq!(listing.claims, [Named::new("small", "It is below five.")]);
    assert_eq!((listing.tables, listing.charts), (vec!["main".into()], vec![]));
}

#[test]
fn a_claim_on_a_row_that_does_not_exist_is_a_fault_of_the_experiment() {
    let (exit, out, err) = run(&MISSING, &["-q"]);
    assert_eq!(exit, code(1));
    assert_eq!(out, "");
    assert!(err.contains("claim `demo.missing` needs row `two`"), "{err}");
    assert!(err.contains("--list"), "{err}");
}

#[test]
fn a_value_that_can_not_be_measured_is_wrong_use() {
    let (exit, _, err) = run(&DEMO, &["-q", "--value=-1"]);
    assert_eq!(exit, code(2));
    assert_eq!(err, "error: `--value` must not be negative\n");
}

#[test]
fn an_unknown_table_lists_the_tables() {
    let (exit, _, err) = run(&DEMO, &["-q", "--table", "x"]);
    assert_eq!(exit, code(2));
    assert_eq!(err, "error: no table is called `x`; there are: main\n");
}

#[test]
fn replay_without_a_record_says_what_to_type() {
    let (exit, _, err) = run(&DEMO, &["--replay", "--value", "8.5"]);
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
    let args = ["demo", "-q"].map(OsString::from);
    let exit = run_with(&DEMO, &args, Closed, io::sink());
    assert_eq!(format!("{exit:?}"), code(0));
}
