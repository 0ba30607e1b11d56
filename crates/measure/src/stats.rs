//! Statistics of a handful of samples: nothing is assumed about their
//! distribution, so everything here is an order statistic.

/// Middle and ends of a set of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Half of the samples are at or below it.
    pub median: f64,
    /// The smallest sample.
    pub min: f64,
    /// The largest sample.
    pub max: f64,
    /// How many samples there are.
    pub runs: usize,
}

impl Summary {
    /// Summarises `samples`; `None` where there are none.
    pub fn of(samples: &[f64]) -> Option<Self> {
        Some(Self {
            median: median(samples)?,
            min: samples.iter().copied().reduce(f64::min)?,
            max: samples.iter().copied().reduce(f64::max)?,
            runs: samples.len(),
        })
    }

    /// Spread of the samples, (max − min) ÷ median; `None` for a single run,
    /// which has no spread, and for a median of 0.
    pub fn relative_spread(&self) -> Option<f64> {
        (self.runs > 1 && self.median != 0.0)
            .then(|| (self.max - self.min) / self.median)
    }
}

/// The middle sample, or the mean of the two middle ones; `None` where there
/// are no samples.
pub fn median(samples: &[f64]) -> Option<f64> {
    let sorted = sorted(samples);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The smallest sample that at least `percent` of the samples don't exceed
/// (nearest-rank method); `None` where there are no samples.
///
/// # Panics
/// If `percent` is not in 0..=100.
pub fn percentile(samples: &[f64], percent: f64) -> Option<f64> {
    assert!((0.0..=100.0).contains(&percent), "percent is {percent}");
    let sorted = sorted(samples);
    // 99.9 % of 1,000 is 999, though the product is 999.0000000000001: what
    // is over a whole number by rounding alone is that number.
    let rank = (percent * sorted.len() as f64 / 100.0 - 1e-9).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_median_and_no_percentile() {
        assert_eq!(median(&[]), None);
        assert_eq!(percentile(&[], 50.0), None);
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn one_run_is_its_own_median_and_has_no_spread() {
        let one = Summary::of(&[3.0]).unwrap();
        assert_eq!(
            (one.median, one.min, one.max, one.runs),
            (3.0, 3.0, 3.0, 1)
        );
        assert_eq!(one.relative_spread(), None);
    }

    #[test]
    fn median_does_not_depend_on_the_order() {
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
    }

    #[test]
    fn equal_runs_have_spread_zero() {
        let all = Summary::of(&[2.0, 2.0, 2.0]).unwrap();
        assert_eq!(all.relative_spread(), Some(0.0));
    }

    #[test]
    fn a_median_of_zero_has_no_relative_spread() {
        let zero = Summary::of(&[0.0, 0.0, 0.0]).unwrap();
        assert_eq!(zero.relative_spread(), None);
    }

    #[test]
    fn percentile_takes_the_nearest_rank() {
        let samples: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(percentile(&samples, 99.0), Some(99.0));
        assert_eq!(percentile(&samples, 100.0), Some(100.0));
        assert_eq!(percentile(&samples, 0.0), Some(1.0));
        assert_eq!(percentile(&[7.0, 8.0], 99.0), Some(8.0));
    }

    #[test]
    fn nearly_all_of_a_thousand_is_not_the_largest() {
        let samples: Vec<f64> = (1..=1000).map(f64::from).collect();
        assert_eq!(percentile(&samples, 99.9), Some(999.0));
        assert_eq!(percentile(&samples, 99.95), Some(1000.0));
        assert_eq!(percentile(&samples, 29.0), Some(290.0));
    }
}
