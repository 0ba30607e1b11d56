//! Runs a built example.

use std::path::PathBuf;
use std::process::{Command, Output};

/// The built program of example `slug`: cargo builds the examples of a
/// package before it runs the package's tests.
pub fn program(slug: &str) -> PathBuf {
    let mut folder = std::env::current_exe().expect("the test has a file");
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    folder
        .join("examples")
        .join(slug)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs example `slug` with `args`.
pub fn run(slug: &str, args: &[&str]) -> Output {
    let program = program(slug);
    Command::new(&program).args(args).output().unwrap_or_else(|error| {
        // `cargo test --test x` alone does not build the examples.
        panic!(
            "{}: {error}; run `cargo build --examples` first",
            program.display()
        )
    })
}
