//! Your client. It waits for each answer before it asks again.

use std::num::NonZeroUsize;

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
    // TODO: `at_once` fetches can wait side by side on this one thread. Where
    // do they live while they wait, and who ends them if nobody waits for us?
    let _ = at_once;
    let mut answers = Vec::new();
    for place in 0..count {
        answers.push(fetch(place).await);
    }
    // TODO: answers that wait side by side arrive in any order.
    answers
}
