//! The worker's side: the loop that reads jobs and writes answers.

use std::env;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::generation::{ROLE, WORKER};
use super::wire::{Answer, HELLO, LONGEST_LINE, Line, Outcome, read_line};
use crate::error::panic_message;

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
    Some(match answer_all(serve, io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
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

/// `output` must not be locked: a job's own threads may print, and would wait
/// for the lock for ever instead of being reported.
fn answer_all<J: DeserializeOwned, A: Serialize>(
    serve: fn(J) -> Result<A, String>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = HELLO.as_bytes().to_vec();
    let mut id = 0;
    loop {
        line.push(b'\n');
        // One write per line: prints of other threads come before or after.
        output.write_all(&line)?;
        output.flush()?;
        if read_line(&mut input, &mut line, LONGEST_LINE)? != Line::Whole {
            return Ok(());
        }
        id += 1;
        let outcome = answer(serve, &line);
        line.clear();
        if let Err(error) =
            serde_json::to_writer(&mut line, &Answer { id, outcome })
        {
            let message = format!("the answer can't be written: {error}");
            let outcome = Outcome::<()>::Failed(message);
            line.clear();
            serde_json::to_writer(&mut line, &Answer { id, outcome })?;
        }
    }
}

fn answer<J: DeserializeOwned, A>(
    serve: fn(J) -> Result<A, String>,
    line: &[u8],
) -> Outcome<A> {
    let job = match serde_json::from_slice(line) {
        Ok(job) => job,
        Err(error) => {
            return Outcome::Failed(format!("the job can't be read: {error}"));
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

    fn session<J: DeserializeOwned, A: Serialize>(
        serve: fn(J) -> Result<A, String>,
        input: &str,
    ) -> Vec<String> {
        let mut output = Vec::new();
        answer_all(serve, input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        output.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_worker_says_hello_and_numbers_its_answers() {
        let lines = session(|x: u64| Ok(x + 1), "1\n2\n");
        assert_eq!(
            lines,
            [
                HELLO,
                r#"{"id":1,"outcome":{"done":2}}"#,
                r#"{"id":2,"outcome":{"done":3}}"#
            ]
        );
    }

    #[test]
    fn a_job_cut_short_is_not_run() {
        let lines = session(|x: u64| Ok(x), "1\n23");
        assert_eq!(lines.len(), 2, "{lines:?}");
    }

    #[test]
    fn an_unreadable_job_fails_alone() {
        let lines = session(|x: u64| Ok(x), "null\n7\n");
        assert!(lines[1].contains("the job can't be read"), "{lines:?}");
        assert_eq!(lines[2], r#"{"id":2,"outcome":{"done":7}}"#);
    }

    #[test]
    fn an_unwritable_answer_fails_alone() {
        // JSON has no keys but strings.
        let lines = session(|x: u64| Ok(BTreeMap::from([((x, x), x)])), "1\n");
        assert!(lines[1].contains("the answer can't be written"), "{lines:?}");
    }
}
