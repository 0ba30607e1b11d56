//! What the chapter quotes: a ball that goes round a ring of workers.

use std::sync::mpsc;
use std::thread;

use measure::BodyError;

// ANCHOR: threads
pub fn of_threads(
    workers: usize,
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (first, mut at_last) = mpsc::channel();
    thread::scope(|scope| {
        // This thread is one of the workers.
        for _ in 1..workers {
            let (to_next, at_next) = mpsc::channel();
            let at_this = std::mem::replace(&mut at_last, at_next);
            let worker = move || {
                for ball in at_this {
                    if to_next.send(ball + 1).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, worker)?;
        }
        let mut ball = 0;
        while more() {
            first.send(ball)?;
            ball = at_last.recv()? + 1;
        }
        // One after another, the workers find their channel closed.
        drop(first);
        Ok(ball)
    })
}
// ANCHOR_END: threads

pub async fn of_tasks(
    workers: usize,
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (first, mut at_last) = tokio::sync::mpsc::channel(1);
    for _ in 1..workers {
        let (to_next, at_next) = tokio::sync::mpsc::channel(1);
        let mut at_this = std::mem::replace(&mut at_last, at_next);
        tokio::spawn(async move {
            while let Some(ball) = at_this.recv().await {
                if to_next.send(ball + 1).await.is_err() {
                    break;
                }
            }
        });
    }
    let mut ball = 0;
    while more() {
        first.send(ball).await?;
        ball = at_last.recv().await.ok_or("the ring is broken")? + 1;
    }
    Ok(ball)
}
