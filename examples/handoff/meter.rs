//! Counts throws, and times them twice: in stretches without a clock in
//! between, then each alone.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use measure::usage::Usage;
use measure::{BodyError, Profile, Sample, stats};

use crate::games::Sort;
use crate::ids::*;

/// How many throws of which sort.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Not counted: the other side starts, channels get their memory.
    pub(crate) warm: u64,
    /// Throws between two readings of the clock, which cost a fifth of a
    /// task's trip.
    pub(crate) stretch: u64,
    /// So many stretches; their median is the sample.
    pub(crate) stretches: u64,
    /// Timed one by one after that, for the distribution.
    pub(crate) alone: u64,
    /// The single throws end after this time, whatever their number.
    pub(crate) limit: Duration,
}

/// What the first throws and laps warm: threads are started by then.
pub(crate) const WARM: u64 = 50;

/// The plan of a pair or of the floor program.
pub(crate) fn plan(profile: Profile, sort: Sort, one_core: bool) -> Plan {
    let (warm, stretch, stretches, alone) = match sort {
        Sort::Thread => (
            WARM,
            10,
            profile.pick(20, 200, 2_000),
            profile.pick(100, 2_000, 20_000),
        ),
        Sort::Spin if one_core => {
            (1, 1, profile.pick(2, 5, 50), profile.pick(1, 4, 50))
        }
        Sort::Task | Sort::Spin => (
            1_000,
            100,
            profile.pick(50, 1_000, 10_000),
            profile.pick(1_000, 20_000, 100_000),
        ),
    };
    Plan { warm, stretch, stretches, alone, limit: Duration::from_secs(1) }
}

/// Asked before each throw whether there is one more.
pub(crate) struct Meter {
    plan: Plan,
    asked: u64,
    /// The number of the question that needs more than counting.
    next: u64,
    /// When the last stretch or single throw began.
    since: Instant,
    began: Option<(Instant, Usage)>,
    counted: Option<(u64, Instant, Usage)>,
    /// Seconds a trip, one for each stretch.
    stretches: Vec<f64>,
    /// Nanoseconds of each trip timed alone.
    alone: Histogram<u64>,
    result: Sender<Reading>,
}

/// What was read of the clock and the system's counters.
struct Reading {
    /// All throws, warm-up included.
    trips: u64,
    stretches: Vec<f64>,
    alone: Histogram<u64>,
    /// A trip's switches and its processor time in seconds.
    switches: Option<f64>,
    cpu: Option<f64>,
}

impl Meter {
    fn new(plan: Plan) -> Result<(Self, Receiver<Reading>), BodyError> {
        let (result, reading) = mpsc::channel();
        let meter = Self {
            plan,
            asked: 0,
            next: plan.warm,
            since: Instant::now(),
            began: None,
            counted: None,
            stretches: Vec::with_capacity(plan.stretches as usize),
            // From a nanosecond to a minute, three digits.
            alone: Histogram::new_with_bounds(1, 60_000_000_000, 3)?,
            result,
        };
        Ok((meter, reading))
    }

    /// Whether to throw once more. Counts, and little else.
    #[inline]
    pub(crate) fn more(&mut self) -> bool {
        let asked = self.asked;
        self.asked += 1;
        asked < self.next || self.turn(asked)
    }

    #[inline(never)]
    fn turn(&mut self, trips: u64) -> bool {
        let now = Instant::now();
        let last = now - self.since;
        let more = match (&self.began, &self.counted) {
            (None, _) => {
                self.began = Some((now, Usage::now()));
                self.next_stretch(trips, now)
            }
            (_, None) => {
                let trip = last.as_secs_f64() / self.plan.stretch as f64;
                self.stretches.push(trip);
                self.next_stretch(trips, now)
            }
            (_, Some((_, from, _))) => {
                self.alone.saturating_record(last.as_nanos() as u64);
                now - *from < self.plan.limit
            }
        };
        if self.counted.is_some()
            && (self.alone.len() >= self.plan.alone || !more)
        {
            self.send(trips);
            return false;
        }
        self.since = Instant::now();
        true
    }

    /// Starts a stretch, or after the last the throws timed alone.
    fn next_stretch(&mut self, trips: u64, now: Instant) -> bool {
        if (self.stretches.len() as u64) < self.plan.stretches {
            self.next = trips + self.plan.stretch;
        } else {
            let counted = trips - self.plan.warm;
            self.counted = Some((counted, now, Usage::now()));
        }
        true
    }

    fn send(&self, trips: u64) {
        let (Some((_, before)), Some((counted, _, after))) =
            (self.began, self.counted)
        else {
            return;
        };
        // Where all throws are timed alone, the counters are theirs.
        let (counted, after) = match counted {
            0 => (self.alone.len(), Usage::now()),
            n => (n, after),
        };
        let switches = |usage: Usage| {
            let (waits, evictions) =
                (usage.voluntary_switches?, usage.involuntary_switches?);
            Some((waits + evictions) as f64)
        };
        let each = |before: Option<f64>, after: Option<f64>| {
            Some((after? - before?) / counted as f64)
        };
        let reading = Reading {
            trips,
            stretches: self.stretches.clone(),
            alone: self.alone.clone(),
            switches: each(switches(before), switches(after)),
            cpu: each(before.cpu_s, after.cpu_s),
        };
        // Nobody listens only where the game was given up.
        let _ = self.result.send(reading);
    }
}

/// Plays `game` by `plan` and checks that the ball came back each time, with
/// `hops` added to it a trip. The sample is the time of one hop.
pub(crate) fn play(
    plan: Plan,
    hops: u64,
    game: impl FnOnce(Meter) -> Result<u64, BodyError>,
) -> Result<Sample, BodyError> {
    let (meter, reading) = Meter::new(plan)?;
    let ball = game(meter)?;
    let reading = reading.try_recv()?;
    let expected = reading.trips * hops;
    if ball != expected {
        return Err(format!("wrong answer: {ball}, expected {expected}").into());
    }
    let hop = |value: f64| value / hops as f64;
    let middle = stats::median(&reading.stretches)
        .unwrap_or(reading.alone.value_at_quantile(0.5) as f64 / 1e9);
    let mut sample = Sample::of(hop(middle))
        .with(SWITCHES, reading.switches.map(hop))
        .with(CPU, reading.cpu.map(hop));
    if !reading.alone.is_empty() {
        let alone = &reading.alone;
        let at = |share: f64| alone.value_at_quantile(share) as f64 / 1e9;
        sample = sample
            .with(TRIPS, Some(alone.len() as f64))
            .with(P50, Some(at(0.5)))
            .with(P90, Some(at(0.9)))
            .with(P99, Some(at(0.99)))
            .with(P999, Some(at(0.999)))
            .with(MAX, Some(alone.max() as f64 / 1e9));
    }
    Ok(sample)
}
