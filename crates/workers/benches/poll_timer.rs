//! Cost of a watched poll: this crate's poll timer and tokio-metrics' task
//! monitor, round by round in the same run.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use tokio_metrics::TaskMonitor;
use workers::poll_timer::PollTimer;

/// A fraction of a millisecond: long against the clock's resolution, short
/// against a slice of the scheduler, so that most batches run undisturbed.
const POLLS: u32 = 2_000;

/// Odd, so that the median is one of them.
const ROUNDS: usize = 1_001;

fn main() {
    let timer = PollTimer::new(Duration::from_millis(100), |_| {});
    let monitor = TaskMonitor::new();
    let mut bare = Vec::new();
    let mut timed = Vec::new();
    let mut monitored = Vec::new();
    let mut clock = Vec::new();
    for _ in 0..ROUNDS {
        bare.push(per_poll(never()));
        timed.push(per_poll(timer.clone().watch("bench", never())));
        monitored.push(per_poll(monitor.instrument(never())));
        clock.push(two_clock_reads());
    }
    let bare = median(bare);
    println!("{ROUNDS} rounds of {POLLS} polls, medians");
    println!("an empty poll             {bare:6.1} ns");
    let [timed, monitored] =
        [timed, monitored].map(|values| median(values) - bare);
    println!("+ poll timer              {timed:6.1} ns");
    println!("+ tokio-metrics' monitor  {monitored:6.1} ns");
    println!("two reads of the clock    {:6.1} ns", median(clock));
    println!("poll timer ÷ monitor      {:6.2}", timed / monitored);
}

fn never() -> impl Future<Output = ()> {
    std::future::poll_fn(|_| black_box(Poll::Pending))
}

/// Nanoseconds for each of [`POLLS`] polls of `future`.
fn per_poll(future: impl Future<Output = ()>) -> f64 {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    let start = Instant::now();
    for _ in 0..POLLS {
        let poll = future.as_mut().poll(&mut context);
        assert!(poll.is_pending());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(POLLS)
}

fn two_clock_reads() -> f64 {
    let start = Instant::now();
    for _ in 0..POLLS {
        black_box(Instant::now());
        black_box(Instant::now());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(POLLS)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
