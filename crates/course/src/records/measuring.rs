//! Runs what has to be measured, one after another, and keeps the records.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use measure::record::REPLAY_VARIABLE;
use measure::{Profile, Record, show};

use crate::chapter::call::with_profile;
use crate::records::runs::Run;
use crate::system::child::{self, Limits, Streams};
use crate::system::console::Console;
use crate::system::files;
use crate::system::line::Line;
use crate::system::lock::{self, Held, Taken};
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

/// Those of `runs` that have to be measured, each once.
pub(crate) fn stale(runs: &[Run], settings: Settings) -> Vec<Run> {
    let mut files = BTreeSet::new();
    runs.iter()
        .filter(|run| files.insert(&run.record))
        .filter(|run| settings.again || run.fresh_record().is_err())
        .cloned()
        .collect()
}

/// What is going to be measured, and how long that takes.
pub(crate) fn plan(stale: &[Run]) -> String {
    let noun = match stale.len() {
        0 => return "nothing: all records are fresh".into(),
        1 => "experiment",
        _ => "experiments",
    };
    format!(
        "{} {noun}, about {}; leave the machine alone meanwhile",
        stale.len(),
        show::seconds(budget(stale).as_secs_f64())
    )
}

fn budget(runs: &[Run]) -> Duration {
    runs.iter().map(Run::budget).sum()
}

/// Measures the `stale` runs, and tells the sum of the timed regions in
/// seconds. A failure does not keep the others from being measured: their
/// records count next time.
pub(crate) fn measure(
    stale: &[Run],
    settings: Settings,
    line: &Line,
) -> anyhow::Result<f64> {
    if stale.is_empty() {
        return Ok(0.0);
    }
    let mut held = alone(stale, line, settings.console)?;
    // Another build may have measured for this one in the meantime.
    let todo = self::stale(stale, settings);
    let mut timed_s = 0.0;
    let mut problems = Vec::new();
    for (i, run) in todo.iter().enumerate() {
        let slug = &run.call.slug;
        let place = format!("{slug}, {} of {}", i + 1, todo.len());
        let left = budget(&todo[i..]);
        let tick = |elapsed: Duration, held: &mut Option<Held>| {
            let left = left.saturating_sub(elapsed.min(run.budget()));
            let now = format!(
                "{place}, about {} left; leave the machine alone meanwhile",
                show::seconds(left.as_secs_f64().ceil())
            );
            if let Some(held) = held {
                held.say(&announced(&place));
            }
            line.show(&now);
        };
        match one(run, settings, &mut held, tick) {
            Ok(record) => {
                timed_s += record.timed_s;
                line.say(&format!(
                    "{}: {}, quietness {}",
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
    }
    Problems::check(problems)?;
    Ok(timed_s)
}

/// Waits until nobody else measures on this machine. Who can't be waited for
/// is told: what the noise does to the numbers, their records say.
fn alone(
    stale: &[Run],
    line: &Line,
    console: Console,
) -> anyhow::Result<Option<Held>> {
    let slugs: Vec<&str> =
        stale.iter().map(|run| run.call.slug.as_str()).collect();
    let mut is_told = false;
    let path = lock::machine_wide();
    let taken = lock::take(&path, &announced(&slugs.join(", ")), |who| {
        if !std::mem::replace(&mut is_told, true) {
            console.warn(&format!(
                "waiting for {who}: two measurements at once on a machine \
                 would spoil both"
            ));
        }
        line.show(&format!("waiting for {who}"));
    })?;
    Ok(match taken {
        Taken::Alone(held) => Some(held),
        Taken::Silent(who) => {
            console.warn(&format!(
                "warning: {who} holds `{}` and gives no sign of life; it is \
                 not waited for any longer",
                path.display()
            ));
            None
        }
        Taken::Nothing(path, error) => {
            console.warn(&format!(
                "warning: `{}` can't be locked: {error}; another build could \
                 measure at the same time and spoil both",
                path.display()
            ));
            None
        }
    })
}

fn announced(what: &str) -> String {
    format!("process {}, measuring {what}", std::process::id())
}

fn one(
    run: &Run,
    settings: Settings,
    held: &mut Option<Held>,
    mut tick: impl FnMut(Duration, &mut Option<Held>),
) -> anyhow::Result<Record> {
    let slug = &run.call.slug;
    let time = settings
        .timeout
        .unwrap_or_else(|| SHORTEST_TIMEOUT.max(run.budget() * PATIENCE));
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
    // The program holds the lock with us: killed alone, the builder would leave
    // it measuring, and the next build would measure beside it.
    let input = held.as_ref().and_then(Held::shared);
    let streams = Streams { input, ..Streams::default() };
    let outcome = child::run(&mut command, limits, streams, |elapsed| {
        tick(elapsed, held);
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
