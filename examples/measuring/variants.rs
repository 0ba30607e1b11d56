//! What the chapter quotes: new memory written twice, and a sleep that ends
//! late.

use std::hint::black_box;
use std::time::{Duration, Instant};

// ANCHOR: cold
/// Writes `bytes` of new memory twice; the time of each pass.
pub fn write_twice(bytes: usize) -> (Duration, Duration) {
    let mut memory: Vec<u8> = Vec::with_capacity(bytes);
    let start = Instant::now();
    memory.resize(bytes, 1);
    let first = start.elapsed();
    black_box(&mut memory).clear();
    let start = Instant::now();
    memory.resize(bytes, 2);
    let second = start.elapsed();
    black_box(memory);
    (first, second)
}
// ANCHOR_END: cold

// ANCHOR: sleep
/// How much longer than asked a sleep lasted; `None` if it ended early.
pub fn oversleep(asked: Duration) -> Option<Duration> {
    let start = Instant::now();
    std::thread::sleep(asked);
    start.elapsed().checked_sub(asked)
}
// ANCHOR_END: sleep
