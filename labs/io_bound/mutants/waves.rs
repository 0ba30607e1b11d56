//! Waits for a whole round before the next one begins.
//!
//! Fails: `a_place_is_taken_again_as_soon_as_it_is_free`. Says: `a place was free for it after`.

use std::num::NonZeroUsize;

use tokio::task::JoinSet;

/// Waits for `at_once` answers, then for the next `at_once`.
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
    let mut done = Vec::with_capacity(count);
    let mut waiting = JoinSet::new();
    for place in 0..count {
        let answer = fetch(place);
        waiting.spawn(async move { (place, answer.await) });
        if waiting.len() == at_once.get() {
            while let Some(joined) = waiting.join_next().await {
                done.push(joined.expect("no fetch panics"));
            }
        }
    }
    while let Some(joined) = waiting.join_next().await {
        done.push(joined.expect("no fetch panics"));
    }
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, answer)| answer).collect()
}
