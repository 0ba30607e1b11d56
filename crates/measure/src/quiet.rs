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

mod calibration;
mod ticks;

use std::time::Instant;

use crate::machine::{Conditions, usable_cores};
use crate::quota::Quota;
use crate::stats;
use crate::usage::Usage;

pub use self::calibration::loop_on;
use self::calibration::{Calibration, calibrate_on};
use self::ticks::Ticks;

/// Below this, in percent, a machine is not called quiet: on two cores it
/// means that others took up to a fifth of a core.
pub const QUIET_PERCENT: f64 = 90.0;

/// Collects the signs during a run.
#[derive(Debug)]
pub struct Quietness {
    loops: Vec<Calibration>,
    start: Option<Ticks>,
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
            start: Ticks::now(),
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
            .zip(Ticks::now())
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

fn load_average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests;
