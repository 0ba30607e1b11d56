//! What the chapter quotes: groups of fetches, and what one failure does.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::fetch::{Answer, Failure, Plan, fetch, fetch_or_clean_up};
use crate::log::Log;

/// The names of the fetches that succeeded, or why the group failed.
pub type Answers = Result<Vec<char>, Failure>;

// ANCHOR: joined
pub async fn joined_one_by_one(plans: [Plan; 3], log: Log) -> Answers {
    let tasks = plans.map(|plan| tokio::spawn(fetch(plan, log.clone())));
    let mut names = Vec::new();
    for task in tasks {
        // The first `?` is for a panic, the second for a failure. Either
        // drops the handles behind it, which detaches their tasks.
        names.push(task.await??);
    }
    Ok(names)
}
// ANCHOR_END: joined

// ANCHOR: try_join
pub async fn try_join(plans: [Plan; 3], log: Log) -> Answers {
    let [a, b, c] = plans.map(|plan| fetch(plan, log.clone()));
    let (a, b, c) = tokio::try_join!(a, b, c)?;
    Ok(vec![a, b, c])
}
// ANCHOR_END: try_join

// ANCHOR: try_join_spawned
pub async fn try_join_spawned(plans: [Plan; 3], log: Log) -> Answers {
    async fn joined(task: JoinHandle<Answer>) -> Answer {
        task.await?
    }
    let [a, b, c] =
        plans.map(|plan| joined(tokio::spawn(fetch(plan, log.clone()))));
    let (a, b, c) = tokio::try_join!(a, b, c)?;
    Ok(vec![a, b, c])
}
// ANCHOR_END: try_join_spawned

// ANCHOR: join_set
pub async fn join_set(plans: [Plan; 3], log: Log) -> Answers {
    let mut set = JoinSet::new();
    for plan in plans {
        set.spawn(fetch(plan, log.clone()));
    }
    all_or_first_failure(set).await
}

pub async fn all_or_first_failure(mut set: JoinSet<Answer>) -> Answers {
    let mut names = Vec::new();
    while let Some(joined) = set.join_next().await {
        match joined.unwrap_or_else(|error| Err(error.into())) {
            Ok(name) => names.push(name),
            Err(failure) => {
                // Aborts all tasks and waits until each is gone.
                set.shutdown().await;
                return Err(failure);
            }
        }
    }
    Ok(names)
}
// ANCHOR_END: join_set

// ANCHOR: join_set_dropped
pub async fn join_set_dropped(plans: [Plan; 3], log: Log) -> Answers {
    let mut set = JoinSet::new();
    for plan in plans {
        set.spawn(fetch(plan, log.clone()));
    }
    let mut names = Vec::new();
    while let Some(joined) = set.join_next().await {
        // A `?` drops the set: its tasks are aborted, nobody waits for them.
        names.push(joined??);
    }
    Ok(names)
}
// ANCHOR_END: join_set_dropped

// ANCHOR: token
pub async fn cancelled_by_token(plans: Vec<Plan>, log: Log) -> Answers {
    let token = CancellationToken::new();
    let mut set = JoinSet::new();
    for plan in plans {
        set.spawn(fetch_or_clean_up(plan, log.clone(), token.clone()));
    }
    let (mut names, mut first) = (Vec::new(), None);
    while let Some(joined) = set.join_next().await {
        match joined.unwrap_or_else(|error| Err(error.into())) {
            Ok(name) => names.push(name),
            Err(failure) => {
                token.cancel();
                first.get_or_insert(failure);
            }
        }
    }
    first.map_or(Ok(names), Err)
}
// ANCHOR_END: token

/// The same tasks, aborted: the difference is in what they get to do.
pub async fn cancelled_by_abort(plans: Vec<Plan>, log: Log) -> Answers {
    let never = CancellationToken::new();
    let mut set = JoinSet::new();
    for plan in plans {
        set.spawn(fetch_or_clean_up(plan, log.clone(), never.clone()));
    }
    all_or_first_failure(set).await
}

// ANCHOR: tracker
pub async fn tracked(plans: [Plan; 3], log: Log) -> Answers {
    let (tracker, token) = (TaskTracker::new(), CancellationToken::new());
    let first = Arc::new(OnceLock::new());
    for plan in plans {
        let (log, token, first) = (log.clone(), token.clone(), first.clone());
        tracker.spawn(async move {
            let answer = fetch_or_clean_up(plan, log, token.clone()).await;
            if let Err(failure) = answer {
                // Only the first failure is kept.
                first.get_or_init(|| failure);
                token.cancel();
            }
        });
    }
    tracker.close();
    tracker.wait().await;
    // A tracker counts tasks and keeps no answers.
    first.get().map_or(Ok(Vec::new()), |failure| Err(*failure))
}
// ANCHOR_END: tracker

// ANCHOR: timeout
pub async fn with_timeout(
    limit: Duration,
    plans: [Plan; 3],
    log: Log,
) -> Answers {
    let group = join_set_dropped(plans, log);
    timeout(limit, group).await.unwrap_or(Err(Failure::TimedOut))
}
// ANCHOR_END: timeout

// ANCHOR: all_errors
pub async fn all_errors(plans: [Plan; 3], log: Log) -> Vec<Failure> {
    let mut set = JoinSet::new();
    for plan in plans {
        set.spawn(fetch(plan, log.clone()));
    }
    let mut failures = Vec::new();
    // Aborting at the first would hide the second: all are waited for.
    while let Some(joined) = set.join_next().await {
        match joined.unwrap_or_else(|error| Err(error.into())) {
            Ok(_) => {}
            Err(failure) => failures.push(failure),
        }
    }
    failures
}
// ANCHOR_END: all_errors
