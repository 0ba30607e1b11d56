//! What the chapter quotes: the three sums that bound every pool.

// ANCHOR: sums
/// Tasks of equal length, given to some workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    pub tasks: u64,
    /// Length of a task, in seconds.
    pub each_s: f64,
    pub workers: u64,
}

impl Load {
    /// The whole work, shared without a rest: nothing is faster.
    pub fn shared_s(self) -> f64 {
        self.one_by_one_s() / self.workers as f64
    }

    /// A task can't be split: some worker has to do this many of them.
    pub fn rounds(self) -> u64 {
        self.tasks.div_ceil(self.workers)
    }

    /// All tasks handed over before the first answer is asked for.
    pub fn all_at_once_s(self) -> f64 {
        self.rounds() as f64 * self.each_s
    }

    /// Each task handed over when the one before has come back: however
    /// many workers there are, one works.
    pub fn one_by_one_s(self) -> f64 {
        self.tasks as f64 * self.each_s
    }
}
// ANCHOR_END: sums

/// How tasks were handed to the workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    AllAtOnce,
    OneByOne,
}

impl Load {
    /// The least time that this submission allows, in seconds.
    pub fn floor_s(self, submission: Submission) -> f64 {
        match submission {
            Submission::AllAtOnce => self.all_at_once_s(),
            Submission::OneByOne => self.one_by_one_s(),
        }
    }
}

/// The most that `value` can have been before it was rounded to the digits
/// that it is printed with: 0.09 was at most 0.095.
pub fn before_rounding(value: f64) -> f64 {
    let text = format!("{value}");
    let decimals = text.split_once('.').map_or(0, |(_, end)| end.len());
    value + 0.5 * 10_f64.powi(-(decimals as i32))
}

/// The least that a length "about" `value` can have been: half of its last
/// digit less.
pub fn about(value: f64) -> f64 {
    2.0 * value - before_rounding(value)
}
