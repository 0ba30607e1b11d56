//! Runs a program in a process group of its own, with an end to its time and
//! to its output, and leaves nothing of it behind.

use std::fs::File;
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use measure::show;

use crate::system::bound;
use crate::system::group::{Group, Signal};
use crate::system::interrupt::{self, Interrupted};
use crate::system::pipes::Reader;
use crate::system::strays::Watch;
use crate::system::text::last_lines;

/// What a program may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Wall time.
    pub(crate) time: Duration,
    /// Bytes of standard output.
    pub(crate) output: usize,
}

/// Is given each line as it comes.
pub(crate) type Heard = Box<dyn FnMut(&str) + Send>;

/// What is other than usual with a program's streams.
#[derive(Default)]
pub(crate) struct Streams {
    /// A file as its standard input, in the place of nothing.
    pub(crate) input: Option<File>,
    /// Gets the lines of its standard error, in the place of
    /// [`Outcome::stderr`].
    pub(crate) errors: Option<Heard>,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself, or by a signal that was not ours.
    Exited(ExitStatus),
    /// It was stopped after [`Limits::time`].
    TimedOut(Duration),
    /// It was stopped after [`Limits::output`] bytes.
    Flooded(usize),
    /// It was stopped since the user wants to stop.
    Interrupted,
}

/// What is left of a program.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) end: End,
    /// Standard output, up to the limit.
    pub(crate) stdout: Vec<u8>,
    /// The last part of standard error, if it was captured.
    pub(crate) stderr: String,
}

impl Outcome {
    /// What went wrong, with the end of standard error; nothing where the
    /// program ended by itself and with success.
    pub(crate) fn fault(&self) -> Result<Option<String>, Interrupted> {
        let why = match self.end {
            End::Exited(status) if status.success() => return Ok(None),
            End::Exited(status) => format!("it ended with {status}"),
            End::TimedOut(time) => format!(
                "it did not end within {} and was stopped",
                show::seconds(time.as_secs_f64())
            ),
            End::Flooded(bytes) => {
                format!("it printed more than {bytes} bytes and was stopped")
            }
            End::Interrupted => return Err(Interrupted),
        };
        Ok(Some(format!("{why}\n{}", last_lines(&self.stderr))))
    }
}

/// How long a program may clean up between the polite and the final signal.
const GRACE: Duration = Duration::from_millis(500);

/// How long output may stay open after its program ended: a grandchild holds
/// it then, and is ended too.
const DRAIN: Duration = Duration::from_millis(200);

/// How long it may stay open after all was ended. It is closed by then, and
/// read in an instant; whoever holds it still was not to be found, and is not
/// waited for.
const LAST_DRAIN: Duration = Duration::from_secs(1);

/// The pauses between looks at a child: short first, since a replay takes
/// milliseconds; then long enough not to disturb a measurement.
const PAUSES: [Duration; 2] =
    [Duration::from_micros(500), Duration::from_millis(20)];

/// Until then the short pause is used.
const IMPATIENT: Duration = Duration::from_millis(100);

/// Runs `command`. `tick` is called now and then with the time since the
/// start.
///
/// # Errors
/// The program can't be started.
pub(crate) fn run(
    command: &mut Command,
    limits: Limits,
    streams: Streams,
    mut tick: impl FnMut(Duration),
) -> io::Result<Outcome> {
    if interrupt::requested() {
        return Ok(Outcome {
            end: End::Interrupted,
            stdout: Vec::new(),
            stderr: String::new(),
        });
    }
    command.stdin(streams.input.map_or_else(Stdio::null, Stdio::from));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    bound::bind(command);
    let mut watch = Watch::begin();
    let mut group = Group::start(command)?;
    let leader = group.leader();
    watch.follow(leader.id());
    let stdout =
        leader.stdout.take().map(|pipe| Reader::first(pipe, limits.output));
    let stderr = leader.stderr.take().map(|pipe| match streams.errors {
        Some(heard) => Reader::lines(pipe, heard),
        None => Reader::last(pipe),
    });
    let is_flooded = || stdout.as_ref().is_some_and(Reader::is_flooded);
    let started = Instant::now();
    let stopped = loop {
        if group.has_ended()? {
            break None;
        }
        let elapsed = started.elapsed();
        if interrupt::requested() {
            break Some(End::Interrupted);
        } else if is_flooded() {
            break Some(End::Flooded(limits.output));
        } else if elapsed > limits.time {
            break Some(End::TimedOut(limits.time));
        }
        tick(elapsed);
        thread::sleep(PAUSES[usize::from(elapsed > IMPATIENT)]);
    };
    if stopped.is_some() {
        group.signal(Signal::Terminate);
        let asked = Instant::now();
        while asked.elapsed() < GRACE && !group.has_ended()? {
            thread::sleep(PAUSES[1]);
        }
    }
    let readers = [&stdout, &stderr];
    let drain = |time: Duration| {
        let is_open =
            || readers.into_iter().flatten().any(|r| !r.is_finished());
        let began = Instant::now();
        while is_open() && began.elapsed() < time {
            thread::sleep(PAUSES[0]);
        }
    };
    if stopped.is_none() {
        drain(DRAIN);
    }
    // Whatever the program left running goes with it.
    let status = group.end()?;
    watch.end();
    drain(LAST_DRAIN);
    let end = match stopped {
        Some(end) => end,
        // The flood may have ended by itself before it was noticed.
        None if is_flooded() => End::Flooded(limits.output),
        None => End::Exited(status),
    };
    let taken = |reader: &Option<Reader>| {
        reader.as_ref().map_or_else(Vec::new, Reader::taken)
    };
    let stderr = String::from_utf8_lossy(&taken(&stderr)).into_owned();
    Ok(Outcome { end, stdout: taken(&stdout), stderr })
}

#[cfg(all(test, unix))]
mod tests;
