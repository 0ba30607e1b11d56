//! Cost of a sample in the runner.
fn main() {}
