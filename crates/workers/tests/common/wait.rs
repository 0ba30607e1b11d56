//! Waiting for what happens elsewhere.

use std::thread;
use std::time::Duration;

/// Gives up after a minute.
pub(crate) fn wait_until(mut done: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if done() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("it did not happen within a minute");
}
