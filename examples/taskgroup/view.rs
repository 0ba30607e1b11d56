//! Tables and the timeline of the rows.

use measure::chart::{Axis, Chart, Lane, Outcome, Span, Timeline};
use measure::record::RowRecord;
use measure::{Record, Table, published, show};

pub(crate) fn tables(record: &Record) -> Vec<Table> {
    vec![
        main_table(record),
        crowd_table(record),
        errors_table(record),
        blocking_table(record),
        select_table(record),
    ]
}

/// The rows that run the three fetches.
const GROUPS: [&str; 12] = [
    "joined/in_order",
    "joined/slowest_first",
    "try_join/spawned",
    "try_join/futures",
    "join_set/shutdown",
    "join_set/dropped",
    "token",
    "tracker",
    "timeout",
    "panic",
    "scope/flag",
    "scope/waits",
];

/// Groups whose tasks have a clean-up to run.
const CLEANING: [&str; 2] = ["token", "tracker"];

fn main_table(record: &Record) -> Table {
    let columns =
        ["variant", "error at", "last work", "a", "b", "c", "cleaned up"];
    let mut table = Table::new("main", "One of three fetches fails", &columns);
    for c in 3..6 {
        table = table.words_in(c);
    }
    for row in GROUPS.iter().filter_map(|id| record.row(id)) {
        let told = first(row, "told_s").map_or("n/a".into(), show::seconds);
        let outcome = |name| match span(row, name) {
            None => "n/a".to_owned(),
            Some(span) => word(span.outcome).to_owned(),
        };
        let cleaned = first(row, "cleaned").unwrap_or_default();
        let cancelled = first(row, "cancelled").unwrap_or_default();
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
        record.row("repeat").map(show::median),
        record.row("repeat").and_then(|row| first(row, "runs")),
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

fn crowd_table(record: &Record) -> Table {
    let columns = ["variant", "tasks", "Drop ran", "cleaned up"];
    let mut table =
        Table::new("crowd", "One failure cancels a hundred tasks", &columns);
    for row in record.group("crowd") {
        let count = |name| first(row, name).map_or("n/a".into(), show::count);
        table.row([
            row.label.clone(),
            count("tasks"),
            count("cancelled"),
            show::median(row),
        ]);
    }
    table
}

fn errors_table(record: &Record) -> Table {
    let columns = ["variant", "failed", "reported"];
    let mut table =
        Table::new("errors", "Two fetches fail at the same step", &columns);
    for row in record.group("errors") {
        table.row([row.label.clone(), "2".into(), show::median(row)]);
    }
    table
}

fn blocking_table(record: &Record) -> Table {
    let columns = ["what ends it", "call took", "work after call", "finished"];
    let mut table =
        Table::new("blocking", "Blocking work, aborted after 50 ms", &columns);
    for row in record.group("blocking") {
        let time = |name| first(row, name).map_or("n/a".into(), show::seconds);
        let done = first(row, "done") == Some(1.0);
        table.row([
            row.label.clone(),
            time("call_s"),
            time("after_call_s"),
            if done { "yes" } else { "no" }.into(),
        ]);
    }
    table
}

fn select_table(record: &Record) -> Table {
    let columns = ["where the half waits", "sent", "arrived", "lost"];
    let mut table =
        Table::new("select", "Messages through a select! loop", &columns);
    for row in record.group("select") {
        let sent = first(row, "sent").unwrap_or_default();
        let lost = row.median.map(|arrived| sent - arrived);
        table.row([
            row.label.clone(),
            show::count(sent),
            show::median(row),
            lost.map_or("n/a".into(), show::count),
        ]);
    }
    table
}

pub(crate) fn charts(record: &Record) -> Vec<Chart> {
    vec![timeline(record)]
}

fn timeline(record: &Record) -> Chart {
    let lanes = [
        ("leaking: joined one by one", "joined/in_order"),
        ("structured: JoinSet with shutdown", "join_set/shutdown"),
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
    let told = record.row("joined/in_order").and_then(|r| first(r, "told_s"));
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
    row.extra.get(name)?.first().copied()
}

fn span(row: &RowRecord, name: char) -> Option<Span> {
    let end = first(row, &format!("{name}_end_s"))?;
    let told = first(row, "told_s")?;
    let outcome = match first(row, &format!("{name}_how"))? {
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
        Outcome::Done => "done",
        Outcome::Failed => "failed",
        Outcome::Cancelled => "cancelled",
        Outcome::Leaked => "leaked",
    }
}
