//! What the tests of all examples share: running them, and judging claims on
//! records made by hand.

pub mod program;

use measure::record::{Record, RowRecord, Verdict};
use measure::stats::Summary;
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
    /// Records in which it fails by a count or an answer, whatever the noise.
    surely: Vec<Record>,
    /// Whether it is about speed, which noise and chance can turn.
    speed: bool,
}

impl BothWays {
    /// A claim about speed. Its records have three rounds or more.
    #[allow(dead_code, reason = "not every example has such a claim")]
    pub fn new(claim: &'static str, holds: Record, fails: &[Record]) -> Self {
        let (fails, surely) = (fails.to_vec(), Vec::new());
        Self { claim, holds, fails, surely, speed: true }
    }

    /// Further records in which a count or an answer refutes a claim that is
    /// otherwise about speed.
    #[allow(dead_code, reason = "not every example has such a claim")]
    #[must_use]
    pub fn surely(mut self, fails: &[Record]) -> Self {
        self.surely = fails.to_vec();
        self
    }

    /// A claim about counts, answers or memory: one round decides it.
    #[allow(dead_code, reason = "not every example has such a claim")]
    pub fn counted(
        claim: &'static str,
        holds: Record,
        fails: &[Record],
    ) -> Self {
        Self { speed: false, ..Self::new(claim, holds, fails) }
    }
}

/// Checks each claim on its records. A claim without a case is a failure: a
/// sentence that no numbers can refute says nothing.
///
/// A claim about speed must further say "can't be told" where the rounds lie
/// on both sides, where there is one round only, and where the machine was
/// busy with something else, whatever the numbers say.
pub fn judge_both_ways(claims: &[Claim], cases: &[BothWays]) {
    for claim in claims {
        let case = cases.iter().find(|case| case.claim == claim.id);
        let case =
            case.unwrap_or_else(|| panic!("no case for claim {}", claim.id));
        assert!(!case.fails.is_empty(), "{} can't fail", claim.id);
        judged(claim, &case.holds, Verdict::Holds);
        for fails in case.fails.iter().chain(&case.surely) {
            judged(claim, fails, Verdict::Fails);
        }
        for fails in &case.surely {
            judged(claim, &among_others(fails), Verdict::Fails);
        }
        if case.speed {
            for record in std::iter::once(&case.holds).chain(&case.fails) {
                judged(claim, &first_round(record), Verdict::Untestable);
                judged(claim, &among_others(record), Verdict::Untestable);
            }
            for fails in &case.fails {
                if let Some(mixed) = mixed(&case.holds, fails) {
                    judged(claim, &mixed, Verdict::Untestable);
                }
            }
        }
    }
    assert_eq!(claims.len(), cases.len(), "a case has no claim");
}

fn judged(claim: &Claim, record: &Record, verdict: Verdict) {
    let judged = claim.of(record);
    assert_eq!(judged.verdict, verdict, "{judged:?}\n{record:#?}");
    assert!(!judged.evidence.is_empty(), "{} shows nothing", claim.id);
}

/// The same run, ended after its first round.
fn first_round(record: &Record) -> Record {
    let mut record = record.clone();
    for row in &mut record.rows {
        row.samples.truncate(1);
        row.again.truncate(1);
        row.extra.values_mut().for_each(|values| values.truncate(1));
        requote(row);
    }
    record
}

/// The same numbers from a machine that gave a hundredth of its speed.
fn among_others(record: &Record) -> Record {
    Record { quietness: Some(1.0), ..record.clone() }
}

/// Rounds of `a` and of `b` in turn; `None` where the two differ in more than
/// their numbers.
fn mixed(a: &Record, b: &Record) -> Option<Record> {
    fn every_second<T: Clone>(a: &mut [T], b: &[T]) -> Option<()> {
        let same_length = a.len() == b.len();
        for (a, b) in a.iter_mut().zip(b).skip(1).step_by(2) {
            a.clone_from(b);
        }
        same_length.then_some(())
    }
    let mut mixed = a.clone();
    if a.rows.len() != b.rows.len() || a.machine != b.machine {
        return None;
    }
    for (row, other) in mixed.rows.iter_mut().zip(&b.rows) {
        let ids = (row.id.as_str(), row.extra.keys());
        if ids.0 != other.id || !ids.1.eq(other.extra.keys()) {
            return None;
        }
        every_second(&mut row.samples, &other.samples)?;
        for (name, values) in &mut row.extra {
            every_second(values, &other.extra[name])?;
        }
        requote(row);
    }
    Some(mixed)
}

fn requote(row: &mut RowRecord) {
    let summary = Summary::of(&row.samples);
    row.median = summary.map(|s| s.median);
    (row.min, row.max) = (summary.map(|s| s.min), summary.map(|s| s.max));
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
