//! Tables and charts of the rows.

use measure::chart::{Axis, Bar, Bars, Chart, Kind, Lines, Series};
use measure::record::RowRecord;
use measure::{Record, Table, published, show};

use crate::facts::workers;

pub(crate) fn tables(record: &Record) -> Vec<Table> {
    vec![
        main_table(record, "main", "", "Equal jobs on one core and on several"),
        main_table(record, "primes", "primes/", "Primes below 10,000"),
        published_table(record),
        short_table(record),
        locked_table(record),
        plain_table(record, "join", "The price of one `rayon::join`"),
        plain_table(record, "fold", "Is the loop really run?"),
    ]
}

pub(crate) fn charts(record: &Record) -> Vec<Chart> {
    vec![main_chart(record), speedup_chart(record)]
}

/// The rows of one set: those of the main set have ids without prefix.
fn set<'r>(record: &'r Record, prefix: &str) -> Vec<&'r RowRecord> {
    let modes = ["sequential", "threads/", "rayon", "processes/", "tasks"];
    let belongs = |row: &&RowRecord| {
        row.id
            .strip_prefix(prefix)
            .is_some_and(|id| modes.iter().any(|mode| id.starts_with(mode)))
    };
    record.rows.iter().filter(belongs).collect()
}

fn main_table(
    record: &Record,
    name: &str,
    prefix: &str,
    caption: &str,
) -> Table {
    let columns =
        ["variant", "median", "min … max", "floor", "speed-up", "efficiency"];
    let mut table = Table::new(name, caption, &columns);
    for row in set(record, prefix) {
        let sequential = format!("{prefix}sequential");
        let speedup = record.ratio(&sequential, &row.id).map(|s| s.median);
        // A row without a number behind its id has as many workers as cores,
        // or, like tasks and the plain loop, one.
        let available = match row.id.as_str() {
            "rayon" => record.machine.cores,
            _ => workers(row).min(record.machine.cores),
        };
        let floor = row.floor.as_ref().map(|f| f.value);
        table.row([
            row.label.clone(),
            show::median(row),
            show::spread(row),
            floor.map_or("–".into(), |f| show::quantity(f, &row.unit)),
            speedup.as_ref().map_or("n/a".into(), |s| format!("{s:.2}")),
            speedup.map_or("n/a".into(), |s| {
                format!("{:.0} %", 100.0 * s / available as f64)
            }),
        ]);
    }
    table.note(
        "Speed-up: sequential ÷ this row, the median over the rounds. \
         Efficiency: speed-up ÷ workers, or ÷ cores where there are fewer. \
         Floor: no split of the jobs can be faster, but for noise.",
    );
    table
}

fn published_table(record: &Record) -> Table {
    let mut table = Table::new(
        "published",
        "The lectures' size: 8 jobs of 3,000,000 iterations",
        &["variant", "here", "speed-up", "CPython (A)", "speed-up"],
    );
    let cell = |path: &str| published::cell(path).map(|cell| cell.value());
    let published_sequential = cell("cpu_bound/A sequential 1");
    for row in set(record, "published/") {
        let speedup = record.ratio("published/sequential", &row.id);
        let mode = row.id.trim_start_matches("published/");
        let path = match mode.split_once('/') {
            Some((mode, n)) => format!("cpu_bound/A {mode} {n}"),
            None => "cpu_bound/A sequential 1".into(),
        };
        let there = cell(&path);
        let ratio = published_sequential.zip(there).map(|(s, t)| s / t);
        table.row([
            row.label.clone(),
            show::median(row),
            speedup.map_or("n/a".into(), |s| format!("{:.2}", s.median)),
            there.map_or("–".into(), show::seconds),
            ratio.map_or("–".into(), |r| format!("{r:.2}")),
        ]);
    }
    if let Some(machine) = published::machine("cpu_bound/A") {
        table.note(format!("Published: {machine}, median of 5."));
    }
    table
}

fn short_table(record: &Record) -> Table {
    let mut table = Table::new(
        "short",
        "Short jobs, and the start of eight processes",
        &["variant", "median", "min … max"],
    );
    let short = record.group("short");
    for row in short.chain(record.group("start")) {
        table.row([row.label.clone(), show::median(row), show::spread(row)]);
    }
    table
}

fn locked_table(record: &Record) -> Table {
    let columns = ["variant", "median", "min … max", "floor", "speed-up"];
    let caption = "All or half of each job under one lock";
    let mut table = Table::new("locked", caption, &columns);
    let locked = record.group("locked").chain(record.group("half_locked"));
    for row in record.row("unlocked").into_iter().chain(locked) {
        let speedup = record.ratio("unlocked", &row.id);
        let floor = row.floor.as_ref();
        table.row([
            row.label.clone(),
            show::median(row),
            show::spread(row),
            floor.map_or("–".into(), |f| show::quantity(f.value, &row.unit)),
            speedup.map_or("n/a".into(), |s| format!("{:.2}", s.median)),
        ]);
    }
    table.note(
        "Speed-up: one thread without the lock ÷ this row, the median over \
         the rounds. Floor: the locked parts one after another, or all \
         parts on all cores, whichever is longer.",
    );
    table
}

fn plain_table(record: &Record, group: &str, caption: &str) -> Table {
    let mut table =
        Table::new(group, caption, &["variant", "median", "min … max"]);
    for row in record.group(group) {
        table.row([row.label.clone(), show::median(row), show::spread(row)]);
    }
    table
}

fn kind(row: &RowRecord) -> Kind {
    match row.id.split('/').next() {
        Some("sequential") => Kind::Sequential,
        Some("threads") => Kind::Threads,
        Some("processes") => Kind::Processes,
        Some("rayon") => Kind::Pool,
        _ => Kind::Tasks,
    }
}

fn main_chart(record: &Record) -> Chart {
    let largest =
        set(record, "").iter().filter_map(|row| row.max).fold(0.0, f64::max);
    let bars = set(record, "")
        .into_iter()
        .map(|row| {
            let Some(median) = row.median else {
                let why = row.not_run.clone().unwrap_or_default();
                return Bar::not_run(row.label.clone(), kind(row), why);
            };
            let bar = Bar::new(row.label.clone(), kind(row), median)
                .samples(row.samples.clone())
                .value_text(show::median(row));
            match &row.floor {
                Some(floor) => bar.floor(floor.value),
                None => bar,
            }
        })
        .collect();
    Chart::new(
        "main",
        "Wall time of equal jobs by kind and number of workers",
        Bars::new(Axis::time(largest), bars)
            .floor_text("floor: no run can be faster, but for noise"),
    )
    .description("The values are in the table beside this chart.")
    .caption(
        "Wall time of the same jobs. The start of threads and processes is \
         inside the time.",
    )
}

fn speedup_chart(record: &Record) -> Chart {
    let here = |mode: &str| -> Vec<(f64, f64)> {
        let rows = record.group(mode);
        rows.filter_map(|row| {
            let ratio = record.ratio("sequential", &row.id).ok()?;
            Some((workers(row) as f64, ratio.median))
        })
        .collect()
    };
    let there = |mode: &str| -> Vec<(f64, f64)> {
        let value = |path: &str| published::cell(path).map(|c| c.value());
        let sequential = value("cpu_bound/A sequential 1");
        [1, 2, 4, 8]
            .into_iter()
            .filter_map(|n| {
                let time = value(&format!("cpu_bound/A {mode} {n}"))?;
                Some((f64::from(n), sequential? / time))
            })
            .collect()
    };
    let series = vec![
        Series::new("threads", Kind::Threads, here("threads")),
        Series::new("processes", Kind::Processes, here("processes")),
        Series::new("CPython threads", Kind::Threads, there("threads"))
            .dashed(),
        Series::new("CPython processes", Kind::Processes, there("processes"))
            .dashed(),
    ];
    Chart::new(
        "speedup",
        "Speed-up over sequential by number of workers",
        Lines::new(
            Axis::log("").title("workers"),
            Axis::linear("×").title("speed-up"),
            series,
        ),
    )
    .description(
        "Solid: here. Dashed: published for CPython 3.9 on an Apple M1 Pro \
         with eight cores.",
    )
    .caption(
        "Speed-up over sequential. Dashed: published, CPython 3.9 on an \
         Apple M1 Pro (6 + 2 cores).",
    )
}
