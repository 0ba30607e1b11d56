//! What the chapter quotes: a ball between two tasks, and between a task and
//! a thread.

use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::{future, thread};

use measure::BodyError;
use tokio::runtime::{Builder, LocalOptions, Runtime};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinSet;
use workers::giant_lock::GiantLock;

// ANCHOR: mpsc
pub async fn over_mpsc(
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (to_pong, mut at_pong) = mpsc::channel(1);
    let (to_ping, mut at_ping) = mpsc::channel(1);
    tokio::spawn(async move {
        while let Some(ball) = at_pong.recv().await {
            if to_ping.send(ball + 1).await.is_err() {
                break;
            }
        }
    });
    let mut ball = 0;
    while more() {
        to_pong.send(ball).await?;
        ball = at_ping.recv().await.ok_or("the far task has ended")?;
    }
    Ok(ball)
}
// ANCHOR_END: mpsc

/// A ball that can be thrown once, with the way back.
struct Throw {
    ball: u64,
    back: oneshot::Sender<(u64, oneshot::Sender<Throw>)>,
}

/// A new channel for each throw, as a call that is answered has it.
pub async fn over_oneshot(
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (mut to_pong, mut at_pong) = oneshot::channel::<Throw>();
    tokio::spawn(async move {
        while let Ok(Throw { ball, back }) = at_pong.await {
            let (next, at_next) = oneshot::channel();
            at_pong = at_next;
            if back.send((ball + 1, next)).is_err() {
                break;
            }
        }
    });
    let mut ball = 0;
    while more() {
        let (back, at_ping) = oneshot::channel();
        let thrown = to_pong.send(Throw { ball, back });
        thrown.map_err(|_| "the far task has ended")?;
        (ball, to_pong) = at_ping.await?;
    }
    Ok(ball)
}

pub async fn over_notify(
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let shared = Arc::new((AtomicU64::new(0), Notify::new(), Notify::new()));
    let far = Arc::clone(&shared);
    let pong = tokio::spawn(async move {
        let (ball, to_pong, to_ping) = &*far;
        loop {
            to_pong.notified().await;
            ball.fetch_add(1, Ordering::Relaxed);
            to_ping.notify_one();
        }
    });
    let (ball, to_pong, to_ping) = &*shared;
    while more() {
        to_pong.notify_one();
        to_ping.notified().await;
    }
    pong.abort();
    Ok(ball.load(Ordering::Relaxed))
}

// ANCHOR: runtimes
// Timers and sockets are enabled, as in any real program: what the runtime
// does between two tasks includes asking the system for them.
pub fn one_thread() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

pub fn two_workers() -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

/// Both ends are tasks of the runtime.
pub fn as_tasks(
    runtime: &Runtime,
    game: impl Future<Output = Result<u64, BodyError>> + Send + 'static,
) -> Result<u64, BodyError> {
    runtime.block_on(async { tokio::spawn(game).await? })
}

/// One end is a task. The other is polled by the calling thread, which is
/// none of a multi-thread runtime's workers.
pub fn in_block_on(
    runtime: &Runtime,
    game: impl Future<Output = Result<u64, BodyError>>,
) -> Result<u64, BodyError> {
    runtime.block_on(game)
}
// ANCHOR_END: runtimes

// ANCHOR: under_lock
/// The thread of the tasks holds the lock, and looks once a trip whether it
/// is to let go, as an interpreter's event loop does.
pub fn under_lock(
    lock: &'static GiantLock,
    mut more: impl FnMut() -> bool + 'static,
) -> Result<u64, BodyError> {
    // Its tasks stay on this thread, so that one of them may hold the lock.
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build_local(LocalOptions::default())?;
    let mut held = lock.lock();
    let game = over_mpsc(move || {
        held.checkpoint();
        more()
    });
    runtime.block_on(async { tokio::task::spawn_local(game).await? })
}
// ANCHOR_END: under_lock

/// This thread throws, a task on another thread's runtime throws back.
pub fn thread_and_task(
    mut more: impl FnMut() -> bool,
) -> Result<u64, BodyError> {
    let (to_pong, mut at_pong) = mpsc::channel(1);
    let (to_ping, mut at_ping) = mpsc::channel(1);
    let runtime = one_thread()?;
    thread::scope(|scope| {
        scope.spawn(move || {
            runtime.block_on(async {
                while let Some(ball) = at_pong.recv().await {
                    if to_ping.send(ball + 1).await.is_err() {
                        break;
                    }
                }
            });
        });
        let mut ball = 0;
        while more() {
            to_pong.blocking_send(ball)?;
            ball = at_ping.blocking_recv().ok_or("the task has ended")?;
        }
        drop(to_pong);
        Ok(ball)
    })
}

// ANCHOR: yielding
/// Tasks that do nothing but let the others go first.
pub fn yielding(tasks: u64, times: u64) -> JoinSet<u64> {
    (0..tasks)
        .map(|_| async move {
            for _ in 0..times {
                tokio::task::yield_now().await;
            }
            times
        })
        .collect()
}
// ANCHOR_END: yielding

/// Polls a future that is never ready and does nothing, `polls` times: the
/// least that a runtime can do for a task. Returns how often it was polled.
pub fn empty_polls(polls: u64) -> u64 {
    let mut seen = 0;
    {
        let mut nothing = pin!(future::poll_fn(|_| {
            seen += 1;
            Poll::<()>::Pending
        }));
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..polls {
            // A runtime knows its tasks by a pointer to code, too.
            let task: &mut (dyn Future<Output = ()> + Unpin) =
                black_box(&mut nothing);
            let polled = std::pin::Pin::new(task).poll(&mut context);
            assert!(polled.is_pending(), "this future is never ready");
        }
    }
    seen
}
