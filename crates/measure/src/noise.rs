//! How far a ratio of this run can be from the truth by chance alone.
//!
//! Two signs, and the worse one counts:
//!
//! - each baseline row runs twice in a round, first and last (an A/A pair).
//!   Nothing differs between the two, so what their ratio differs from 1 is
//!   noise, measured on the experiment's own work;
//! - the machine's quietness ([`crate::quiet`]): where it gave only half of
//!   its best speed, a ratio of two rows can be off by a factor of two, since
//!   others may have taken more from one row than from the other.

use std::fmt;

use crate::question::dissent;
use crate::record::Record;
use crate::show;

/// From this factor on a run counts as made in noise: it is measured again
/// once, and after that the page says so. A tenth is the narrowest margin
/// that the book's claims leave.
pub const NOISY: f64 = 1.1;

/// How far a ratio can be off by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Nearly all ratios that should be 1 lie within 1 ÷ this … this.
    pub factor: f64,
    source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    /// The A/A pairs differ by so much.
    Pairs,
    /// The machine was so quiet, in percent.
    Quietness(f64),
    /// The run has neither pairs nor a quietness.
    Unknown,
}

impl Noise {
    /// The noise of the run that `record` holds.
    pub fn of(record: &Record) -> Self {
        let pairs = pairs(record).map(|f| (f, Source::Pairs));
        let quiet = record.quietness.map(|percent| {
            (100.0 / percent.clamp(1.0, 100.0), Source::Quietness(percent))
        });
        let (factor, source) = [pairs, quiet]
            .into_iter()
            .flatten()
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .unwrap_or((1.0, Source::Unknown));
        Self { factor, source }
    }

    /// Whether a run with this noise should be measured again.
    pub fn is_loud(self) -> bool {
        self.factor > NOISY
    }
}

/// Names the sign and the size, to stand in a sentence.
impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = show::number(self.factor);
        match self.source {
            Source::Pairs => write!(
                f,
                "the same row run twice in a round differed by up to {times} ×"
            ),
            Source::Quietness(percent) => write!(
                f,
                "the machine gave {percent:.0} % of its best speed, so a \
                 ratio can be off by {times} ×"
            ),
            Source::Unknown => write!(f, "this run can't tell its noise"),
        }
    }
}

/// The factor that nearly all A/A pairs stay within; `None` where no row was
/// run twice.
fn pairs(record: &Record) -> Option<f64> {
    let factors = record.rows.iter().filter_map(|row| {
        let again = row.again_over_first()?.values();
        let mut off: Vec<f64> = again
            .iter()
            .map(|ratio| ratio.max(ratio.recip()))
            .filter(|factor| factor.is_finite())
            .collect();
        off.sort_by(f64::total_cmp);
        off.truncate(off.len() - dissent(off.len()));
        off.last().copied()
    });
    factors.reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RecordBuilder;

    fn twice(first: &[f64], again: &[f64]) -> RecordBuilder {
        RecordBuilder::new("demo").row("a", "s", first).again(again)
    }

    #[test]
    fn equal_pairs_on_a_quiet_machine_are_no_noise() {
        let record = twice(&[2.0; 5], &[2.0; 5]).build();
        assert_eq!(Noise::of(&record).factor, 1.0);
    }

    #[test]
    fn a_slower_second_half_counts_as_much_as_a_faster_one() {
        let slower = twice(&[1.0; 3], &[1.0, 1.25, 1.0]).build();
        let faster = twice(&[1.0; 3], &[1.0, 0.8, 1.0]).build();
        assert_eq!(Noise::of(&slower).factor, 1.25);
        assert_eq!(Noise::of(&faster).factor, 1.25);
        assert!(Noise::of(&slower).is_loud());
    }

    #[test]
    fn one_odd_pair_of_five_is_left_out() {
        let record = twice(&[1.0; 5], &[1.0, 1.02, 3.0, 1.0, 1.0]).build();
        assert_eq!(Noise::of(&record).factor, 1.02);
    }

    #[test]
    fn the_worse_sign_counts_and_is_named() {
        let record = twice(&[1.0; 3], &[1.1; 3]).quietness(50.0).build();
        let noise = Noise::of(&record);
        assert_eq!(noise.factor, 2.0);
        assert_eq!(
            noise.to_string(),
            "the machine gave 50 % of its best speed, so a ratio can be off \
             by 2.00 ×"
        );
    }

    #[test]
    fn a_run_without_signs_says_so() {
        let mut record = RecordBuilder::new("demo").build();
        record.quietness = None;
        assert_eq!(Noise::of(&record).factor, 1.0);
        assert!(Noise::of(&record).to_string().contains("can't tell"));
    }
}
