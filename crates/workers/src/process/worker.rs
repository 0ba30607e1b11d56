//! The worker's side: the loop that reads jobs and writes answers.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::generation::{ROLE, WORKER};
use super::wire::{
    Arrival, HELLO, Outcome, Outgoing, PAYLOAD_LIMIT, PAYLOAD_LIMIT_VARIABLE,
    excerpt,
};
use crate::PoolError;
use crate::error::panic_message;

/// What an answer has around it and a job has not: what fits as a job fits as
/// an answer, too.
const ENVELOPE: usize = r#"{"panicked":}"#.len();

/// Far above the text of a refusal; see `refusal`.
const LONGEST_REFUSAL: usize = 4096;

/// An answer that comes sooner after the last write waits for the next one of
/// its frame, so that fast jobs share a write.
const LONGEST_DELAY: Duration = Duration::from_millis(1);

/// Serves jobs if this process was started as a worker. Call it first in
/// `main`, and return the code it gives:
///
/// ```
/// # use std::process::ExitCode;
/// # fn job(x: u64) -> Result<u64, String> { Ok(x) }
/// fn main() -> ExitCode {
///     if let Some(code) = workers::process::init(job) {
///         return code;
///     }
///     // the program itself
///     ExitCode::SUCCESS
/// }
/// ```
///
/// `None` means that this is the program itself. In a worker the call returns
/// when the pool closes the worker's stdin; going on with `main` then would
/// run the program once more.
///
/// `serve` is a plain function, since a closure's captures would not be there
/// in a new process. Its panic is caught, reported, and the worker lives on.
pub fn init<J, A>(serve: fn(J) -> Result<A, String>) -> Option<ExitCode>
where
    J: DeserializeOwned,
    A: Serialize,
{
    if env::var_os(ROLE)? != WORKER {
        return None;
    }
    // A busy worker would outlive a killed parent until its job ends. A parent
    // that died before this call is not missed: it sent no job before the
    // hello, and a worker without a job sees the end of stdin.
    die_with_parent();
    Some(match serve_pool(serve) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn serve_pool<J, A>(serve: fn(J) -> Result<A, String>) -> io::Result<()>
where
    J: DeserializeOwned,
    A: Serialize,
{
    // As files of their own: `Stdout` would cut a frame at its last newline
    // into two writes, and wake the pool twice.
    let (input, output) = own_files()?;
    let limit = env::var(PAYLOAD_LIMIT_VARIABLE)
        .ok()
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(PAYLOAD_LIMIT);
    // As much as a pipe holds on Linux.
    let input = BufReader::with_capacity(64 << 10, input);
    answer_all(serve, input, output, limit)
}

/// Has the kernel kill this process when the thread that started it ends,
/// also by `kill -9`. Elsewhere than on Linux, where there is no such thing,
/// and where it is refused, the caller needs another end: a worker has that of
/// its stdin.
pub fn die_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::{prctl::set_pdeathsig, signal::Signal};
        let _ = set_pdeathsig(Signal::SIGKILL);
    }
}

#[cfg(unix)]
fn own_files() -> io::Result<(File, File)> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

#[cfg(windows)]
fn own_files() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle;
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

/// `output` must not be locked: a job's own threads may print, and would wait
/// for the lock for ever instead of being reported.
fn answer_all<J: DeserializeOwned, A: Serialize>(
    serve: fn(J) -> Result<A, String>,
    mut input: impl BufRead,
    mut output: impl Write,
    limit: usize,
) -> io::Result<()> {
    writeln!(output, "{HELLO}")?;
    output.flush()?;
    let mut answers = Outgoing::new(limit.saturating_add(ENVELOPE));
    let mut line = Vec::new();
    // The whole frame is read before its first job runs: the pool writes it
    // without reading, and the two would block each other.
    while let Arrival::Frame(mut jobs) =
        Arrival::read(&mut input, &mut line, limit)?
    {
        let mut first = jobs.numbers.start;
        let mut sent = Instant::now();
        while let Some(job) = jobs.next() {
            let outcome = answer(serve, job);
            if let Err(error) = answers.add(&outcome) {
                let failed = Outcome::<()>::Failed(refusal(error, limit));
                answers
                    .add_within(LONGEST_REFUSAL, &failed)
                    .map_err(io::Error::other)?;
            }
            if answers.is_full() || sent.elapsed() >= LONGEST_DELAY {
                let next = first + answers.messages() as u64;
                answers.send(first, &mut output)?;
                (first, sent) = (next, Instant::now());
            }
        }
        answers.send(first, &mut output)?;
    }
    Ok(())
}

/// Why an answer can't be sent, short enough for any limit of payloads.
fn refusal(error: PoolError, limit: usize) -> String {
    let reason = match error {
        PoolError::Unwritable { error } => error.to_string(),
        PoolError::TooLarge { .. } => PoolError::TooLarge { limit }.to_string(),
        other => other.to_string(),
    };
    let reason = excerpt(reason.as_bytes());
    format!("its answer can't be sent: {reason}")
}

fn answer<J: DeserializeOwned, A>(
    serve: fn(J) -> Result<A, String>,
    job: Result<J, (String, String)>,
) -> Outcome<A> {
    let job = match job {
        Ok(job) => job,
        Err((_, reason)) => {
            return Outcome::Failed(format!("the job can't be read: {reason}"));
        }
    };
    // The job is moved in, so a panic leaves nothing half-done behind.
    match catch_unwind(AssertUnwindSafe(|| serve(job))) {
        Ok(Ok(answer)) => Outcome::Done(answer),
        Ok(Err(message)) => Outcome::Failed(message),
        Err(payload) => Outcome::Panicked(panic_message(&*payload)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// What a worker answers to one frame of `jobs`, as text.
    fn session<J: Serialize + DeserializeOwned, A: Serialize>(
        serve: fn(J) -> Result<A, String>,
        jobs: &[J],
    ) -> String {
        let mut frame = Outgoing::new(100);
        jobs.iter().for_each(|job| frame.add(job).unwrap());
        let (mut input, mut output) = (Vec::new(), Vec::new());
        frame.send(1, &mut input).unwrap();
        answer_all(serve, &*input, &mut output, 100).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_worker_says_hello_and_numbers_its_answers() {
        let text = session(|x: u64| Ok(x + 1), &[1, 2]);
        let expected = r#"
{"first":1,"sizes":[[10],[10]]}
{"done":2}{"done":3}"#;
        assert_eq!(text, format!("{HELLO}{expected}"));
    }

    #[test]
    fn jobs_cut_short_are_not_run() {
        let input = b"{\"first\":1,\"sizes\":[[1],[2]]}\n12";
        let mut output = Vec::new();
        answer_all(|x: u64| Ok(x), &input[..], &mut output, 100).unwrap();
        assert_eq!(output, format!("{HELLO}\n").into_bytes());
    }

    #[test]
    fn an_unreadable_job_fails_alone() {
        let input = b"{\"first\":1,\"sizes\":[[4],[1]]}\nnull7";
        let mut output = Vec::new();
        answer_all(|x: u64| Ok(x), &input[..], &mut output, 100).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("the job can't be read"), "{text}");
        assert!(text.ends_with(r#"{"done":7}"#), "{text}");
    }

    #[test]
    fn an_unwritable_answer_fails_alone() {
        // JSON has no keys but strings.
        let text = session(|x: u64| Ok(BTreeMap::from([((x, x), x)])), &[1]);
        assert!(text.contains("its answer can't be sent"), "{text}");
    }

    #[test]
    fn an_answer_over_the_limit_fails_alone() {
        let text = session(|x: usize| Ok("x".repeat(x)), &[200, 2]);
        assert!(text.contains("its answer can't be sent"), "{text}");
        assert!(text.ends_with(r#"{"done":"xx"}"#), "{text}");
    }
}
