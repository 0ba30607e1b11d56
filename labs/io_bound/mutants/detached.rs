//! Spawns tasks that nobody ends when nobody waits for them.
//!
//! Fails: `whoever_stops_waiting_stops_the_requests`, `the_limit_is_reached_and_not_passed`.

use std::num::NonZeroUsize;
use std::sync::Arc;

use tokio::sync::Semaphore;

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
    let places = Arc::new(Semaphore::new(at_once.get()));
    let mut waiting = Vec::with_capacity(count);
    for place in 0..count {
        let answer = fetch(place);
        let places = Arc::clone(&places);
        waiting.push(tokio::spawn(async move {
            let _place = places.acquire().await.expect("never closed");
            answer.await
        }));
    }
    let mut done = Vec::with_capacity(count);
    for task in waiting {
        done.push(task.await.expect("no fetch panics"));
    }
    done
}
