//! How quiet the machine was: a share of its best speed, in percent.
//!
//! Two independent signs, and the worse one counts:
//!
//! - between the rounds a fixed loop runs on all usable cores at once;
//!   its fastest time ÷ its median time says how much of its best speed the
//!   machine usually gave;
//! - where the system tells, the processor time that went to other processes
//!   and to the hypervisor during the run is taken off 100 %.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::clock;
use crate::machine::{Conditions, usable_cores};
use crate::stats;
use crate::usage::Usage;

/// Below this, in percent, a claim about speed says "too noisy to tell"
/// rather than "does not hold": on two cores it means that others took up to
/// a fifth of a core.
pub const QUIET_PERCENT: f64 = 90.0;

/// Steps of the calibration loop: one or two milliseconds, long against the
/// start of a thread and short against a round.
const STEPS: u64 = 3_000_000;

/// Collects the signs during a run.
#[derive(Debug)]
pub struct Quietness {
    loops: Vec<f64>,
    start: Option<Jiffies>,
    load_before: Option<f64>,
    usage: Usage,
    began: Instant,
}

impl Quietness {
    /// Begins to watch.
    pub fn begin() -> Self {
        Self {
            loops: Vec::new(),
            start: Jiffies::now(),
            load_before: load_average(),
            usage: Usage::now(),
            began: Instant::now(),
        }
    }

    /// Runs the calibration loop once on all cores; call it between rounds.
    pub fn calibrate(&mut self) {
        self.loops.push(loop_on(usable_cores()).as_secs_f64());
    }

    /// Ends the watch: quietness in percent, and the conditions it rests on.
    pub fn end(self) -> (Option<f64>, Conditions) {
        let usage = Usage::now();
        let own_cpu = match (self.usage.cpu_s, usage.cpu_s) {
            (Some(before), Some(after)) => Some(after - before),
            _ => None,
        };
        let wall = self.began.elapsed().as_secs_f64();
        let shares = self
            .start
            .zip(Jiffies::now())
            .and_then(|(from, to)| to.since(&from).shares(own_cpu?, wall));
        let conditions = Conditions {
            load_before: self.load_before,
            load_after: load_average(),
            steal_percent: shares.map(|s| s.steal_percent),
            others_percent: shares.map(|s| s.others_percent),
            involuntary_switches: usage
                .involuntary_switches
                .zip(self.usage.involuntary_switches)
                .map(|(after, before)| after - before),
        };
        (quietness(&self.loops, shares), conditions)
    }
}

fn quietness(loops: &[f64], shares: Option<Shares>) -> Option<f64> {
    let fastest = loops.iter().copied().reduce(f64::min)?;
    let steady = 100.0 * fastest / stats::median(loops)?;
    let left =
        shares.map_or(100.0, |s| 100.0 - s.steal_percent - s.others_percent);
    Some(steady.min(left).max(0.0))
}

/// The longest of `threads` calibration loops side by side, one a thread;
/// this thread runs one of them.
///
/// The threads wait for one another in a loop of their own, so that neither
/// their start nor their way to a free core is in the time.
pub fn loop_on(threads: usize) -> Duration {
    let ready = AtomicUsize::new(0);
    let timed_loop = || {
        ready.fetch_add(1, Ordering::SeqCst);
        while ready.load(Ordering::SeqCst) < threads {
            std::hint::spin_loop();
        }
        clock::timed(calibration_loop).1
    };
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|_| scope.spawn(timed_loop)).collect();
        let own = timed_loop();
        others
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .fold(own, Duration::max)
    })
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

/// Processor time of the whole machine, in ticks of 1/100 s.
#[derive(Clone, Copy, Debug)]
struct Jiffies {
    total: u64,
    idle: u64,
    steal: u64,
}

/// Shares of the machine's processor time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shares {
    steal_percent: f64,
    others_percent: f64,
}

/// Ticks a second in `/proc/stat`: fixed in the kernel's interface.
const TICKS_PER_S: f64 = 100.0;

/// Shorter runs see only a few ticks, and a share of a few ticks is noise.
const SHORTEST_WATCH_S: f64 = 0.5;

impl Jiffies {
    fn now() -> Option<Self> {
        Self::parse(&std::fs::read_to_string("/proc/stat").ok()?)
    }

    fn parse(stat: &str) -> Option<Self> {
        let numbers: Vec<u64> = stat
            .lines()
            .next()?
            .strip_prefix("cpu ")?
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        // user nice system idle iowait irq softirq steal; guest time is
        // already within user.
        let [_, _, _, idle, iowait, _, _, steal, ..] = numbers[..] else {
            return None;
        };
        let total = numbers[..8].iter().sum();
        Some(Self { total, idle: idle + iowait, steal })
    }

    fn since(&self, from: &Self) -> Self {
        Self {
            total: self.total.saturating_sub(from.total),
            idle: self.idle.saturating_sub(from.idle),
            steal: self.steal.saturating_sub(from.steal),
        }
    }

    fn shares(&self, own_cpu_s: f64, wall_s: f64) -> Option<Shares> {
        if self.total == 0 || wall_s < SHORTEST_WATCH_S {
            return None;
        }
        let total = self.total as f64;
        let busy = (self.total - self.idle - self.steal) as f64;
        let others = (busy - own_cpu_s * TICKS_PER_S).max(0.0);
        Some(Shares {
            steal_percent: 100.0 * self.steal as f64 / total,
            others_percent: 100.0 * others / total,
        })
    }
}

fn load_average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_loops_on_an_idle_machine_are_fully_quiet() {
        assert_eq!(quietness(&[2.0, 2.0, 2.0], None), Some(100.0));
    }

    #[test]
    fn a_loop_that_usually_takes_twice_its_best_is_half_quiet() {
        assert_eq!(quietness(&[1.0, 2.0, 2.0], None), Some(50.0));
    }

    #[test]
    fn time_taken_by_others_counts_where_it_is_worse() {
        let taken = Shares { steal_percent: 5.0, others_percent: 25.0 };
        assert_eq!(quietness(&[1.0, 1.0], Some(taken)), Some(70.0));
    }

    #[test]
    fn without_a_loop_quietness_is_unknown() {
        assert_eq!(quietness(&[], None), None);
    }

    #[test]
    fn own_time_is_not_the_time_of_others() {
        let from = Jiffies::parse("cpu 100 0 0 100 0 0 0 0 0 0\n").unwrap();
        let to = Jiffies::parse("cpu 250 0 0 140 0 0 0 10 0 0\n").unwrap();
        // 200 ticks in all: 150 busy, of which 1.0 s = 100 are our own.
        assert_eq!(
            to.since(&from).shares(1.0, 1.0),
            Some(Shares { steal_percent: 5.0, others_percent: 25.0 })
        );
    }

    #[test]
    fn a_short_watch_tells_no_shares() {
        let from = Jiffies::parse("cpu 100 0 0 100 0 0 0 0\n").unwrap();
        let to = Jiffies::parse("cpu 102 0 0 102 0 0 0 0\n").unwrap();
        assert_eq!(to.since(&from).shares(0.0, 0.02), None);
    }

    #[test]
    fn a_strange_stat_file_tells_nothing() {
        assert!(Jiffies::parse("").is_none());
        assert!(Jiffies::parse("cpu 1 2 3\n").is_none());
    }
}
