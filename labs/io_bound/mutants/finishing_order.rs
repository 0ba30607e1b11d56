//! Returns the answers in the order in which they arrived.
//!
//! Fails: `answers_stand_in_the_order_of_the_requests`.

use std::num::NonZeroUsize;

use tokio::task::JoinSet;

/// Waits for a few answers at a time.
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
    let mut waiting = JoinSet::new();
    let mut done = Vec::with_capacity(count);
    for place in 0..count {
        if waiting.len() == at_once.get() {
            let joined = waiting.join_next().await.expect("one is waiting");
            done.push(joined.expect("no fetch panics"));
        }
        let answer = fetch(place);
        waiting.spawn(async move { (place, answer.await) });
    }
    while let Some(joined) = waiting.join_next().await {
        done.push(joined.expect("no fetch panics"));
    }
    done.into_iter().map(|(_, answer)| answer).collect()
}
