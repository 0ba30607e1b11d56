//! Each form of chart with data that measurements do give: one row, equal
//! values, zero, twelve decades, a missing row, thirty rows, long names.

use super::samples;
use crate::chart::*;

/// Names and values of rows; one without a value was not run.
type Rows = Vec<(String, Option<f64>)>;

const KINDS: [Kind; 6] = [
    Kind::Sequential,
    Kind::Threads,
    Kind::Processes,
    Kind::Tasks,
    Kind::Pool,
    Kind::Other,
];

/// All cases of each form, under the name of the form.
pub(super) fn all() -> Vec<(String, Vec<(&'static str, Chart)>)> {
    let forms = samples::all().into_iter().map(|sample| {
        let form = sample.name.clone();
        let awkward = rows().into_iter().map(|(case, rows)| {
            let chart = Chart::new(case, case, body(&form, &rows));
            (case, chart)
        });
        let cases: Vec<_> = awkward.filter(|_| !is_variety(&form)).collect();
        (form, [vec![("as in a chapter", sample)], cases].concat())
    });
    forms.collect()
}

/// Further samples of a form whose awkward data are drawn already.
fn is_variety(form: &str) -> bool {
    ["course", "cost"].contains(&form)
}

fn rows() -> Vec<(&'static str, Rows)> {
    let row = |name: &str, value: f64| (name.to_string(), Some(value));
    let missing = ("tasks".to_string(), None);
    vec![
        ("one row", vec![row("threads", 0.37)]),
        (
            "equal values",
            vec![row("threads", 5.0), row("tasks", 5.0), row("pool", 5.0)],
        ),
        (
            "zero",
            vec![row("threads", 0.0), row("tasks", 3.2), row("pool", 0.0)],
        ),
        (
            "twelve decades",
            vec![
                row("a", 1e-9),
                row("b", 2.5e-4),
                row("c", 1.0),
                row("d", 1e3),
            ],
        ),
        (
            "a missing row",
            vec![row("threads", 1.25), missing, row("pool", 2.0)],
        ),
        (
            "thirty rows",
            (0..30)
                .map(|i| {
                    row(&format!("{} workers", i + 1), 90.0 / (i + 1) as f64)
                })
                .collect(),
        ),
        (
            "very long names",
            vec![
                row("compare_exchange_weak in a loop with a spin hint", 1.0),
                row(
                    "a thread for each connection, joined in the order in \
                     which they were started, without a pool",
                    7.25,
                ),
                row("x", 3.0),
            ],
        ),
    ]
}

fn body(form: &str, rows: &Rows) -> Body {
    let rows = || {
        let rows = rows.iter().zip(KINDS.iter().cycle());
        rows.map(|((name, value), kind)| (name.as_str(), *value, *kind))
    };
    let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
    let bars = || {
        let bars = rows().map(|(name, value, kind)| match value {
            None => Bar::not_run(name, kind, "not run: needs 4 cores"),
            Some(v) => Bar::new(name, kind, v).samples([v * 0.9, v, v * 1.2]),
        });
        bars.collect()
    };
    match form {
        "bars" => Bars::new(Axis::linear("s"), bars()).into(),
        "dots" => Bars::new(Axis::log_time(), bars()).into(),
        "stacks" => {
            let rows = rows().map(|(name, value, kind)| match value {
                None => Stack::not_run(name, kind, "not run: needs 4 cores"),
                Some(v) => Stack::new(name, kind, [v * 0.5, v * 0.25, v * 0.1]),
            });
            let parts = ["submit", "wait", "collect"];
            Stacks::new(Axis::linear("s"), parts, rows.collect()).into()
        }
        "lines" => {
            let series = rows().map(|(name, value, kind)| {
                let at = |x: f64| (x, number(value) * (1.0 + x / 8.0));
                Series::new(name, kind, [1.0, 2.0, 4.0, 8.0].map(at))
            });
            let x = Axis::log("").title("workers");
            Lines::new(x, Axis::log_time(), series.collect()).into()
        }
        "timeline" => {
            let spans = rows().map(|(name, value, _)| {
                Span::new(name, 0.0, number(value), Outcome::Leaked)
            });
            let lane = Lane::new("one lane", spans.collect());
            let longest = rows().filter_map(|row| row.1).fold(0.0, f64::max);
            Timeline::new(Axis::linear("s"), vec![lane])
                .marker(longest / 2.0, "half of the longest")
                .into()
        }
        "pairs" => {
            let rows = rows().map(|(name, value, kind)| {
                Pair::new(name, kind, number(value), number(value) * 3.0)
            });
            let axis = Axis::log_time();
            Pairs::new(axis, "one core", "any core", rows.collect()).into()
        }
        "histogram" => {
            let values: Vec<_> = rows().filter_map(|row| row.1).collect();
            Histogram::of(Axis::linear("s"), Kind::Tasks, &values).into()
        }
        _ => {
            let points = rows().map(|(name, value, kind)| {
                let v = number(value);
                Prediction::new(name, kind, v, v * 1.7)
            });
            Scatter::new(Axis::log_time(), 2.0, points.collect()).into()
        }
    }
}
