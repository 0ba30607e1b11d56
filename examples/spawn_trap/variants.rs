//! What the chapter quotes: programs that start themselves again.

use std::error::Error;
use std::process::{Child, Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};

use workers::{PoolError, ProcessPool, process};

// ANCHOR: unguarded
/// The `main` of a program that wants two processes to work for it.
pub fn unguarded() -> Result<(), Box<dyn Error>> {
    let mut children = Vec::new();
    for _ in 0..2 {
        // A new process of this program begins at the start of `main`.
        children.push(process::spawn(&mut this_program()?)?);
    }
    wait_for(children)
}
// ANCHOR_END: unguarded

// ANCHOR: guarded
/// The same with one question in front: am I one of the two?
pub fn guarded() -> Result<(), Box<dyn Error>> {
    if process::generation() > 0 {
        return Ok(()); // here a child would do its share of the work
    }
    unguarded()
}
// ANCHOR_END: guarded

// ANCHOR: wait_for
fn wait_for(children: Vec<Child>) -> Result<(), Box<dyn Error>> {
    let of = children.len();
    let mut failed = 0;
    // Each one is waited for, also after the first that failed: a child that
    // nobody waits for stays behind as a zombie.
    for mut child in children {
        failed += usize::from(!child.wait()?.success());
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} of {of} children failed").into()),
    }
}
// ANCHOR_END: wait_for

/// This program, to be started with the same environment.
pub fn this_program() -> std::io::Result<Command> {
    Ok(Command::new(process::own_program()?))
}

// ANCHOR: pool_unguarded
/// A `main` that uses a pool of processes and forgot `init`.
pub fn pool_unguarded() -> Result<(), PoolError> {
    let pool = ProcessPool::<u64, u64>::start(2)?;
    let squares = pool.map([1, 2, 3])?;
    assert_eq!(squares, [1, 4, 9]);
    Ok(())
}
// ANCHOR_END: pool_unguarded

// ANCHOR: pool_guarded
/// The same `main` with the line that it forgot.
pub fn pool_guarded() -> Result<ExitCode, PoolError> {
    if let Some(code) = process::init(square) {
        return Ok(code);
    }
    pool_unguarded().map(|()| ExitCode::SUCCESS)
}

fn square(x: u64) -> Result<u64, String> {
    x.checked_mul(x).ok_or_else(|| format!("{x} is too large"))
}
// ANCHOR_END: pool_guarded

// ANCHOR: procspawn
/// A `main` that uses the crate `procspawn` and forgot its `init`.
pub fn procspawn_unguarded() -> Result<(), Box<dyn Error>> {
    let jobs = [2, 3].map(|x| procspawn::spawn(x, square));
    let squares = jobs.map(|job| job.join());
    for (squared, expected) in squares.into_iter().zip([4, 9]) {
        assert_eq!(squared??, expected);
    }
    Ok(())
}

/// The same `main` with the line that it forgot.
pub fn procspawn_guarded() -> Result<(), Box<dyn Error>> {
    procspawn::init(); // in a child it runs the job and ends the process
    procspawn_unguarded()
}
// ANCHOR_END: procspawn

// ANCHOR: setting
/// A process-wide value, as programs keep settings or caches.
pub static SETTING: AtomicU64 = AtomicU64::new(0);

/// Sets it and asks a new process of this program what it finds there.
pub fn setting_in_spawned_child() -> Result<u64, Box<dyn Error>> {
    if process::generation() > 0 {
        return Ok(SETTING.load(Ordering::Relaxed));
    }
    SETTING.store(42, Ordering::Relaxed);
    let child = process::spawn(&mut this_program()?)?;
    seen_by(child)
}
// ANCHOR_END: setting

/// What the child found: it ends with it as its exit code.
fn seen_by(mut child: Child) -> Result<u64, Box<dyn Error>> {
    let status = child.wait()?;
    let code = status.code().and_then(|code| u64::try_from(code).ok());
    code.ok_or_else(|| format!("the child ended with {status}").into())
}
