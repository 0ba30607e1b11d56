//! A row of a table: one variant, ready to be run once a round.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Debug;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock;
use crate::floor::Floor;
use crate::show;

/// What went wrong inside a row's body.
pub type BodyError = Box<dyn Error + Send + Sync>;

/// The reason why this machine can't run a row at all: a limit, a missing
/// permission, another system. A body that returns it makes its row "not
/// run", and the other rows go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);

impl Unavailable {
    /// The error for a body to return.
    pub fn because(reason: impl Into<String>) -> BodyError {
        Box::new(Self(reason.into()))
    }
}

/// The result of running a row once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The measured value, in the unit of the row.
    pub value: f64,
    /// Further values of the same run, such as `peak_mib`.
    #[serde(default)]
    pub extra: BTreeMap<String, f64>,
    /// What the measured program said, such as `stderr`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said: BTreeMap<String, String>,
}

impl Sample {
    /// A sample without further values.
    pub fn of(value: f64) -> Self {
        Self { value, ..Self::default() }
    }

    /// A sample in seconds.
    pub fn of_time(time: Duration) -> Self {
        Self::of(time.as_secs_f64())
    }

    /// Adds a further value; one that the system doesn't tell is left out.
    /// `name` says its unit, as in `peak_mib`, unless it is a count or in the
    /// unit of the row.
    #[must_use]
    pub fn with(mut self, name: &str, value: Option<f64>) -> Self {
        if let Some(value) = value {
            self.extra.insert(name.into(), value);
        }
        self
    }

    /// Adds a text that the measured program said. A record keeps the one of
    /// the last round.
    #[must_use]
    pub fn saying(mut self, name: &str, text: impl Into<String>) -> Self {
        self.said.insert(name.into(), text.into());
        self
    }
}

/// One variant: what it is called and how it is run once.
pub struct Row<'a> {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) unit: String,
    pub(crate) floor: Option<FloorRule>,
    pub(crate) warm_up: WarmUp<'a>,
    pub(crate) fresh: bool,
    pub(crate) body: Body<'a>,
}

/// A closure that runs a row once and returns its wall time beside its
/// sample, so that the clock is read twice a sample and no more.
type Run<'a> = Box<dyn FnMut() -> Result<(Sample, Duration), RowError> + 'a>;

pub(crate) enum Body<'a> {
    Run(Run<'a>),
    NotRun(String),
}

pub(crate) enum WarmUp<'a> {
    /// The body runs once, uncounted.
    Body,
    /// Something shorter that touches the same code.
    With(Box<dyn FnMut() + 'a>),
    None,
}

pub(crate) enum FloorRule {
    Fixed(Floor),
    ShareOf { row: String, divisor: f64, why: String },
}

/// Why a row gave no sample.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// The timed work returned a wrong answer.
    #[error("wrong answer: {got}, expected {expected}")]
    WrongAnswer {
        /// The answer that is right.
        expected: String,
        /// The answer that came.
        got: String,
    },
    /// The body failed.
    #[error(transparent)]
    Body(BodyError),
    /// The body returned a value that is no finite number.
    #[error("measured {0}, which is no number")]
    NotANumber(f64),
    /// This machine can't run the row.
    #[error(transparent)]
    Unavailable(Unavailable),
    /// The row's own process could not be run.
    #[error("its process can't be run: {0}")]
    Spawn(std::io::Error),
    /// The row's own process failed.
    #[error("its process ended with {status}: {stderr}")]
    Process {
        /// How it ended.
        status: String,
        /// The last line it wrote to its standard error.
        stderr: String,
    },
}

impl From<BodyError> for RowError {
    fn from(error: BodyError) -> Self {
        match error.downcast() {
            Ok(unavailable) => Self::Unavailable(*unavailable),
            Err(other) => Self::Body(other),
        }
    }
}

impl<'a> Row<'a> {
    /// A row whose sample is the wall time of `work`, in seconds; each answer
    /// is compared with `expected` after the clock was stopped.
    pub fn timed<T, E>(
        id: impl Into<String>,
        label: impl Into<String>,
        expected: T,
        mut work: impl FnMut() -> Result<T, E> + 'a,
    ) -> Self
    where
        T: PartialEq + Debug + 'a,
        E: Into<BodyError>,
    {
        let run = move || {
            let (answer, time) = clock::timed(&mut work);
            let answer =
                answer.map_err(|error| RowError::from(error.into()))?;
            if answer == expected {
                return Ok((Sample::of_time(time), time));
            }
            Err(RowError::WrongAnswer {
                expected: format!("{expected:?}"),
                got: format!("{answer:?}"),
            })
        };
        Self::new(id, label, "s", Body::Run(Box::new(run)))
    }

    /// A row whose body measures for itself, in `unit`; it checks its own
    /// answer.
    pub fn sampled(
        id: impl Into<String>,
        label: impl Into<String>,
        unit: &str,
        mut measure: impl FnMut() -> Result<Sample, BodyError> + 'a,
    ) -> Self {
        let run = move || {
            let (sample, time) = clock::timed(&mut measure);
            Ok((sample?, time))
        };
        Self::new(id, label, unit, Body::Run(Box::new(run)))
    }

    /// A row that stands in the table with the reason why it was not run.
    pub fn not_run(
        id: impl Into<String>,
        label: impl Into<String>,
        unit: &str,
        reason: impl Into<String>,
    ) -> Self {
        Self::new(id, label, unit, Body::NotRun(reason.into()))
    }

    fn new(
        id: impl Into<String>,
        label: impl Into<String>,
        unit: &str,
        body: Body<'a>,
    ) -> Self {
        Self {
            id: id.into(),
            label: label.into(),
            unit: unit.into(),
            floor: None,
            warm_up: WarmUp::Body,
            fresh: false,
            body,
        }
    }

    /// Gives the row a floor that is known before it runs.
    #[must_use]
    pub fn floor(mut self, floor: Floor) -> Self {
        self.floor = Some(FloorRule::Fixed(floor));
        self
    }

    /// Gives the row a hard floor, and leaves the row out of the run where
    /// the floor is above `longest`: it then stands in the table with its
    /// arithmetic.
    #[must_use]
    pub fn floor_within(mut self, floor: Floor, longest: f64) -> Self {
        if floor.value > longest {
            let least = show::quantity(floor.value, &self.unit);
            let reason =
                format!("can't take less than {least} ({})", floor.why);
            self.body = Body::NotRun(reason);
        }
        self.floor(floor)
    }

    /// Gives the row a soft floor: the median of row `row` ÷ `divisor`.
    #[must_use]
    pub fn floor_share_of(
        mut self,
        row: &str,
        divisor: f64,
        why: impl Into<String>,
    ) -> Self {
        self.floor = Some(FloorRule::ShareOf {
            row: row.into(),
            divisor,
            why: why.into(),
        });
        self
    }

    /// Runs each sample in a process of its own, so that memory and counters
    /// start from nothing. The program is started again with the same
    /// arguments and runs this row alone. There is no warm-up: a fresh
    /// process is cold by intent.
    #[must_use]
    pub fn in_fresh_process(mut self) -> Self {
        self.fresh = true;
        self.warm_up = WarmUp::None;
        self
    }

    /// Warms up with something shorter than the body.
    #[must_use]
    pub fn warm_up_with(mut self, warm_up: impl FnMut() + 'a) -> Self {
        self.warm_up = WarmUp::With(Box::new(warm_up));
        self
    }

    /// Leaves the warm-up out: the row starts cold by intent.
    #[must_use]
    pub fn without_warm_up(mut self) -> Self {
        self.warm_up = WarmUp::None;
        self
    }

    /// The row's name within the experiment.
    pub fn id(&self) -> &str {
        &self.id
    }
}
