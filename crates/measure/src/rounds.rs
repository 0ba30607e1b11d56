//! Numbers round by round: what a claim about speed is asked of.

use crate::stats::Summary;

/// One number a round. A round that has no number keeps its place, so that
/// the third number of one row is always paired with the third of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds(Vec<Option<f64>>);

impl Rounds {
    /// A number for each round.
    pub fn of(values: &[f64]) -> Self {
        Self(values.iter().copied().map(Some).collect())
    }

    /// A number for some of the rounds.
    pub fn with_gaps(values: &[Option<f64>]) -> Self {
        Self(values.to_vec())
    }

    /// The numbers that there are, in the order of the rounds.
    pub fn values(&self) -> Vec<f64> {
        self.0.iter().flatten().copied().collect()
    }

    /// Median, ends and number of the numbers; `None` where there are none.
    pub fn summary(&self) -> Option<Summary> {
        Summary::of(&self.values())
    }

    /// Round by round, this number divided by the one in `under`. A zero
    /// below the line gives an infinite quotient, as the division does.
    #[must_use]
    pub fn over(&self, under: &Self) -> Self {
        self.paired(under, |over, under| over / under)
    }

    /// Round by round, this number and the one in `other`.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.paired(other, |a, b| a + b)
    }

    /// Round by round, this number less the one in `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.paired(other, |a, b| a - b)
    }

    /// Each number times `factor`.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        self.map(|value| value * factor)
    }

    /// Each number put through `change`.
    #[must_use]
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        Self(self.0.iter().map(|value| value.map(&change)).collect())
    }

    /// Round by round, what `join` makes of this number and the one in
    /// `other`; nothing where one of the two is missing.
    #[must_use]
    pub fn paired(&self, other: &Self, join: impl Fn(f64, f64) -> f64) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Self(pairs.map(|(a, b)| Some(join((*a)?, (*b)?))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_within_a_round() {
        // The machine slowed down by 2 in the second round: the ratio stays.
        let ratio = Rounds::of(&[4.0, 8.0]).over(&Rounds::of(&[2.0, 4.0]));
        assert_eq!(ratio.values(), [2.0, 2.0]);
    }

    #[test]
    fn a_missing_number_keeps_its_place() {
        let gap = Rounds::with_gaps(&[Some(4.0), None, Some(9.0)]);
        let ratio = gap.over(&Rounds::of(&[2.0, 4.0, 3.0]));
        assert_eq!(ratio, Rounds::with_gaps(&[Some(2.0), None, Some(3.0)]));
        assert_eq!(ratio.summary().unwrap().runs, 2);
    }

    #[test]
    fn a_round_without_partner_is_left_out() {
        let ratio = Rounds::of(&[4.0, 8.0, 9.0]).over(&Rounds::of(&[2.0]));
        assert_eq!(ratio.values(), [2.0]);
    }

    #[test]
    fn sums_and_differences_are_taken_within_a_round() {
        let (a, b) = (Rounds::of(&[5.0, 7.0]), Rounds::of(&[1.0, 2.0]));
        assert_eq!(a.minus(&b).values(), [4.0, 5.0]);
        assert_eq!(a.plus(&b).times(2.0).values(), [12.0, 18.0]);
    }

    #[test]
    fn nothing_has_no_summary() {
        assert_eq!(Rounds::with_gaps(&[None]).summary(), None);
    }
}
