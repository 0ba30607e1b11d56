//! One measurement: the program runs, and what it prints is checked.

use std::process::Command;
use std::time::Duration;

use measure::Record;
use measure::record::REPLAY_VARIABLE;

use crate::chapter::call::with_profile;
use crate::records::runs::Run;
use crate::records::settings::Settings;
use crate::system::child::{self, Limits, Streams};
use crate::system::files;
use crate::system::lock::Held;
use crate::system::problem::Problem;
use crate::system::text::last_lines;

/// Most bytes of a record: as many as its reader takes.
const RECORD_BYTES: usize = measure::record::MAX_RECORD_BYTES as usize;

/// A measurement may take this many times its budget: a busy or slow machine
/// is no failure, a program that hangs is.
const PATIENCE: u32 = 10;

/// The shortest timeout: below it the start of processes on a busy machine
/// would count.
const SHORTEST_TIMEOUT: Duration = Duration::from_secs(60);

/// A record as it was printed.
pub(crate) struct Printout {
    pub(crate) record: Record,
    text: Vec<u8>,
}

impl Printout {
    /// Puts it in the place of the record that there was.
    pub(crate) fn keep(&self, run: &Run) -> Result<(), Problem> {
        files::write_whole(&run.record, &self.text).map_err(|error| {
            Problem::new(
                format!("can't write `{}`: {error}", run.record.display()),
                "make room, or the folder writable, and type the command again",
            )
        })
    }
}

/// Measures `run`. The program holds the lock with us: killed alone, the
/// builder would leave it measuring, and the next build would measure beside
/// it.
pub(crate) fn printed(
    run: &Run,
    settings: Settings,
    held: &mut Option<Held>,
    mut tick: impl FnMut(Duration, &mut Option<Held>),
) -> anyhow::Result<Printout> {
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
    Ok(Printout { record, text: outcome.stdout })
}
