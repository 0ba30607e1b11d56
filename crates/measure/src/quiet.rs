//! How quiet the machine was: a share of its best speed, in percent.
//!
//! Two independent signs, and the worse one counts:
//!
//! - between the rounds a fixed loop runs on all usable cores at once. The
//!   processor time it had ÷ the wall time it took is the share of a core
//!   that others left to it, and its fastest time ÷ its median time says how
//!   steady the cores' speed was;
//! - where the system tells, what went elsewhere during the whole run is
//!   taken off 100 %: processor time that the hypervisor gave to others, time
//!   for which a quota kept the program waiting, and half of the processor
//!   time of other programs. Half, since of a core that one other program
//!   keeps busy a newcomer still gets the other half.
//!
//! It is a picture of the machine. What it means for a verdict is said in
//! [`crate::noise`].

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::clock;
use crate::machine::{Conditions, usable_cores};
use crate::quota::Quota;
use crate::stats;
use crate::usage::Usage;

/// Below this, in percent, a machine is not called quiet: on two cores it
/// means that others took up to a fifth of a core.
pub const QUIET_PERCENT: f64 = 90.0;

/// Steps of the calibration loop: about ten milliseconds, longer than the
/// slices in which a system shares a core, and short against a round.
const STEPS: u64 = 15_000_000;

/// Collects the signs during a run.
#[derive(Debug)]
pub struct Quietness {
    loops: Vec<Calibration>,
    start: Option<Jiffies>,
    quota: Option<(Quota, f64)>,
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
            quota: Quota::find().and_then(|quota| {
                let throttled = quota.throttled_s()?;
                Some((quota, throttled))
            }),
            load_before: load_average(),
            usage: Usage::now(),
            began: Instant::now(),
        }
    }

    /// Runs the calibration loop once on all cores; call it between rounds.
    pub fn calibrate(&mut self) {
        self.loops.push(calibrate_on(usable_cores()));
    }

    /// Ends the watch: quietness in percent, and the conditions it rests on.
    pub fn end(self) -> (Option<f64>, Conditions) {
        let usage = Usage::now();
        let own_cpu = match (self.usage.cpu_s, usage.cpu_s) {
            (Some(before), Some(after)) => Some(after - before),
            _ => None,
        };
        let wall = self.began.elapsed().as_secs_f64();
        let throttled_percent =
            self.quota.as_ref().and_then(|(quota, before)| {
                let seconds = (quota.throttled_s()? - before).max(0.0);
                Some((100.0 * seconds / wall).min(100.0))
            });
        // With a quota the counters are those of the host: what others do on
        // cores that this program could not have had takes nothing from it.
        let own_cpu = own_cpu.filter(|_| self.quota.is_none());
        let shares = self
            .start
            .zip(Jiffies::now())
            .and_then(|(from, to)| to.since(&from).shares(own_cpu, wall));
        let conditions = Conditions {
            load_before: self.load_before,
            load_after: load_average(),
            steal_percent: shares.map(|s| s.steal_percent),
            others_percent: shares.and_then(|s| s.others_percent),
            throttled_percent,
            involuntary_switches: usage
                .involuntary_switches
                .zip(self.usage.involuntary_switches)
                .map(|(after, before)| after - before),
        };
        (quietness(&self.loops, &conditions), conditions)
    }
}

/// What the calibration loops on all cores took together.
#[derive(Clone, Copy, Debug, Default)]
struct Calibration {
    /// The longest of them.
    longest: Duration,
    /// Sum of their wall times.
    wall: Duration,
    /// Sum of the processor times that they had; `None` where the system
    /// doesn't tell.
    cpu: Option<Duration>,
}

fn quietness(loops: &[Calibration], conditions: &Conditions) -> Option<f64> {
    let cpu = |c: &Calibration| Some(c.cpu?.as_secs_f64());
    let cpus: Option<Vec<f64>> = loops.iter().map(cpu).collect();
    let walls: Vec<f64> = loops.iter().map(|c| c.wall.as_secs_f64()).collect();
    // Without processor times the wall times tell both in one.
    let times = cpus.as_ref().unwrap_or(&walls);
    let fastest = times.iter().copied().reduce(f64::min)?;
    let steady = 100.0 * fastest / stats::median(times)?;
    let left = cpus.as_ref().map_or(1.0, |cpus| {
        cpus.iter().sum::<f64>() / walls.iter().sum::<f64>()
    });
    let steady = steady * left.min(1.0);
    let Conditions { steal_percent, others_percent, throttled_percent, .. } =
        conditions;
    let others = others_percent.map(|percent| percent / 2.0);
    let lost: f64 = [*steal_percent, others, *throttled_percent]
        .into_iter()
        .flatten()
        .sum();
    Some(steady.min(100.0 - lost).max(0.0))
}

/// The longest of `threads` calibration loops side by side, one a thread;
/// this thread runs one of them. Where the system refuses a thread, fewer
/// loops run.
pub fn loop_on(threads: usize) -> Duration {
    calibrate_on(threads).longest
}

/// The threads wait for one another in a loop of their own, so that neither
/// their start nor their way to a free core is in the time.
fn calibrate_on(threads: usize) -> Calibration {
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

/// Processor time of the cores that this process may use, in ticks of
/// 1/100 s.
#[derive(Clone, Copy, Debug)]
struct Jiffies {
    busy: u64,
    idle: u64,
    steal: u64,
}

/// Shares of the machine's processor time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shares {
    steal_percent: f64,
    /// Absent where this program's own part is not known.
    others_percent: Option<f64>,
}

/// Ticks a second in `/proc/stat`: fixed in the kernel's interface.
const TICKS_PER_S: f64 = 100.0;

/// Shorter runs see only a few ticks, and a share of a few ticks is noise.
const SHORTEST_WATCH_S: f64 = 0.5;

impl Jiffies {
    fn now() -> Option<Self> {
        let stat = std::fs::read_to_string("/proc/stat").ok()?;
        let status = std::fs::read_to_string("/proc/self/status").ok();
        Self::parse(&stat, status.as_deref().and_then(allowed_cores))
    }

    /// Adds up the lines of the cores in `allowed`, or takes the line of the
    /// whole machine where the system doesn't tell which are allowed.
    fn parse(stat: &str, allowed: Option<Vec<u64>>) -> Option<Self> {
        let Some(allowed) = allowed else {
            return Self::parse_line(stat.lines().next()?, "cpu");
        };
        let cores = allowed.iter().map(|core| {
            let name = format!("cpu{core}");
            let mut lines = stat.lines();
            lines.find_map(|line| Self::parse_line(line, &name))
        });
        cores.flatten().reduce(|a, b| Self {
            busy: a.busy + b.busy,
            idle: a.idle + b.idle,
            steal: a.steal + b.steal,
        })
    }

    fn parse_line(line: &str, name: &str) -> Option<Self> {
        let (first, rest) = line.split_once(' ')?;
        if first != name {
            return None;
        }
        let numbers: Vec<u64> = rest
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        // Guest time is already within user time.
        let [user, nice, system, idle, iowait, irq, softirq, steal, ..] =
            numbers[..]
        else {
            return None;
        };
        let busy = user + nice + system + irq + softirq;
        Some(Self { busy, idle: idle + iowait, steal })
    }

    /// What was added since `from`. Some kernels let idle and stolen time
    /// step back: a counter that did adds nothing.
    fn since(&self, from: &Self) -> Self {
        Self {
            busy: self.busy.saturating_sub(from.busy),
            idle: self.idle.saturating_sub(from.idle),
            steal: self.steal.saturating_sub(from.steal),
        }
    }

    fn shares(&self, own_cpu_s: Option<f64>, wall_s: f64) -> Option<Shares> {
        let total = (self.busy + self.idle + self.steal) as f64;
        if total == 0.0 || wall_s < SHORTEST_WATCH_S {
            return None;
        }
        let others = own_cpu_s.map(|own| {
            let others = (self.busy as f64 - own * TICKS_PER_S).max(0.0);
            100.0 * others / total
        });
        Some(Shares {
            steal_percent: 100.0 * self.steal as f64 / total,
            others_percent: others,
        })
    }
}

/// The cores that this process may use, from the text of its
/// `/proc/self/status`: `0-2,5` → 0, 1, 2, 5.
fn allowed_cores(status: &str) -> Option<Vec<u64>> {
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let mut cores = Vec::new();
    for range in list.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        cores.extend(first.parse::<u64>().ok()?..=last.parse().ok()?);
    }
    Some(cores)
}

fn load_average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(steal: f64, others: f64) -> Conditions {
        Conditions {
            steal_percent: Some(steal),
            others_percent: Some(others),
            ..Conditions::default()
        }
    }

    /// Loops that took so many milliseconds of processor and of wall time.
    fn loops(times: &[(u64, u64)]) -> Vec<Calibration> {
        let ms = Duration::from_millis;
        times
            .iter()
            .map(|(cpu, wall)| Calibration {
                longest: ms(*wall),
                wall: ms(*wall),
                cpu: Some(ms(*cpu)),
            })
            .collect()
    }

    #[test]
    fn equal_loops_on_an_idle_machine_are_fully_quiet() {
        let loops = loops(&[(20, 20); 3]);
        assert_eq!(quietness(&loops, &Conditions::default()), Some(100.0));
    }

    #[test]
    fn a_loop_that_usually_takes_twice_its_best_is_half_quiet() {
        let loops = loops(&[(10, 10), (20, 20), (20, 20)]);
        assert_eq!(quietness(&loops, &lost(0.0, 0.0)), Some(50.0));
    }

    #[test]
    fn a_loop_that_others_leave_half_a_core_is_half_quiet() {
        // All loops are slow alike: their wall times alone would not tell.
        let loops = loops(&[(20, 40); 3]);
        assert_eq!(quietness(&loops, &lost(0.0, 0.0)), Some(50.0));
    }

    #[test]
    fn where_processor_time_is_not_told_wall_time_stands_in() {
        let mut loops = loops(&[(0, 10), (0, 20), (0, 20)]);
        loops.iter_mut().for_each(|calibration| calibration.cpu = None);
        assert_eq!(quietness(&loops, &lost(0.0, 0.0)), Some(50.0));
    }

    #[test]
    fn what_went_elsewhere_counts_where_it_is_worse() {
        let loops = loops(&[(10, 10); 2]);
        assert_eq!(quietness(&loops, &lost(5.0, 25.0)), Some(82.5));
    }

    #[test]
    fn time_spent_waiting_for_a_quota_counts() {
        let mut conditions = lost(0.0, 0.0);
        conditions.throttled_percent = Some(40.0);
        let loops = loops(&[(10, 10); 2]);
        assert_eq!(quietness(&loops, &conditions), Some(60.0));
    }

    #[test]
    fn without_a_loop_quietness_is_unknown() {
        assert_eq!(quietness(&[], &lost(0.0, 0.0)), None);
    }

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

    fn parse(stat: &str) -> Jiffies {
        Jiffies::parse(stat, None).unwrap()
    }

    #[test]
    fn own_time_is_not_the_time_of_others() {
        let from = parse("cpu 100 0 0 100 0 0 0 0 0 0\n");
        let to = parse("cpu 250 0 0 140 0 0 0 10 0 0\n");
        // 200 ticks in all: 150 busy, of which 1.0 s = 100 are our own.
        assert_eq!(
            to.since(&from).shares(Some(1.0), 1.0),
            Some(Shares { steal_percent: 5.0, others_percent: Some(25.0) })
        );
    }

    #[test]
    fn only_the_cores_that_may_be_used_are_looked_at() {
        let stat = "cpu 900 0 0 100 0 0 0 0\ncpu0 0 0 0 50 0 0 0 0\n\
                    cpu1 900 0 0 50 0 0 0 0\n";
        let first = Jiffies::parse(stat, Some(vec![0])).unwrap();
        assert_eq!((first.busy, first.idle), (0, 50));
        assert_eq!(
            allowed_cores("Cpus_allowed_list:\t0-2,5\n").unwrap(),
            [0, 1, 2, 5]
        );
        assert_eq!(allowed_cores("Name: x\n"), None);
    }

    #[test]
    fn a_counter_that_steps_back_adds_nothing() {
        let from = parse("cpu 100 0 0 500 0 0 0 90 0 0\n");
        let to = parse("cpu 200 0 0 400 0 0 0 10 0 0\n");
        assert_eq!(
            to.since(&from).shares(Some(0.5), 1.0),
            Some(Shares { steal_percent: 0.0, others_percent: Some(50.0) })
        );
    }

    #[test]
    fn a_short_watch_tells_no_shares() {
        let from = parse("cpu 100 0 0 100 0 0 0 0\n");
        let to = parse("cpu 102 0 0 102 0 0 0 0\n");
        assert_eq!(to.since(&from).shares(Some(0.0), 0.02), None);
    }

    #[test]
    fn a_strange_stat_file_tells_nothing() {
        assert!(Jiffies::parse("", None).is_none());
        assert!(Jiffies::parse("cpu 1 2 3\n", None).is_none());
    }
}
