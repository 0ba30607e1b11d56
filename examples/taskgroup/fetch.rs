//! A fetch that works in small steps until it succeeds, fails or panics.

use std::fmt;
use std::time::Duration;

use tokio::task::JoinError;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::log::Log;

/// Between two steps: short against every limit of the claims.
pub const STEP: Duration = Duration::from_millis(5);

/// How a fetch is going to end, if it gets that far.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    Success,
    Failure,
    Panic,
}

/// A fetch to be made.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub name: char,
    pub steps: u32,
    pub ending: Ending,
}

/// Why a fetch gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    Refused(char),
    Cancelled,
    Panicked,
    TimedOut,
}

/// What a fetch returns.
pub type Answer = Result<char, Failure>;

// ANCHOR: fetch
pub async fn fetch(plan: Plan, log: Log) -> Answer {
    // Notes in its `Drop` when and how this fetch ended.
    let work = log.begin(plan.name);
    let start = Instant::now();
    for step in 1..=plan.steps {
        sleep_until(start + step * STEP).await;
        work.step();
    }
    match plan.ending {
        Ending::Success => work.done(),
        Ending::Failure => {
            work.failed();
            return Err(Failure::Refused(plan.name));
        }
        Ending::Panic => panic!("fetch {} panics", plan.name),
    }
    Ok(plan.name)
}
// ANCHOR_END: fetch

// ANCHOR: clean_up
pub async fn fetch_or_clean_up(
    plan: Plan,
    log: Log,
    token: CancellationToken,
) -> Answer {
    tokio::select! {
        answer = fetch(plan, log.clone()) => answer,
        () = token.cancelled() => {
            // The fetch was dropped, this task was not: it may still wait.
            sleep(STEP).await;
            log.cleaned();
            Err(Failure::Cancelled)
        }
    }
}
// ANCHOR_END: clean_up

impl From<JoinError> for Failure {
    fn from(error: JoinError) -> Self {
        if error.is_panic() { Self::Panicked } else { Self::Cancelled }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(name) => write!(f, "fetch `{name}` was refused"),
            Self::Cancelled => f.write_str("the fetch was cancelled"),
            Self::Panicked => f.write_str("the fetch panicked"),
            Self::TimedOut => f.write_str("the group took too long"),
        }
    }
}

impl std::error::Error for Failure {}
