//! What the runner itself costs: time per sample of an empty closure, beside
//! the two readings of the clock that no sample can do without.
//!
//! `cargo bench -p measure`

use std::convert::Infallible;
use std::hint::black_box;
use std::io::Write as _;
use std::time::{Duration, Instant};

use measure::clock;
use measure::run::{Plan, Unobserved, run};
use measure::{Row, show, stats};

/// Samples in a row; the largest shows whether the time per sample grows.
const SAMPLES: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Repetitions of each size; the median is printed.
const REPETITIONS: usize = 5;

fn main() -> std::io::Result<()> {
    let resolution = clock::resolution();
    // What a timed empty closure costs without a runner.
    let bare = per_sample(1_000_000, |samples| {
        for _ in 0..samples {
            black_box(clock::timed(|| black_box(0)));
        }
    });
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "clock: smallest step {}, one reading {}, two around nothing {}",
        show::seconds(resolution.step_s),
        show::seconds(resolution.reading_s),
        show::seconds(bare),
    )?;
    for samples in SAMPLES {
        let time = per_sample(samples, |samples| {
            let empty = || Ok::<_, Infallible>(black_box(0));
            let rows = vec![Row::timed("empty", "empty", 0, empty)];
            let plan = Plan { rounds: samples, baselines: &[], args: &[] };
            black_box(run(rows, plan, &mut Unobserved).is_ok());
        });
        writeln!(
            out,
            "runner: {:>9} samples: {} a sample, of which the runner's own {}",
            show::count(f64::from(samples)),
            show::seconds(time),
            show::seconds((time - bare).max(0.0)),
        )?;
    }
    Ok(())
}

/// Median time of `work` ÷ `samples`, in seconds.
fn per_sample(samples: u32, work: impl Fn(u32)) -> f64 {
    let times: Vec<f64> = (0..REPETITIONS)
        .map(|_| {
            let start = Instant::now();
            work(samples);
            let time: Duration = start.elapsed();
            time.as_secs_f64() / f64::from(samples)
        })
        .collect();
    stats::median(&times).unwrap_or_default()
}
