//! Runs a program in a process group of its own, with an end to its time and
//! to its output, and leaves nothing of it behind.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use measure::show;

use crate::system::group::{Signal, own_group, signal_group};
use crate::system::interrupt::{self, Interrupted};
use crate::system::pipes::{joined, read_up_to, tail};
use crate::system::text::last_lines;

/// What a program may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Wall time.
    pub(crate) time: Duration,
    /// Bytes of standard output.
    pub(crate) output: usize,
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

/// The pauses between looks at a child: short first, since a replay takes
/// milliseconds; then long enough not to disturb a measurement.
const PAUSES: [Duration; 2] =
    [Duration::from_micros(500), Duration::from_millis(20)];

/// Until then the short pause is used.
const IMPATIENT: Duration = Duration::from_millis(100);

/// Runs `command` with nothing on its standard input. Its standard error is
/// captured unless `shows_stderr`. `tick` is called now and then with the
/// time since the start.
///
/// # Errors
/// The program can't be started.
pub(crate) fn run(
    command: &mut Command,
    limits: Limits,
    shows_stderr: bool,
    mut tick: impl FnMut(Duration),
) -> io::Result<Outcome> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(match shows_stderr {
        true => Stdio::inherit(),
        false => Stdio::piped(),
    });
    own_group(command);
    let mut child = command.spawn()?;
    let flooded = Arc::new(AtomicBool::new(false));
    let stdout = child.stdout.take().map(|pipe| {
        let flooded = Arc::clone(&flooded);
        thread::spawn(move || read_up_to(pipe, limits.output, &flooded))
    });
    let stderr =
        child.stderr.take().map(|pipe| thread::spawn(move || tail(pipe)));
    let started = Instant::now();
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break End::Exited(status);
        }
        let elapsed = started.elapsed();
        if interrupt::requested() {
            break End::Interrupted;
        } else if flooded.load(Ordering::Relaxed) {
            break End::Flooded(limits.output);
        } else if elapsed > limits.time {
            break End::TimedOut(limits.time);
        }
        tick(elapsed);
        thread::sleep(PAUSES[usize::from(elapsed > IMPATIENT)]);
    };
    if let End::Exited(_) = end {
        let open = |reader: &Option<JoinHandle<_>>| {
            reader.as_ref().is_some_and(|reader| !reader.is_finished())
        };
        let ended = Instant::now();
        while open(&stdout) && ended.elapsed() < DRAIN {
            thread::sleep(PAUSES[0]);
        }
        // Whatever the program left running goes with it. The group's number
        // is not given to others while a member is alive.
        signal_group(&child, Signal::Kill);
    } else {
        stop(&mut child)?;
    }
    // The pipes are closed once the whole group is gone.
    let stdout = stdout.map_or(Ok(Vec::new()), joined)?;
    let stderr = stderr.map_or(Ok(Vec::new()), joined)?;
    // The flood may have ended by itself before it was noticed.
    let end = match end {
        End::Exited(_) if flooded.load(Ordering::Relaxed) => {
            End::Flooded(limits.output)
        }
        end => end,
    };
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    Ok(Outcome { end, stdout, stderr })
}

/// Ends the whole group: politely, then for good.
fn stop(child: &mut Child) -> io::Result<()> {
    signal_group(child, Signal::Terminate);
    let asked = Instant::now();
    while asked.elapsed() < GRACE && child.try_wait()?.is_none() {
        thread::sleep(PAUSES[1]);
    }
    signal_group(child, Signal::Kill);
    child.wait()?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::system::pipes::STDERR_KEPT;

    fn sh(script: &str, seconds: u64, output: usize) -> Outcome {
        let time = Duration::from_secs(seconds);
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(&mut command, Limits { time, output }, false, |_| {}).unwrap()
    }

    #[test]
    fn code_output_and_error_text_are_kept() {
        let outcome = sh("echo out; echo err >&2; exit 3", 60, 100);
        let End::Exited(status) = outcome.end else { panic!() };
        assert_eq!(status.code(), Some(3));
        assert_eq!(outcome.stdout, b"out\n");
        assert_eq!(outcome.stderr, "err\n");
    }

    /// Waits until the process whose number `stdout` holds is gone. Killed at
    /// once, it goes when the system comes to it; one that its new parent has
    /// not waited for yet is gone for us.
    fn until_gone(stdout: &[u8]) {
        let pid = String::from_utf8_lossy(stdout);
        let stat = format!("/proc/{}/stat", pid.trim());
        while std::fs::read_to_string(&stat)
            .is_ok_and(|stat| !stat.contains(") Z "))
        {
            thread::sleep(PAUSES[0]);
        }
    }

    #[test]
    fn a_hanging_group_is_ended_whole() {
        let script = "trap '' TERM; sleep 600 & echo $!; wait";
        let outcome = sh(script, 1, 100);
        assert_eq!(outcome.end, End::TimedOut(Duration::from_secs(1)));
        until_gone(&outcome.stdout);
    }

    #[test]
    fn what_a_program_leaves_running_goes_with_it() {
        let outcome = sh("sleep 600 & echo $!", 60, 100);
        assert!(matches!(outcome.end, End::Exited(_)));
        until_gone(&outcome.stdout);
    }

    #[test]
    fn endless_output_is_ended() {
        let outcome = sh("yes", 60, 1000);
        assert_eq!(outcome.end, End::Flooded(1000));
        assert!(outcome.stdout.len() <= 1000);
    }

    #[test]
    fn endless_error_text_keeps_its_end() {
        let outcome = sh("yes | head -c 1000000 >&2; echo last >&2", 60, 10);
        assert!(matches!(outcome.end, End::Exited(_)));
        assert!(outcome.stderr.ends_with("last\n"));
        assert!(outcome.stderr.len() <= 2 * STDERR_KEPT + 4096);
    }
}
