//! Runs what has to be measured, one after another, and keeps the records.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use measure::record::REPLAY_VARIABLE;
use measure::{Profile, Record, show};

use crate::chapter::call::with_profile;
use crate::records::runs::Run;
use crate::system::child::{self, Limits};
use crate::system::console::{Bar, Console};
use crate::system::files;
use crate::system::lock;
use crate::system::problem::{Problem, Problems};
use crate::system::text::last_lines;

/// Most bytes of a record: as many as its reader takes.
const RECORD_BYTES: usize = measure::record::MAX_RECORD_BYTES as usize;

/// A measurement may take this many times its budget: a busy or slow machine
/// is no failure, a program that hangs is.
const PATIENCE: u32 = 10;

/// The shortest timeout: below it the start of processes on a busy machine
/// would count.
const SHORTEST_TIMEOUT: Duration = Duration::from_secs(60);

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) profile: Profile,
    /// Also what is fresh.
    pub(crate) again: bool,
    /// In the place of each run's own timeout.
    pub(crate) timeout: Option<Duration>,
    pub(crate) console: Console,
}

/// Measures what is stale among `runs`, and tells the sum of the timed
/// regions in seconds. A failure does not keep the others
/// from being measured: their records count next time.
pub(crate) fn measure(runs: &[Run], settings: Settings) -> anyhow::Result<f64> {
    let console = settings.console;
    let stale = |runs: &[&Run]| -> Vec<Run> {
        let again = |run: &&&Run| settings.again || run.fresh_record().is_err();
        runs.iter().filter(again).map(|run| (*run).clone()).collect()
    };
    let mut files = BTreeSet::new();
    let each: Vec<&Run> =
        runs.iter().filter(|run| files.insert(&run.record)).collect();
    let todo = stale(&each);
    if todo.is_empty() {
        return Ok(0.0);
    }
    announce(&todo, console);
    let holder = format!(
        "process {}, measuring {}",
        std::process::id(),
        todo.iter()
            .map(|run| run.call.slug.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    );
    let _held = lock::take(&lock::machine_wide(), &holder, |who| {
        console.warn(&format!(
            "waiting: {who} measures on this machine, and two at once would \
             spoil both"
        ));
    })?;
    // Another build may have measured for this one in the meantime.
    let todo = stale(&todo.iter().collect::<Vec<_>>());
    let bar = console.bar(todo.iter().map(Run::budget).sum());
    let mut timed_s = 0.0;
    let mut before = Duration::ZERO;
    let mut problems = Vec::new();
    for run in &todo {
        match one(run, settings, before, &bar) {
            Ok(record) => {
                timed_s += record.timed_s;
                bar.say(&format!(
                    "  {}: {}, quietness {}",
                    run.call.shown(),
                    show::seconds(record.duration_s),
                    record
                        .quietness
                        .map_or("unknown".into(), |q| format!("{q:.0} %")),
                ));
            }
            Err(error) => match error.downcast::<Problem>() {
                Ok(problem) => problems.push(problem),
                Err(error) => return Err(error),
            },
        }
        before += run.budget();
    }
    Problems::check(problems)?;
    Ok(timed_s)
}

fn announce(todo: &[Run], console: Console) {
    let total: Duration = todo.iter().map(Run::budget).sum();
    let (count, noun) = (
        todo.len(),
        match todo.len() {
            1 => "experiment",
            _ => "experiments",
        },
    );
    console.say(&format!(
        "measuring {count} {noun}, about {}; leave the machine alone \
         meanwhile",
        show::seconds(total.as_secs_f64())
    ));
}

fn one(
    run: &Run,
    settings: Settings,
    before: Duration,
    bar: &Bar,
) -> anyhow::Result<Record> {
    let slug = &run.call.slug;
    let budget = run.budget();
    let time = settings
        .timeout
        .unwrap_or_else(|| SHORTEST_TIMEOUT.max(budget * PATIENCE));
    let mut command = Command::new(&run.program);
    command
        .args(with_profile(&run.call.args, settings.profile))
        .args(["--format", "json", "--quiet"])
        .env_remove(REPLAY_VARIABLE)
        .env_remove("MEASURE_ROW");
    let fail = |why: String| {
        anyhow::Error::from(Problem::at(
            &run.place,
            format!("measuring with `{}` failed: {why}", run.call.shown()),
            format!(
                "type that command to see it alone; then `cargo book measure \
                 {slug}` (--timeout allows more time)"
            ),
        ))
    };
    let limits = Limits { time, output: RECORD_BYTES };
    let outcome = child::run(&mut command, limits, false, |elapsed| {
        bar.show(before + elapsed.min(budget), slug);
    })
    .map_err(|error| fail(format!("it can't be started: {error}")))?;
    if let Some(why) = outcome.fault()? {
        return Err(fail(why));
    }
    let details = last_lines(&outcome.stderr);
    let record = Record::parse(&outcome.stdout).map_err(|error| {
        fail(match outcome.stdout.is_empty() {
            true => format!("it printed nothing\n{details}"),
            false => format!("{error}\n{details}"),
        })
    })?;
    run.wanted()
        .accept(&record)
        .map_err(|why| fail(format!("its record can't be right: {why}")))?;
    files::write_whole(&run.record, &outcome.stdout).map_err(|error| {
        Problem::new(
            format!("can't write `{}`: {error}", run.record.display()),
            "make room, or the folder writable, and type the command again",
        )
    })?;
    Ok(record)
}
