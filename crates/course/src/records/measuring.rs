//! Runs what has to be measured, one after another, and keeps the records; what
//! was measured in noise is measured once more.

use std::collections::BTreeSet;
use std::time::Duration;

use measure::noise::Noise;
use measure::{Record, show};

use crate::records::runs::Run;
use crate::records::settings::Settings;
use crate::records::taking::{self, Printout};
use crate::system::console::Console;
use crate::system::line::Line;
use crate::system::lock::{self, Held, Taken};
use crate::system::problem::{Problem, Problems};

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
        let mut printed = || taking::printed(run, settings, &mut held, &tick);
        match once_or_twice(run, &mut printed, line) {
            Ok(timed) => timed_s += timed,
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

/// Measures `run`, and again where that was made in noise: the quieter of the
/// two is kept. Whether that one is quiet enough is read from the record by
/// whoever shows it.
fn once_or_twice(
    run: &Run,
    printed: &mut dyn FnMut() -> anyhow::Result<Printout>,
    line: &Line,
) -> anyhow::Result<f64> {
    let shown = run.call.shown();
    let first = printed()?;
    // Kept at once: the second may be interrupted.
    first.keep(run)?;
    line.say(&format!("{shown}: {}", told(&first.record)));
    let noise = Noise::of(&first.record);
    if !noise.is_loud() {
        return Ok(first.record.timed_s);
    }
    let second = match printed() {
        Ok(second) => second,
        Err(error) if error.is::<Problem>() => {
            line.say(&format!("{shown}: {noise}; once more failed: {error}"));
            return Ok(first.record.timed_s);
        }
        Err(error) => return Err(error),
    };
    let again = Noise::of(&second.record);
    let is_quieter = again.factor < noise.factor;
    if is_quieter {
        second.keep(run)?;
    }
    let (which, kept) = match is_quieter {
        true => ("this one", again),
        false => ("the first one", noise),
    };
    let still = if kept.is_loud() { ", which is noisy too" } else { "" };
    line.say(&format!(
        "{shown}: again, since {noise}: {}; {which} is kept{still}",
        told(&second.record)
    ));
    Ok(first.record.timed_s + second.record.timed_s)
}

/// How long a run took, and how quiet the machine was.
fn told(record: &Record) -> String {
    let quietness =
        record.quietness.map_or("unknown".into(), |q| format!("{q:.0} %"));
    format!("{}, quietness {quietness}", show::seconds(record.duration_s))
}
