//! One chart of each form with fixed data, as a chapter would ask for it.

use crate::chart::*;

pub(super) fn all() -> Vec<Chart> {
    vec![
        bars(),
        dots(),
        stacks(),
        lines(),
        course(),
        cost(),
        timeline(),
        pairs(),
        histogram(),
        scatter(),
    ]
}

fn bars() -> Chart {
    let row = |label: &str, kind, median: f64| {
        let spread = [0.995, 1.01, 0.999, 1.004, 1.03];
        Bar::new(label, kind, median).samples(spread.map(|f| f * median))
    };
    let rows = vec![
        row("sequential", Kind::Sequential, 1.7).published(1.7),
        row("threads ×2", Kind::Threads, 0.87).floor(0.85).published(1.81),
        row("processes ×2", Kind::Processes, 0.89).value_text("0.890 s"),
        row("tasks ×2", Kind::Tasks, 0.88).published(0.97),
        row("pool ×2", Kind::Pool, 0.86),
        row("one lock ×2", Kind::Other, 1.9),
        Bar::not_run("threads ×16", Kind::Threads, "not run: 2 usable cores"),
        Bar::not_run("pool ×16", Kind::Pool, "").published(0.5),
    ];
    let bars = Bars::new(Axis::linear("s").title("wall time"), rows)
        .floor_text("floor: sequential ÷ cores")
        .published_text("published: CPython 3.9, Apple M1 Pro");
    Chart::new("bars", "Wall time of eight equal jobs", bars)
        .finding("Two threads take 0.51 of the time of one")
        .description("Two workers halve the time.")
        .caption("Eight equal jobs.")
}

fn dots() -> Chart {
    let row = |label: &str, kind, median: f64, spread: f64| {
        let around = [1.0 / spread, 1.0, spread];
        Bar::new(label, kind, median).samples(around.map(|f| f * median))
    };
    let rows = vec![
        row("async sleep", Kind::Tasks, 0.0103, 1.05).floor(0.01),
        row("thread::sleep", Kind::Sequential, 0.51, 1.01).published(0.503),
        row("spawn_blocking", Kind::Pool, 0.011, 1.6),
        row("a lock", Kind::Other, 20e-9, 4.0),
        Bar::not_run("io_uring", Kind::Other, "not on this system"),
    ];
    Chart::new("dots", "Largest gap", Bars::new(Axis::log_time(), rows))
        .finding("A blocking sleep stops the heart 50 times as long")
}

fn stacks() -> Chart {
    let rows = vec![
        Stack::new("a thread each", Kind::Threads, [0.31, 0.12]),
        Stack::new("pool", Kind::Pool, [0.02, 0.25]),
        Stack::new("tasks", Kind::Tasks, [0.01, 0.002]),
        Stack::not_run("processes", Kind::Processes, "not run: no fork here"),
    ];
    let axis = Axis::linear("s").title("wall time");
    Chart::new(
        "stacks",
        "Time to submit and to collect ten thousand jobs",
        Stacks::new(axis, ["submit", "collect"], rows),
    )
    .finding("The pool collects 12 times as long as it submits")
}

fn lines() -> Chart {
    let series = vec![
        Series::new(
            "a thread each",
            Kind::Threads,
            [(10.0, 0.101), (100.0, 0.104), (1000.0, 0.14), (10_000.0, 0.7)],
        )
        .ranges([(0.1, 0.11), (0.1, 0.12), (0.12, 0.19), (0.5, 1.2)]),
        Series::new(
            "tasks",
            Kind::Tasks,
            [(10.0, 0.1), (100.0, 0.1), (1000.0, 0.102), (10_000.0, 0.11)],
        ),
        Series::new("floor", Kind::Other, [(10.0, 0.1), (10_000.0, 0.1)])
            .dashed(),
        Series::new("CPython", Kind::Tasks, [(10.0, 0.102), (1000.0, 0.13)])
            .dashed(),
    ];
    let x = Axis::log("").title("waits");
    let y = Axis::log("s").title("wall time");
    Chart::new("lines", "Growth with n", Lines::new(x, y, series))
        .finding("Ten thousand threads take 6.4 times as long as tasks")
}

fn course() -> Chart {
    let at = |i: u32| f64::from(i) * 0.025;
    let grows: Vec<_> =
        (0..40).map(|i| (at(i), f64::from(i.min(25) * 4))).collect();
    let bands: Vec<_> =
        grows.iter().map(|(_, y)| (y * 0.9, y * 1.1 + 2.0)).collect();
    let flat: Vec<_> =
        (0..40).map(|i| (at(i), f64::from(12 + i % 3))).collect();
    let silence: Vec<_> =
        (0..22).map(|i| (at(i), f64::from((i * 7) % 11))).collect();
    let series = vec![
        Series::new("unbounded", Kind::Tasks, grows)
            .ranges(bands)
            .named_at_peak(),
        Series::new("bounded", Kind::Pool, flat).trace(Trace::Stairs),
        Series::new("samples", Kind::Threads, silence).trace(Trace::Points),
    ];
    let x = Axis::linear("s").title("time since the start");
    let y = Axis::linear("MiB").title("resident memory");
    let lines = Lines::new(x, y, series)
        .marker(0.25, "the consumer stops")
        .marker(0.3, "and goes on");
    Chart::new("course", "Memory over time", lines)
        .finding("The bounded queue stays under 15 MiB")
}

fn cost() -> Chart {
    let line = |fixed: f64, per: f64| -> Vec<(f64, f64)> {
        [1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0]
            .map(|n| (n, fixed + per * n))
            .to_vec()
    };
    let series = vec![
        Series::new("inline", Kind::Sequential, line(0.0, 1e-6)),
        Series::new("to the pool", Kind::Pool, line(2e-5, 0.3e-6)),
    ];
    let x = Axis::log("").title("work per job");
    let y = Axis::log_time().title("time of a job");
    let lines = Lines::new(x, y, series).crossover("the pool pays from");
    let from = lines.crossing().map_or(f64::NAN, |(x, _)| x.round());
    Chart::new("cost", "Cost of a job by its size", lines)
        .finding(format!("The pool pays from {from} units of work on"))
}

fn timeline() -> Chart {
    let leaking = Lane::new(
        "joined one by one",
        vec![
            Span::new("a", 0.0, 0.1, Outcome::Done),
            Span::new("b", 0.0, 0.2, Outcome::Failed)
                .note("failed: the caller has the error"),
            Span::new("c", 0.0, 1.0, Outcome::Leaked)
                .note("finished 0.8 s after the caller returned"),
        ],
    );
    let structured = Lane::new(
        "JoinSet",
        vec![
            Span::new("c", 0.0, 0.2, Outcome::Cancelled),
            Span::new("d", 0.93, 1.0, Outcome::Done)
                .note("a note that is longer than the rest of the row"),
        ],
    );
    let body = Timeline::new(Axis::linear("s"), vec![leaking, structured])
        .marker(0.2, "the error reaches the caller")
        .marker(0.25, "retry");
    Chart::new("timeline", "Three fetches, one fails", body)
        .finding("One fetch works on for 0.8 s after the error")
}

fn pairs() -> Chart {
    let rows = vec![
        Pair::new("tasks", Kind::Tasks, 0.134e-6, 0.134e-6),
        Pair::new("std channel", Kind::Threads, 6.6e-6, 28e-6),
        Pair::new("futex", Kind::Other, 4.1e-6, 2.2e-6),
        Pair::new("pipe", Kind::Processes, 5.3e-6, f64::NAN)
            .texts("5.3 µs", "not run"),
    ];
    let axis = Axis::log("µs").factor(1e6);
    let body = Pairs::new(axis, "both on one core", "free to move", rows);
    Chart::new("pairs", "Round trip", body)
        .finding("A channel is 4.2 times as fast on one core")
}

fn histogram() -> Chart {
    let waits =
        (0..400).map(|i| 5.0 + f64::from(i % 20) * f64::from(i % 23) * 0.005);
    let waits: Vec<_> = waits.collect();
    let axis = Axis::linear("ms").title("from signal to effect");
    let body = Histogram::of(axis, Kind::Tasks, &waits)
        .counts(Axis::linear("").title("how often"))
        .marker(5.0, "one poll interval");
    Chart::new("histogram", "How long a signal waited", body)
        .finding("Half of the signals waited longer than 5.34 ms")
}

fn scatter() -> Chart {
    let point = |label: &str, kind, predicted: f64, measured: f64| {
        Prediction::new(label, kind, predicted, measured)
    };
    let points = vec![
        point("spawn a thread", Kind::Threads, 10e-6, 14e-6),
        point("spawn a task", Kind::Tasks, 0.2e-6, 0.31e-6),
        point("start a process", Kind::Processes, 1e-3, 0.7e-3),
        point("hand over", Kind::Threads, 5e-6, 28e-6),
        point("lock", Kind::Other, 20e-9, 19e-9),
        point("lock, contended", Kind::Other, 20e-9, 90e-9),
        point("loop", Kind::Sequential, 1.0, 1.02),
        point("pool", Kind::Pool, 0.5, 0.61),
        point("nothing", Kind::Pool, 0.0, f64::NAN),
    ];
    let body = Scatter::new(Axis::log_time(), 2.0, points);
    Chart::new("scatter", "Predicted against measured", body)
        .finding("6 of 8 predictions are within a factor of 2")
}
