//! Begins at the end of the list. Fails: `each_place_is_asked_for_once_and_in_order`.

use std::num::NonZeroUsize;

use tokio::task::JoinSet;

/// Asks `fetch` for the answers 0, 1, … `count - 1`, never more than `at_once`
/// at the same time, and never fewer while some are left. Every answer and
/// every error stands at its own place. Dropping this future ends all fetches.
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
    // Dropping a `JoinSet` aborts its tasks; a lone `spawn` would go on.
    let mut waiting = JoinSet::new();
    let mut done = Vec::with_capacity(count);
    for place in (0..count).rev() {
        if waiting.len() == at_once.get() {
            done.extend(waiting.join_next().await);
        }
        let answer = fetch(place);
        waiting.spawn(async move { (place, answer.await) });
    }
    while let Some(joined) = waiting.join_next().await {
        done.push(joined);
    }
    let mut done: Vec<_> = done
        .into_iter()
        .map(|joined| joined.expect("no fetch panics or is aborted"))
        .collect();
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, answer)| answer).collect()
}
