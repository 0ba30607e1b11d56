//! A fixed loop on all cores at once, and what it was given of them.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock;

/// Steps of the calibration loop: about ten milliseconds, longer than the
/// slices in which a system shares a core, and short against a round.
const STEPS: u64 = 15_000_000;

/// What the calibration loops on all cores took together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Calibration {
    /// The longest of them.
    pub(super) longest: Duration,
    /// Sum of their wall times.
    pub(super) wall: Duration,
    /// Sum of the processor times that they had; `None` where the system
    /// doesn't tell.
    pub(super) cpu: Option<Duration>,
}

/// The longest of `threads` calibration loops side by side, one a thread;
/// this thread runs one of them. Where the system refuses a thread, fewer
/// loops run.
pub fn loop_on(threads: usize) -> Duration {
    calibrate_on(threads).longest
}

/// The threads wait for one another in a loop of their own, so that neither
/// their start nor their way to a free core is in the time.
pub(super) fn calibrate_on(threads: usize) -> Calibration {
    // How many to wait for: known only when all are started.
    let expected = AtomicUsize::new(usize::MAX);
    let ready = AtomicUsize::new(0);
    let timed_loop = || {
        // After a wait the core's clock is down, which is nobody's noise.
        calibration_loop();
        ready.fetch_add(1, Ordering::SeqCst);
        while ready.load(Ordering::SeqCst) < expected.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
        let before = thread_cpu_time();
        let ((), wall) = clock::timed(calibration_loop);
        let cpu = thread_cpu_time().zip(before).map(|(now, then)| now - then);
        Calibration { longest: wall, wall, cpu }
    };
    thread::scope(|scope| {
        let start =
            |_| thread::Builder::new().spawn_scoped(scope, timed_loop).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        expected.store(others.len() + 1, Ordering::SeqCst);
        let own = timed_loop();
        let ended = others.into_iter().filter_map(|t| t.join().ok());
        ended.fold(own, |all, one| Calibration {
            longest: all.longest.max(one.longest),
            wall: all.wall + one.wall,
            cpu: all.cpu.zip(one.cpu).map(|(a, b)| a + b),
        })
    })
}

/// Processor time of the calling thread so far.
#[cfg(unix)]
fn thread_cpu_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn thread_cpu_time() -> Option<Duration> {
    None
}

/// One copy for all threads: an inlined one could be faster or slower.
#[inline(never)]
fn calibration_loop() {
    let mut state = 1_u64;
    for step in 0..STEPS {
        // Each step needs the one before, and `black_box` keeps the compiler
        // from taking several at once.
        state = black_box(state.rotate_left(7) ^ step);
    }
    black_box(state);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_s_processor_time_is_told_where_the_system_can() {
        let calibration = calibrate_on(2);
        assert!(calibration.longest <= calibration.wall);
        assert_eq!(calibration.cpu.is_some(), cfg!(unix));
    }

    #[test]
    fn more_loops_than_the_system_has_threads_for_still_end() {
        assert!(loop_on(3) > Duration::ZERO);
    }
}
