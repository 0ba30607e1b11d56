//! Two threads add to one counter: refused.

use std::thread;

fn main() {
    let mut counter = 0_u64;
    thread::scope(|scope| {
        scope.spawn(|| counter += 1);
        scope.spawn(|| counter += 1);
    });
    println!("{counter}");
}
