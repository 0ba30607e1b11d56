//! A counter that belongs to nobody: refused since edition 2024.

static mut COUNTER: u64 = 0;

fn main() {
    let counter = unsafe { &mut COUNTER };
    *counter += 1;
}
