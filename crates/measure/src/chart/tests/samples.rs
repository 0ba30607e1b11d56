//! One chart of each form with fixed data, as a chapter would ask for it.

use crate::chart::*;

pub(super) fn all() -> Vec<Chart> {
    vec![bars(), lines(), timeline(), pairs(), histogram()]
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
        Bar::not_run("threads ×16", Kind::Threads, "not run: 2 usable cores"),
        Bar::not_run("pool ×16", Kind::Pool, "").published(0.5),
    ];
    let bars = Bars::new(Axis::linear("s").title("wall time"), rows)
        .floor_text("floor: sequential ÷ cores")
        .published_text("published: CPython 3.9, Apple M1 Pro");
    Chart::new("bars", "Wall time of eight equal jobs", bars)
        .description("Two workers halve the time.")
        .caption("Eight equal jobs.")
}

fn lines() -> Chart {
    let series = vec![
        Series::new(
            "a thread each",
            Kind::Threads,
            [(10.0, 0.101), (1000.0, 0.14), (10_000.0, 0.7)],
        ),
        Series::new("tasks", Kind::Tasks, [(10.0, 0.1), (10_000.0, 0.11)]),
        Series::new("floor", Kind::Other, [(10.0, 0.1), (10_000.0, 0.1)])
            .dashed(),
    ];
    let x = Axis::log("").title("waits");
    let y = Axis::log("s").title("wall time");
    Chart::new("lines", "Growth with n", Lines::new(x, y, series))
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
}

fn pairs() -> Chart {
    let rows = vec![
        Pair::new("tasks", Kind::Tasks, 0.134e-6, 0.134e-6),
        Pair::new("std channel", Kind::Threads, 6.6e-6, 28e-6),
        Pair::new("pipe", Kind::Processes, 5.3e-6, f64::NAN)
            .text("5.3 µs · not run"),
    ];
    let axis = Axis::log("µs").factor(1e6);
    let body = Pairs::new(axis, "both on one core", "free to move", rows);
    Chart::new("pairs", "Round trip", body)
}

fn histogram() -> Chart {
    let counts = [900, 7, 0, 1, 80, 3];
    let bins = counts
        .iter()
        .enumerate()
        .map(|(i, n)| Bin::new(i as f64 * 5.0, i as f64 * 5.0 + 5.0, *n))
        .collect();
    let axis = Axis::linear("ms").title("from signal to effect");
    let body = Histogram::new(axis, Kind::Tasks, bins)
        .counts(Axis::log("").title("how often"))
        .marker(20.0, "one poll interval");
    Chart::new("histogram", "How long a signal waited", body)
}
