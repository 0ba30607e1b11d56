//! The parent's ends of one worker's stdin and stdout.

use std::io::{BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::wire::{
    Answer, HELLO, LONGEST_LINE, Line, Outcome, excerpt, read_line,
};

/// Dropping it tells the worker to end.
#[derive(Debug)]
pub(super) struct Pipes {
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
    jobs: u64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The other end is closed.
    Gone,
    /// There is a line, but it is no answer.
    Garbage { line: String, reason: String },
    /// The job was not sent; the worker is fine.
    Unwritable(serde_json::Error),
}

impl Pipes {
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout) -> Self {
        // As much as a pipe holds on Linux.
        let stdout = BufReader::with_capacity(64 << 10, stdout);
        Self { stdin, stdout, line: Vec::new(), jobs: 0 }
    }

    /// How many jobs were sent.
    pub(super) fn jobs(&self) -> u64 {
        self.jobs
    }

    pub(super) fn hello(&mut self) -> Result<(), Trouble> {
        self.read()?;
        if self.line == HELLO.as_bytes() {
            Ok(())
        } else {
            Err(self.garbage(format!("a worker begins with {HELLO}")))
        }
    }

    pub(super) fn ask<J: Serialize, A: DeserializeOwned>(
        &mut self,
        job: &J,
    ) -> Result<Outcome<A>, Trouble> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, job)
            .map_err(Trouble::Unwritable)?;
        self.line.push(b'\n');
        self.stdin.write_all(&self.line).map_err(|_| Trouble::Gone)?;
        self.jobs += 1;
        self.read()?;
        match serde_json::from_slice::<Answer<A>>(&self.line) {
            Ok(answer) if answer.id == self.jobs => Ok(answer.outcome),
            Ok(answer) => Err(self.garbage(format!(
                "it answers job {}, not job {}",
                answer.id, self.jobs
            ))),
            Err(error) => Err(self.garbage(error.to_string())),
        }
    }

    fn read(&mut self) -> Result<(), Trouble> {
        match read_line(&mut self.stdout, &mut self.line, LONGEST_LINE) {
            Ok(Line::Whole) => Ok(()),
            Ok(Line::TooLong) => {
                Err(self
                    .garbage(format!("it is longer than {LONGEST_LINE} bytes")))
            }
            Ok(Line::End) | Err(_) => Err(Trouble::Gone),
        }
    }

    fn garbage(&self, reason: String) -> Trouble {
        Trouble::Garbage { line: excerpt(&self.line), reason }
    }
}
