//! Tables and the timeline of the rows.

use measure::chart::{Axis, Chart, Lane, Outcome, Span, Timeline};
use measure::record::RowRecord;
use measure::{
    ChartOf, Column, Plain, Record, Select, Table, TableOf, published, show,
};

use crate::ids::*;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::made("main", main_table),
    TableOf::plain(
        "crowd",
        Plain {
            caption: "One failure cancels a hundred tasks",
            rows: Select::Named(&["crowd"]),
            columns: &[
                Column::LABEL,
                Column::extra(TASKS, TASKS, ""),
                Column::extra("Drop ran", CANCELLED, ""),
                Column::MEDIAN.called("cleaned up"),
            ],
            notes: &[],
        },
    ),
    TableOf::plain(
        "errors",
        Plain {
            caption: "Two fetches fail at the same step",
            rows: Select::Named(&["errors"]),
            columns: &[
                Column::LABEL,
                Column::of("failed", |_, _| "2".into()),
                Column::MEDIAN.called("reported"),
            ],
            notes: &[],
        },
    ),
    TableOf::plain(
        "blocking",
        Plain {
            caption: "Blocking work, aborted after 50 ms",
            rows: Select::Named(&["blocking"]),
            columns: &[
                Column::LABEL.called("what ends it"),
                Column::extra("call took", CALL_S, "s"),
                Column::extra("work after call", AFTER_CALL_S, "s"),
                Column::of("finished", |_, row| {
                    let done = first(row, DONE) == Some(1.0);
                    if done { "yes" } else { "no" }.into()
                }),
            ],
            notes: &[],
        },
    ),
    TableOf::plain(
        "select",
        Plain {
            caption: "Messages through a select! loop",
            rows: Select::Named(&["select"]),
            columns: &[
                Column::LABEL.called("where the half waits"),
                Column::extra(SENT, SENT, ""),
                Column::MEDIAN.called("arrived"),
                Column::of("lost", |_, row| {
                    let lost = first(row, SENT).zip(row.median);
                    lost.map_or("n/a".into(), |(s, m)| show::count(s - m))
                }),
            ],
            notes: &[],
        },
    ),
];

pub(crate) const CHARTS: &[ChartOf] = &[ChartOf::new("timeline", timeline)];

/// The rows that run the three fetches.
const GROUPS: [&str; 12] = [
    IN_ORDER,
    SLOWEST_FIRST,
    TRY_JOIN_SPAWNED,
    TRY_JOIN_FUTURES,
    SHUTDOWN,
    DROPPED,
    TOKEN,
    TRACKER,
    TIMEOUT,
    PANIC,
    SCOPE_FLAG,
    SCOPE_WAITS,
];

/// Groups whose tasks have a clean-up to run.
const CLEANING: [&str; 2] = [TOKEN, TRACKER];

fn main_table(record: &Record) -> Table {
    let columns =
        ["variant", "error at", "last work", "a", "b", "c", "cleaned up"];
    let mut table = Table::new("One of three fetches fails", &columns);
    for c in 3..6 {
        table = table.words_in(c);
    }
    for row in GROUPS.iter().filter_map(|id| record.row(id)) {
        let told = first(row, TOLD_S).map_or("n/a".into(), show::seconds);
        let outcome = |name| match span(row, name) {
            None => "n/a".to_owned(),
            Some(span) => word(span.outcome).to_owned(),
        };
        let cleaned = first(row, CLEANED).unwrap_or_default();
        let cancelled = first(row, CANCELLED).unwrap_or_default();
        table.row([
            row.label.clone(),
            told,
            row.samples.first().map_or("n/a".into(), |s| show::seconds(*s)),
            outcome('a'),
            outcome('b'),
            outcome('c'),
            match CLEANING.contains(&row.id.as_str()) {
                true => format!(
                    "{} of {}",
                    show::count(cleaned),
                    show::count(cancelled)
                ),
                false => "–".into(),
            },
        ]);
    }
    table.note(
        "The first round. Error at: the caller has it. Leaked: finished after \
         that. Cleaned up: clean-ups that ran to their end, of the tasks \
         cancelled; the others have none to run.",
    );
    if let (Some(worst), Some(runs)) = (
        record.row(REPEAT).map(show::median),
        record.row(REPEAT).and_then(|row| first(row, RUNS)),
    ) {
        table.note(format!(
            "JoinSet with shutdown, {} runs: all work stopped within {worst} \
             of the error.",
            show::count(runs)
        ));
    }
    if let (Some(gather), Some(group)) = (
        published::cell("taskgroup/A gather error_at"),
        published::cell("taskgroup/A group error_at"),
    ) {
        table.note(format!(
            "Published: gather, error at {}, c finished later ({}); \
             TaskGroup, error at {}, c cancelled ({}).",
            show::seconds(gather.value()),
            gather.machine,
            show::seconds(group.value()),
            group.machine
        ));
    }
    table
}

fn timeline(record: &Record) -> Chart {
    let lanes = [
        ("leaking: joined one by one", IN_ORDER),
        ("structured: JoinSet with shutdown", SHUTDOWN),
    ];
    let lanes = lanes
        .into_iter()
        .filter_map(|(title, id)| {
            let row = record.row(id)?;
            let spans = ['a', 'b', 'c'].into_iter();
            let bars = spans.filter_map(|name| span(row, name)).collect();
            Some(Lane::new(title, bars))
        })
        .collect();
    let mut body = Timeline::new(Axis::linear("s"), lanes);
    let told = record.row(IN_ORDER).and_then(|r| first(r, TOLD_S));
    if let Some(told) = told {
        body = body.marker(told, "the caller has the error");
    }
    Chart::new("timeline", "Three fetches, of which the second fails", body)
        .description(
            "When each fetch ended and how is in the table beside this \
             chart.",
        )
        .caption(
            "One bar for each fetch, as noted by the fetch itself. Above, the \
             caller has the error and a fetch works on; below, all work ends \
             with the error.",
        )
}

/// The first round's value: rounds are not averaged, since a fetch that was
/// cancelled in one and finished in another did neither.
fn first(row: &RowRecord, name: &str) -> Option<f64> {
    row.extra.get(name)?.first().copied().flatten()
}

fn span(row: &RowRecord, name: char) -> Option<Span> {
    let end = first(row, &end_s(name))?;
    let told = first(row, TOLD_S)?;
    let outcome = match first(row, &how(name))? {
        1.0 => Outcome::Failed,
        2.0 => Outcome::Cancelled,
        _ if end > told => Outcome::Leaked,
        _ => Outcome::Done,
    };
    let note = format!("{}, {}", word(outcome), show::seconds(end));
    Some(Span::new(name, 0.0, end, outcome).note(note))
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Done => DONE,
        Outcome::Failed => "failed",
        Outcome::Cancelled => CANCELLED,
        Outcome::Leaked => "leaked",
    }
}
