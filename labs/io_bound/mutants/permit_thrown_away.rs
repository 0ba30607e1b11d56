//! Binds the permit to `_`, which gives it back on the spot.
//!
//! Fails: `the_limit_is_reached_and_not_passed`.

use std::num::NonZeroUsize;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Waits for all answers together, a permit in no hand.
pub async fn fetch_all<A, E, F, R>(
    count: usize,
    at_once: NonZeroUsize,
    fetch: F,
) -> Vec<Result<A, E>>
where
    A: Send + 'static,
    E: Send + 'static,
    F: Fn(usize) -> R,
    R: Future<Output = Result<A, E>> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(at_once.get()));
    let mut waiting = JoinSet::new();
    let mut done = Vec::with_capacity(count);
    for place in 0..count {
        let answer = fetch(place);
        let places = Arc::clone(&places);
        waiting.spawn(async move {
            let _ = places.acquire().await.expect("never closed");
            (place, answer.await)
        });
    }
    while let Some(joined) = waiting.join_next().await {
        done.push(joined.expect("no fetch panics"));
    }
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, answer)| answer).collect()
}
