//! A guard that is dropped before the await, but whose scope goes on.

use std::sync::{Arc, Mutex};

/// What a multi-thread runtime asks of a task.
fn spawn(_task: impl Future<Output = ()> + Send + 'static) {}

async fn save(_total: u64) {}

async fn add(total: Arc<Mutex<u64>>) {
    let mut total = total.lock().unwrap();
    *total += 1;
    let saved = *total;
    drop(total);
    save(saved).await;
}

fn main() {
    spawn(add(Arc::new(Mutex::new(0))));
}
