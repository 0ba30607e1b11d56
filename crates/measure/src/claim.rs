//! Sentences that the numbers decide, and named values.

use crate::profile::Profile;
use crate::quiet::QUIET_PERCENT;
use crate::record::{ClaimRecord, FactRecord, Missing, Record, Verdict};

/// A named value of an experiment, computed from its record.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// Name within the experiment; that of a time or a size ends in its
    /// unit: `process_start_8_s`, `lost_percent_median`.
    pub name: &'static str,
    /// Unit for people: `s`, `ms`, `×`, `%` …; empty for a count.
    pub unit: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Computes it.
    pub value: fn(&Record) -> Result<f64, Missing>,
}

impl Fact {
    /// A fact of these four fields.
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        value: fn(&Record) -> Result<f64, Missing>,
    ) -> Self {
        Self { name, unit, about, value }
    }

    /// Computes the fact from `record`.
    pub fn of(&self, record: &Record) -> FactRecord {
        let (value, reason) = match (self.value)(record) {
            Ok(value) if value.is_finite() => (Some(value), None),
            Ok(value) => (None, Some(format!("the sum gave {value}"))),
            Err(missing) => (None, Some(missing.to_string())),
        };
        FactRecord { value, unit: self.unit.into(), reason }
    }
}

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

    /// Where a claim about speed failed in a run that can't tell noise from
    /// effect (others used the machine, or there was a single round), the
    /// verdict becomes "can't be told". For claims about counts and answers
    /// noise is no excuse: they don't call this.
    #[must_use]
    pub fn unless_noisy(mut self, record: &Record) -> Self {
        if self.verdict != Verdict::Fails {
            return self;
        }
        let excuse = match record.quietness {
            Some(percent) if percent < QUIET_PERCENT => Some(format!(
                "too noisy to tell: quietness {percent:.0} %, needs \
                 {QUIET_PERCENT:.0} %"
            )),
            _ if record.profile == Profile::Quick => {
                Some("one round of small problems can't tell".into())
            }
            _ => None,
        };
        if let Some(excuse) = excuse {
            self.verdict = Verdict::Untestable;
            self.reason = Some(excuse);
        }
        self
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
        let ratio = record.ratio("one", "two")?.median;
        Ok(Judgement::of(ratio >= 2.0, format!("{ratio:.1} ×"))
            .likely("the machine has one core")
            .unless_noisy(record))
    }

    const CLAIM: Claim = Claim {
        id: "scales",
        sentence: "Two are twice as fast.",
        judge: twice_as_fast,
    };

    fn record(one: f64, two: f64) -> RecordBuilder {
        RecordBuilder::new("demo").row("one", "s", &[one]).row(
            "two",
            "s",
            &[two],
        )
    }

    #[test]
    fn a_claim_holds_with_its_evidence() {
        let claim = CLAIM.of(&record(4.0, 2.0).build());
        assert_eq!(claim.verdict, Verdict::Holds);
        assert_eq!(claim.evidence, "2.0 ×");
        assert_eq!(claim.reason, None);
    }

    #[test]
    fn a_claim_fails_with_the_likely_reason() {
        let claim = CLAIM.of(&record(2.0, 2.0).build());
        assert_eq!(claim.verdict, Verdict::Fails);
        assert_eq!(claim.evidence, "1.0 ×");
        assert_eq!(claim.reason.unwrap(), "the machine has one core");
    }

    #[test]
    fn noise_turns_a_failure_into_cannot_tell_but_not_a_success() {
        let noisy = |record: RecordBuilder| record.quietness(50.0).build();
        let failed = CLAIM.of(&noisy(record(2.0, 2.0)));
        assert_eq!(failed.verdict, Verdict::Untestable);
        assert!(failed.reason.unwrap().starts_with("too noisy to tell"));
        assert_eq!(CLAIM.of(&noisy(record(4.0, 2.0))).verdict, Verdict::Holds);
    }

    #[test]
    fn one_quick_round_can_not_refute_a_claim_about_speed() {
        let quick = record(2.0, 2.0).profile(Profile::Quick).build();
        assert_eq!(CLAIM.of(&quick).verdict, Verdict::Untestable);
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

    #[test]
    fn a_fact_without_value_says_why() {
        let fact = Fact {
            name: "two_s",
            unit: "s",
            about: "",
            value: |r| r.median("two"),
        };
        let record = RecordBuilder::new("demo").row("one", "s", &[1.0]).build();
        let value = fact.of(&record);
        assert_eq!(value.value, None);
        assert!(value.reason.unwrap().contains("`two`"));
    }

    #[test]
    fn a_division_by_zero_is_no_fact() {
        let fact =
            Fact { name: "x", unit: "", about: "", value: |_| Ok(1.0 / 0.0) };
        let value = fact.of(&RecordBuilder::new("demo").build());
        assert_eq!(value.value, None);
    }
}
