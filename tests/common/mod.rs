//! What the tests of all examples share: running them, and judging claims on
//! records made by hand.

use std::path::PathBuf;
use std::process::{Command, Output};

use measure::record::{Record, Verdict};
use measure::{Claim, Fact};

/// The built program of example `slug`: cargo builds the examples of a
/// package before it runs the package's tests.
pub fn program(slug: &str) -> PathBuf {
    let mut folder = std::env::current_exe().expect("the test has a file");
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    folder
        .join("examples")
        .join(slug)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs example `slug` with `args`.
pub fn run(slug: &str, args: &[&str]) -> Output {
    let program = program(slug);
    Command::new(&program).args(args).output().unwrap_or_else(|error| {
        // `cargo test --test x` alone does not build the examples.
        panic!(
            "{}: {error}; run `cargo build --examples` first",
            program.display()
        )
    })
}

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

/// Checks that `args` are refused as wrong use and that the error names
/// `culprit`.
pub fn refuses(slug: &str, args: &[&str], culprit: &str) {
    let output = run(slug, args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(stderr.contains(culprit), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
}

/// A record in which a claim holds and one in which it fails.
pub struct BothWays {
    pub claim: &'static str,
    pub holds: Record,
    pub fails: Record,
}

/// Checks each claim on its two records. A claim without a case is a failure:
/// a sentence that no numbers can refute says nothing.
pub fn judge_both_ways(claims: &[Claim], cases: &[BothWays]) {
    for claim in claims {
        let case = cases.iter().find(|case| case.claim == claim.id);
        let case =
            case.unwrap_or_else(|| panic!("no case for claim {}", claim.id));
        for (record, verdict) in
            [(&case.holds, Verdict::Holds), (&case.fails, Verdict::Fails)]
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
        assert!(record.facts.contains_key(*name), "fact {name} in the record");
    }
}
