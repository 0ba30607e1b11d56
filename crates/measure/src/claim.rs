//! Sentences that the numbers decide.

use crate::noise::Noise;
use crate::question::Question;
use crate::record::{ClaimRecord, Missing, Record, Verdict};

/// A sentence that the record decides.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Name within the experiment.
    pub id: &'static str,
    /// The sentence as the chapter states it. It must be able to be false.
    pub sentence: &'static str,
    /// Decides it.
    pub judge: fn(&Record) -> Result<Judgement, Missing>,
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    verdict: Verdict,
    evidence: String,
    reason: Option<String>,
}

impl Judgement {
    /// Holds where `holds` is true, else fails; `evidence` are the numbers.
    pub fn of(holds: bool, evidence: impl Into<String>) -> Self {
        let verdict = if holds { Verdict::Holds } else { Verdict::Fails };
        Self { verdict, evidence: evidence.into(), reason: None }
    }

    /// Decided by the rounds of `record`, by the rule of [`crate::question`].
    /// The evidence shows median, range and "n of m rounds".
    pub fn by_rounds(record: &Record, question: &Question) -> Self {
        let decision = question.decide(Noise::of(record));
        Self {
            verdict: decision.verdict,
            evidence: decision.evidence,
            reason: decision.doubt,
        }
    }

    /// Can't be told here, for the reason given.
    pub fn untestable(reason: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Untestable,
            evidence: String::new(),
            reason: Some(reason.into()),
        }
    }

    /// Where the claim failed, names the likely reason.
    #[must_use]
    pub fn likely(mut self, reason: impl Into<String>) -> Self {
        if self.verdict == Verdict::Fails {
            self.reason = Some(reason.into());
        }
        self
    }

    /// Adds what the numbers alone don't say to the evidence.
    #[must_use]
    pub fn seen(mut self, more: impl AsRef<str>) -> Self {
        if !self.evidence.is_empty() {
            self.evidence.push_str("; ");
        }
        self.evidence.push_str(more.as_ref());
        self
    }

    /// Both judgements in one: it holds where both hold and fails where one
    /// fails.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let worse = |j: &Self| match j.verdict {
            Verdict::Holds => 0,
            Verdict::Untestable => 1,
            Verdict::Fails => 2,
        };
        let reason = if worse(&self) >= worse(&other) {
            self.reason.or(other.reason)
        } else {
            other.reason.or(self.reason)
        };
        let verdict = match (self.verdict, other.verdict) {
            (Verdict::Fails, _) | (_, Verdict::Fails) => Verdict::Fails,
            (Verdict::Holds, Verdict::Holds) => Verdict::Holds,
            _ => Verdict::Untestable,
        };
        let evidence = [self.evidence, other.evidence]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
        Self { verdict, evidence, reason }
    }
}

impl Claim {
    /// A claim of these three fields.
    pub const fn new(
        id: &'static str,
        sentence: &'static str,
        judge: fn(&Record) -> Result<Judgement, Missing>,
    ) -> Self {
        Self { id, sentence, judge }
    }

    /// Decides the claim from `record`. A row that was not run makes it
    /// untestable.
    pub fn of(&self, record: &Record) -> ClaimRecord {
        let judgement = (self.judge)(record).unwrap_or_else(|missing| {
            Judgement::untestable(missing.to_string())
        });
        ClaimRecord {
            id: self.id.into(),
            sentence: self.sentence.into(),
            verdict: judgement.verdict,
            evidence: judgement.evidence,
            reason: judgement.reason,
        }
    }

    /// The row that this claim needs and the record does not even name.
    /// Where the run had no options of its own this is a fault of the
    /// experiment.
    pub fn unknown_row(&self, record: &Record) -> Option<String> {
        match (self.judge)(record) {
            Err(Missing::Row(id) | Missing::Group(id)) => Some(id),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RecordBuilder;

    fn twice_as_fast(record: &Record) -> Result<Judgement, Missing> {
        let ratio = record.ratios("one", "two")?;
        Ok(Judgement::by_rounds(record, &ratio.at_least(2.0))
            .likely("the machine has one core"))
    }

    const CLAIM: Claim =
        Claim::new("scales", "Two are twice as fast.", twice_as_fast);

    fn record(one: f64, two: f64) -> RecordBuilder {
        RecordBuilder::new("demo")
            .row("one", "s", &[one; 3])
            .row("two", "s", &[two; 3])
    }

    #[test]
    fn a_claim_holds_with_its_evidence() {
        let claim = CLAIM.of(&record(4.0, 2.0).build());
        assert_eq!(claim.verdict, Verdict::Holds);
        assert_eq!(
            claim.evidence,
            "2.00 × (2.00 × … 2.00 ×), at least 2.00 × in 3 of 3 rounds"
        );
        assert_eq!(claim.reason, None);
    }

    #[test]
    fn a_claim_fails_with_the_likely_reason() {
        let claim = CLAIM.of(&record(2.0, 2.0).build());
        assert_eq!(claim.verdict, Verdict::Fails);
        assert_eq!(claim.reason.unwrap(), "the machine has one core");
    }

    #[test]
    fn what_can_not_be_told_still_shows_its_numbers() {
        let claim = CLAIM.of(&record(4.1, 2.0).quietness(50.0).build());
        assert_eq!(claim.verdict, Verdict::Untestable);
        assert!(claim.evidence.contains("in 3 of 3 rounds"));
        assert!(claim.reason.unwrap().starts_with("too close to tell"));
    }

    #[test]
    fn two_judgements_hold_where_both_hold() {
        let (yes, no) =
            (Judgement::of(true, "a"), Judgement::of(false, "b").likely("x"));
        let unknown = Judgement::untestable("y");
        let both = |a: &Judgement, b: &Judgement| a.clone().and(b.clone());
        assert_eq!(both(&yes, &yes).verdict, Verdict::Holds);
        assert_eq!(both(&yes, &no).verdict, Verdict::Fails);
        assert_eq!(both(&unknown, &no).verdict, Verdict::Fails);
        assert_eq!(both(&unknown, &no).reason.unwrap(), "x");
        assert_eq!(both(&yes, &unknown).verdict, Verdict::Untestable);
        assert_eq!(both(&yes, &no).evidence, "a; b");
    }

    #[test]
    fn a_row_that_was_not_run_makes_the_claim_untestable() {
        let record = RecordBuilder::new("demo")
            .row("one", "s", &[1.0])
            .not_run("two", "s", "needs two cores")
            .build();
        let claim = CLAIM.of(&record);
        assert_eq!(claim.verdict, Verdict::Untestable);
        assert!(claim.reason.unwrap().contains("needs two cores"));
        assert_eq!(CLAIM.unknown_row(&record), None);
    }

    #[test]
    fn a_row_that_does_not_exist_is_named() {
        let record = RecordBuilder::new("demo").row("one", "s", &[1.0]).build();
        assert_eq!(CLAIM.unknown_row(&record).unwrap(), "two");
    }
}
