//! Runs a chapter's command through `mdbook-cmdrun`, and learns how it ended.
//!
//! `run_cmdrun` gives back one text: the output, or words that say that it
//! failed, which an honest program may print too. It has no timeout, keeps
//! any amount of output, and drops standard error. So the command that it is
//! given is this builder itself, which runs the real one with limits, always
//! exits with 0, and answers in JSON. All that the real command needs stands
//! in one hexadecimal word, which every shell leaves as it is.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::page::fit::MAX_OUTPUT;
use crate::system::child::{self, End, Limits, Streams};

/// A command to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The program, or `None` for a line for the shell.
    pub(crate) program: Option<PathBuf>,
    /// Its arguments, or the line.
    pub(crate) args: Vec<String>,
    /// Where it runs.
    pub(crate) folder: PathBuf,
    /// How long it may take, in seconds.
    pub(crate) seconds: u64,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// It ended by itself.
    Ended {
        /// The exit code; none where a signal ended it.
        code: Option<i32>,
        /// Standard output.
        stdout: String,
        /// The end of standard error.
        stderr: String,
    },
    /// It was stopped after its time.
    TimedOut,
    /// It was stopped for printing too much.
    Flooded,
    /// The user wants to stop.
    Interrupted,
    /// It could not be started.
    NotStarted(String),
}

/// Name of the hidden subcommand.
pub(crate) const SUBCOMMAND: &str = "relay";

/// The builder's side: runs `job` and waits for its answer.
pub(crate) fn run(job: &Job) -> anyhow::Result<Answer> {
    let builder = std::env::current_exe().context("can't find the builder")?;
    let (Some(folder), Some(name)) = (
        builder.parent().and_then(Path::to_str),
        builder.file_name().and_then(|name| name.to_str()),
    ) else {
        anyhow::bail!(
            "the builder's path `{}` is no UTF-8\n    next: move the project \
             to a folder with a plain name",
            builder.display()
        );
    };
    // Started from its own folder, so that no path needs quoting. `exec`
    // takes the shell's place, whose end the relay would not notice.
    let start =
        if cfg!(windows) { name.into() } else { format!("exec ./{name}") };
    let word = to_hex(&serde_json::to_vec(job)?);
    let command = format!("{start} {SUBCOMMAND} {word}");
    let text = mdbook_cmdrun::CmdRun::run_cmdrun(command, folder, false)?;
    serde_json::from_str(&text)
        .with_context(|| format!("can't read the answer {text:?}"))
}

/// The other side: `course relay <word>`.
pub(crate) fn answer(word: &str) -> anyhow::Result<ExitCode> {
    let job: Job = serde_json::from_slice(&from_hex(word)?)?;
    let parent = parent();
    let answer = perform(&job, || {
        // A builder that ended without a word leaves nobody to answer.
        if self::parent() != parent {
            crate::system::interrupt::request();
        }
    });
    // As above.
    let _ = writeln!(std::io::stdout(), "{}", serde_json::to_string(&answer)?);
    Ok(ExitCode::SUCCESS)
}

/// Runs `job` right here; `tick` is called now and then.
pub(crate) fn perform(job: &Job, tick: impl Fn()) -> Answer {
    let mut command = match (&job.program, cfg!(windows)) {
        (Some(program), _) => Command::new(program),
        (None, false) => shell("sh", "-c"),
        (None, true) => shell("cmd", "/C"),
    };
    command.args(&job.args).current_dir(&job.folder);
    let time = Duration::from_secs(job.seconds);
    let limits = Limits { time, output: MAX_OUTPUT };
    match child::run(&mut command, limits, Streams::default(), |_| tick()) {
        Err(error) => Answer::NotStarted(error.to_string()),
        Ok(outcome) => match outcome.end {
            End::Exited(status) => Answer::Ended {
                code: status.code(),
                stdout: String::from_utf8_lossy(&outcome.stdout).into_owned(),
                stderr: outcome.stderr,
            },
            End::TimedOut(_) => Answer::TimedOut,
            End::Flooded(_) => Answer::Flooded,
            End::Interrupted => Answer::Interrupted,
        },
    }
}

fn shell(name: &str, flag: &str) -> Command {
    let mut command = Command::new(name);
    command.arg(flag);
    command
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(word: &str) -> anyhow::Result<Vec<u8>> {
    anyhow::ensure!(word.is_ascii(), "no hexadecimal word");
    word.as_bytes()
        .chunks(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair)?;
            Ok(u8::from_str_radix(pair, 16)?)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_survives_its_way_through_the_shell() {
        let job = Job {
            program: Some("/a b/c'd\"e/$f".into()),
            args: vec!["%PATH% ; `x`".into()],
            folder: "é".into(),
            seconds: 3,
        };
        let word = to_hex(&serde_json::to_vec(&job).unwrap());
        assert!(word.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let back: Job =
            serde_json::from_slice(&from_hex(&word).unwrap()).unwrap();
        assert_eq!(back, job);
        assert!(from_hex("zz").is_err());
        assert!(from_hex("é").is_err());
    }
}
