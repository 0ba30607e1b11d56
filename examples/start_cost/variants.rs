//! What the chapter quotes: five ways to start a worker that does nothing,
//! and three to keep many of them alive.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tokio::runtime::Runtime;

// ANCHOR: tasks
pub fn tasks(runtime: &Runtime, count: usize) -> usize {
    runtime.block_on(async {
        // All are started before the first is awaited.
        let tasks: Vec<_> =
            (0..count).map(|_| tokio::spawn(async { 1 })).collect();
        let mut done = 0;
        for task in tasks {
            done += task.await.unwrap_or(0);
        }
        done
    })
}
// ANCHOR_END: tasks

// ANCHOR: rayon
pub fn rayon_jobs(pool: &rayon::ThreadPool, count: usize) -> usize {
    let (sender, receiver) = channel();
    for _ in 0..count {
        let sender = sender.clone();
        // The receiver waits below: it can't have gone.
        pool.spawn(move || {
            let _ = sender.send(1);
        });
    }
    receiver.iter().take(count).sum()
}
// ANCHOR_END: rayon

// ANCHOR: blocking
pub fn blocking_jobs(runtime: &Runtime, count: usize) -> usize {
    runtime.block_on(async {
        let jobs: Vec<_> =
            (0..count).map(|_| tokio::task::spawn_blocking(|| 1)).collect();
        let mut done = 0;
        for job in jobs {
            done += job.await.unwrap_or(0);
        }
        done
    })
}
// ANCHOR_END: blocking

// ANCHOR: threads
pub fn threads(count: usize) -> io::Result<usize> {
    let mut threads = Vec::with_capacity(count);
    for _ in 0..count {
        // `thread::spawn` panics where the system refuses a thread.
        threads.push(thread::Builder::new().spawn(|| 1)?);
    }
    Ok(threads.into_iter().filter_map(|thread| thread.join().ok()).sum())
}
// ANCHOR_END: threads

// ANCHOR: processes
pub fn processes(
    count: usize,
    mut start: impl FnMut() -> io::Result<std::process::Child>,
) -> io::Result<usize> {
    let mut children = Vec::with_capacity(count);
    for _ in 0..count {
        children.push(start()?);
    }
    let mut done = 0;
    for mut child in children {
        done += usize::from(child.wait()?.success());
    }
    Ok(done)
}
// ANCHOR_END: processes

// ANCHOR: idle_threads
/// Starts up to `count` threads that wait, lets `look` see them alive, and
/// ends them. The error is that of the first thread that was refused.
pub fn idle_threads<T>(
    count: usize,
    look: impl FnOnce(usize) -> T,
) -> (T, Option<io::Error>) {
    let begun = AtomicUsize::new(0);
    let hold = Mutex::new(());
    let held = hold.lock();
    let wait = || {
        begun.fetch_add(1, Ordering::Relaxed);
        drop(hold.lock());
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, wait);
        let (mut started, mut refusal) = (0, None);
        for thread in (0..count).map(start) {
            match thread {
                Ok(_) => started += 1,
                Err(error) => {
                    refusal = Some(error);
                    break;
                }
            }
        }
        while begun.load(Ordering::Relaxed) < started {
            thread::sleep(Duration::from_millis(1));
        }
        let seen = look(started);
        drop(held);
        (seen, refusal)
    })
}
// ANCHOR_END: idle_threads

// ANCHOR: idle_tasks
/// The same for tasks, of which the system knows nothing.
pub fn idle_tasks<T>(
    runtime: &Runtime,
    count: usize,
    look: impl FnOnce(usize) -> T,
) -> T {
    runtime.block_on(async {
        let begun = Arc::new(AtomicUsize::new(0));
        for _ in 0..count {
            let begun = begun.clone();
            // The handle is dropped: the task waits on, detached.
            tokio::spawn(async move {
                begun.fetch_add(1, Ordering::Relaxed);
                std::future::pending::<()>().await;
            });
        }
        while begun.load(Ordering::Relaxed) < count {
            tokio::task::yield_now().await;
        }
        look(count)
    })
}
// ANCHOR_END: idle_tasks
