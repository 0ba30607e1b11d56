//! Which fetches are made, and how long each would take.

use std::time::Duration;

use measure::Profile;

use crate::fetch::{Ending, Plan, STEP};

/// The three fetches: `a` succeeds, `b` fails, `c` would take long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl Schedule {
    /// The published times are 0.1 s, 0.2 s and 1.0 s. A standard run halves
    /// them, so that three rounds fit in; a quick one halves them again.
    pub(crate) fn of(profile: Profile) -> Self {
        let share = profile.pick(4, 2, 1);
        Self { a: 20 / share, b: 40 / share, c: 200 / share }
    }

    /// The error comes five times sooner, so that it can be repeated often;
    /// `c` would work on as long as ever.
    pub(crate) fn with_early_error(self) -> Self {
        Self { a: self.a / 5, b: self.b / 5, c: self.c }
    }

    pub(crate) fn plans(self, ending: Ending) -> [Plan; 3] {
        let plan = |name, steps, ending| Plan { name, steps, ending };
        [
            plan('a', self.a, Ending::Success),
            plan('b', self.b, ending),
            plan('c', self.c, Ending::Success),
        ]
    }

    /// `b` and `c` fail at the same step.
    pub(crate) fn two_failures(self) -> [Plan; 3] {
        let [a, b, _] = self.plans(Ending::Failure);
        [a, b, Plan { name: 'c', ..b }]
    }

    /// One that fails, and `n` that would take long.
    pub(crate) fn one_failure_among(self, n: usize) -> Vec<Plan> {
        let [_, b, c] = self.plans(Ending::Failure);
        std::iter::once(b).chain(std::iter::repeat_n(c, n)).collect()
    }
}

pub(crate) fn time(steps: u32) -> Duration {
    steps * STEP
}
