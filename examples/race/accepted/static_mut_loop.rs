//! A counter that belongs to nobody, accepted: compiled to be read, never run.

pub static mut COUNTER: u64 = 0;

#[inline(never)]
pub fn count(increments: u64) {
    for _ in 0..increments {
        // SAFETY: none. Two threads in here are undefined behaviour, and
        // nothing in this function keeps the second one out.
        unsafe { COUNTER += 1 };
    }
}
