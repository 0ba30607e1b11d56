//! The rule by which rounds decide a claim.
//!
//! A claim about speed is a question to each round: were the numbers of
//! *this* round, measured close to one another, on the side that the claim
//! says? The claim
//!
//! - **holds** where nearly all rounds say yes,
//! - **fails** where nearly all rounds say no,
//! - **can't be told** where the rounds disagree, where there are fewer than
//!   [`FEWEST`] of them, and where the median is so close to the bound that
//!   the noise of the run ([`Noise`]) could have carried it across.
//!
//! The rule is the same on both sides, so noise that may excuse a failure
//! casts the same doubt on a success. "Nearly all" lets one round in
//! [`ONE_IN`] dissent: three and four rounds must agree, of five one may
//! differ, of ten two.
//!
//! # Error rates
//!
//! This is a sign test with a margin. If noise puts a round on the wrong
//! side with probability *q*, independently, all of three rounds are wrong
//! with probability *q*³ and four of five with 5 *q*⁴ − 4 *q*⁵. At *q* = 0.2
//! that is 0.8 % and 0.7 %; at 0.1 it is 0.1 % and 0.05 %. Where the truth
//! lies exactly at the bound, *q* is one half and no rule can be right; five
//! rounds then still say something in three of eight runs, which is what the
//! margin is for. `cargo bench -p measure --bench verdicts` measures the
//! rates on real records under noise that is not independent.
//!
//! Source of the test: W. J. Dixon, A. M. Mood, *The statistical sign test*,
//! Journal of the American Statistical Association 41 (1946). The margin
//! comes from A/A pairs, as in R. Kohavi, D. Tang, Y. Xu, *Trustworthy Online
//! Controlled Experiments* (2020), chapter 19.

use crate::noise::Noise;
use crate::record::Verdict;
use crate::rounds::Rounds;
use crate::show;
use crate::stats::Summary;

/// Fewer rounds decide nothing about speed: two that agree by chance are
/// too common.
pub const FEWEST: usize = 3;

/// One round in so many may dissent.
pub const ONE_IN: usize = 5;

/// How many of `rounds` may dissent from a verdict.
pub fn dissent(rounds: usize) -> usize {
    rounds / ONE_IN
}

/// What is asked of the rounds: one bound or several, all of which must be
/// kept.
#[derive(Clone, Debug)]
pub struct Question {
    parts: Vec<Part>,
}

/// One bound for the numbers of the rounds.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    values: Rounds,
    unit: String,
    low: Option<f64>,
    high: Option<f64>,
    counted: bool,
}

impl Rounds {
    /// Is the number at least `bound`? Numbers are ratios (`×`) unless
    /// [`Question::in_unit`] says otherwise.
    pub fn at_least(self, bound: f64) -> Question {
        Question::new(self, Some(bound), None)
    }

    /// Is the number at most `bound`?
    pub fn at_most(self, bound: f64) -> Question {
        Question::new(self, None, Some(bound))
    }

    /// Does the number lie in `low` to `high`, both included?
    pub fn within(self, low: f64, high: f64) -> Question {
        Question::new(self, Some(low), Some(high))
    }
}

impl Question {
    fn new(values: Rounds, low: Option<f64>, high: Option<f64>) -> Self {
        let (name, unit, counted) = (String::new(), "×".into(), false);
        Self { parts: vec![Part { name, values, unit, low, high, counted }] }
    }

    /// All of `questions`: each is decided by its own rounds. The whole
    /// holds where all hold and fails where one fails, so that the best of
    /// several noisy rows is never judged as if it were one row.
    pub fn all(questions: impl IntoIterator<Item = Self>) -> Self {
        let parts = questions.into_iter().flat_map(|q| q.parts).collect();
        Self { parts }
    }

    /// Both this question and `other`.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::all([self, other])
    }

    /// Names what the numbers are of, for the evidence: `2 threads`.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.parts.iter_mut().for_each(|part| part.name.clone_from(&name));
        self
    }

    /// The numbers are in `unit`, not ratios.
    #[must_use]
    pub fn in_unit(mut self, unit: &str) -> Self {
        self.parts.iter_mut().for_each(|part| part.unit = unit.into());
        self
    }

    /// The numbers are counted or added up, not timed: the machine's noise
    /// can't move them, and one round is enough.
    #[must_use]
    pub fn counted(mut self) -> Self {
        self.parts.iter_mut().for_each(|part| part.counted = true);
        self
    }

    /// Whether there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Asks the rounds.
    pub(crate) fn decide(&self, noise: Noise) -> Decision {
        let parts: Vec<(&Part, PartDecision)> =
            self.parts.iter().map(|part| (part, part.decide(noise))).collect();
        let any = |verdict| parts.iter().any(|(_, d)| d.verdict == verdict);
        let verdict = match parts.len() {
            0 => Verdict::Untestable,
            _ if any(Verdict::Fails) => Verdict::Fails,
            _ if any(Verdict::Untestable) => Verdict::Untestable,
            _ => Verdict::Holds,
        };
        let deciding = parts
            .iter()
            .filter(|(_, d)| d.verdict == verdict)
            .min_by(|(_, a), (_, b)| a.margin.total_cmp(&b.margin));
        let Some((part, decided)) = deciding else {
            return Decision {
                verdict,
                evidence: String::new(),
                doubt: Some("no row to ask was measured".into()),
            };
        };
        let evidence = match &parts[..] {
            [_] => part.evidence(),
            [(a, _), (b, _)] => format!("{}; {}", a.evidence(), b.evidence()),
            more => {
                format!("{}; the narrowest of {}", part.evidence(), more.len())
            }
        };
        Decision { verdict, evidence, doubt: decided.doubt.clone() }
    }
}

/// What the rounds say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decision {
    pub(crate) verdict: Verdict,
    pub(crate) evidence: String,
    /// Why it can't be told.
    pub(crate) doubt: Option<String>,
}

struct PartDecision {
    verdict: Verdict,
    doubt: Option<String>,
    /// How many times the median is on the right side of the bound.
    margin: f64,
}

impl Part {
    fn agreeing(&self) -> usize {
        let kept = |v: &&f64| {
            self.low.is_none_or(|low| **v >= low)
                && self.high.is_none_or(|high| **v <= high)
        };
        self.values.values().iter().filter(kept).count()
    }

    fn decide(&self, noise: Noise) -> PartDecision {
        let Some(summary) = self.values.summary() else {
            return PartDecision {
                verdict: Verdict::Untestable,
                doubt: Some("no round has a value".into()),
                margin: 0.0,
            };
        };
        let margin = self.margin(&summary);
        let factor = if self.counted { 1.0 } else { noise.factor };
        let (rounds, yes) = (summary.runs, self.agreeing());
        let needed = rounds - dissent(rounds);
        let verdict = if yes >= needed {
            Verdict::Holds
        } else if rounds - yes >= needed {
            Verdict::Fails
        } else {
            Verdict::Untestable
        };
        let doubt = if !self.counted && rounds < FEWEST {
            Some(match rounds {
                1 => "one round decides nothing about speed".into(),
                n => format!("{n} rounds decide nothing about speed"),
            })
        } else if verdict == Verdict::Untestable {
            Some(format!("the rounds disagree: {yes} of {rounds}"))
        } else if !self.is_clear(&summary, verdict, factor) {
            Some(format!("too close to tell: {noise}"))
        } else {
            None
        };
        let verdict = match doubt {
            Some(_) => Verdict::Untestable,
            None => verdict,
        };
        PartDecision { verdict, doubt, margin }
    }

    /// Whether noise of `factor` can't have carried the median across a
    /// bound to the side of `verdict`. A bound of zero or below has no
    /// multiples; there the rounds alone decide.
    fn is_clear(
        &self,
        summary: &Summary,
        verdict: Verdict,
        factor: f64,
    ) -> bool {
        let median = summary.median;
        let scaled = |bound: f64, by: f64| {
            if bound > 0.0 { bound * by } else { bound }
        };
        let low = |by| self.low.map(|bound| scaled(bound, by));
        let high = |by| self.high.map(|bound| scaled(bound, by));
        if verdict == Verdict::Holds {
            low(factor).is_none_or(|low| median >= low)
                && high(factor.recip()).is_none_or(|high| median <= high)
        } else {
            low(factor.recip()).is_some_and(|low| median <= low)
                || high(factor).is_some_and(|high| median >= high)
        }
    }

    fn margin(&self, summary: &Summary) -> f64 {
        let over = self.low.map(|low| summary.median / low);
        let under = self.high.map(|high| high / summary.median);
        over.into_iter().chain(under).fold(f64::INFINITY, f64::min)
    }

    /// `2 threads: 1.95 × (1.87 × … 1.98 ×), at least 1.60 × in 5 of 5
    /// rounds`.
    fn evidence(&self) -> String {
        let Some(summary) = self.values.summary() else {
            return String::new();
        };
        let show = |value| show::quantity(value, &self.unit);
        let bound = match (self.low, self.high) {
            (Some(low), Some(high)) => {
                format!("{} to {}", show(low), show(high))
            }
            (Some(low), None) => format!("at least {}", show(low)),
            (None, Some(high)) => format!("at most {}", show(high)),
            (None, None) => "any".into(),
        };
        let lead = match self.name.as_str() {
            "" => String::new(),
            name => format!("{name}: "),
        };
        let range = match summary.runs {
            1 => String::new(),
            _ => format!(" ({} … {})", show(summary.min), show(summary.max)),
        };
        format!(
            "{lead}{}{range}, {bound} in {} of {} rounds",
            show(summary.median),
            self.agreeing(),
            summary.runs,
        )
    }
}

#[cfg(test)]
mod tests;
