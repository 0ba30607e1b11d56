//! What the tests of all examples share: running them, and judging claims on
//! records made by hand.

pub mod program;

use measure::record::{Record, Verdict};
use measure::table::TERMINAL_WIDTH;
use measure::{Claim, Fact};
pub use program::run;

/// Runs example `slug` with `args` and `--format json`, and reads its record.
pub fn record(slug: &str, args: &[&str]) -> Record {
    let output = run(slug, &[args, &["--format", "json", "-q"]].concat());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Record::parse(&output.stdout).expect("the record is valid")
}

/// Runs example `slug` with `args` and returns its text, which must fit a
/// terminal.
pub fn fitting_text(slug: &str, args: &[&str]) -> String {
    let output = run(slug, &[args, &["-q"]].concat());
    let text = String::from_utf8(output.stdout).expect("the text is UTF-8");
    assert!(output.status.success() && !text.is_empty(), "{args:?}: {text}");
    for line in text.lines() {
        assert!(line.chars().count() <= TERMINAL_WIDTH, "{args:?}: {line}");
    }
    text
}

/// Checks that `args` are refused as wrong use and that the error names
/// `culprit`.
pub fn refuses(slug: &str, args: &[&str], culprit: &str) {
    let output = run(slug, args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(stderr.contains(culprit), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
}

/// A record in which a claim holds and those in which it fails: one for each
/// thing that the sentence says.
pub struct BothWays {
    pub claim: &'static str,
    pub holds: Record,
    pub fails: Vec<Record>,
}

impl BothWays {
    pub fn new(claim: &'static str, holds: Record, fails: &[Record]) -> Self {
        Self { claim, holds, fails: fails.to_vec() }
    }
}

/// Checks each claim on its records. A claim without a case is a failure: a
/// sentence that no numbers can refute says nothing.
pub fn judge_both_ways(claims: &[Claim], cases: &[BothWays]) {
    for claim in claims {
        let case = cases.iter().find(|case| case.claim == claim.id);
        let case =
            case.unwrap_or_else(|| panic!("no case for claim {}", claim.id));
        assert!(!case.fails.is_empty(), "{} can't fail", claim.id);
        let fails = case.fails.iter().map(|record| (record, Verdict::Fails));
        for (record, verdict) in
            [(&case.holds, Verdict::Holds)].into_iter().chain(fails)
        {
            let judged = claim.of(record);
            assert_eq!(judged.verdict, verdict, "{judged:?}");
            assert!(!judged.evidence.is_empty(), "{} shows nothing", claim.id);
        }
    }
    assert_eq!(claims.len(), cases.len(), "a case has no claim");
}

/// Checks that each of `names` is a fact of the experiment and that `record`
/// has a value or a reason for it.
pub fn has_facts(facts: &[Fact], record: &Record, names: &[&str]) {
    for name in names {
        assert!(facts.iter().any(|fact| fact.name == *name), "fact {name}");
        let value = record.facts.get(*name);
        let told =
            value.is_some_and(|f| f.value.is_some() != f.reason.is_some());
        assert!(told, "fact {name}: {value:?}");
    }
}
