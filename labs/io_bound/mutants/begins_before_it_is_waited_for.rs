//! Spawns a task at the call, which nobody has to wait for. Fails: `nothing_is_asked_before_somebody_waits`.

use std::num::NonZeroUsize;

use tokio::task::JoinSet;

/// Begins at the call.
pub fn fetch_all<A, E, F, R>(
    count: usize,
    at_once: NonZeroUsize,
    fetch: F,
) -> impl Future<Output = Vec<Result<A, E>>>
where
    A: Send + 'static,
    E: Send + 'static,
    F: Fn(usize) -> R,
    R: Future<Output = Result<A, E>> + Send + 'static,
{
    let mut waiting = JoinSet::new();
    let mut next = 0;
    while next < count.min(at_once.get()) {
        let (place, answer) = (next, fetch(next));
        waiting.spawn(async move { (place, answer.await) });
        next += 1;
    }
    async move {
        let mut done = Vec::with_capacity(count);
        while let Some(joined) = waiting.join_next().await {
            done.push(joined.expect("no fetch panics"));
            if next < count {
                let (place, answer) = (next, fetch(next));
                waiting.spawn(async move { (place, answer.await) });
                next += 1;
            }
        }
        done.sort_unstable_by_key(|(place, _)| *place);
        done.into_iter().map(|(_, answer)| answer).collect()
    }
}
