//! The parent's ends of one worker's stdin and stdout.

use std::io::BufReader;
use std::process::{ChildStdin, ChildStdout};

use super::super::wire::{
    Arrival, HELLO, Incoming, Line, Outgoing, SendError, excerpt, read_line,
};

/// Far longer than the hello, so that an error has enough to quote.
const LONGEST_HELLO: u64 = 4096;

/// Dropping it tells the worker to end.
#[derive(Debug)]
pub(super) struct Pipes {
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
    limit: usize,
    sent: u64,
    answered: u64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The other end is closed, and was so before it took anything.
    Unread,
    /// The other end is closed.
    Gone,
    /// Something has arrived, but it is no answer.
    Garbage { line: String, reason: String },
}

impl From<(String, String)> for Trouble {
    fn from((line, reason): (String, String)) -> Self {
        Self::Garbage { line, reason }
    }
}

impl Pipes {
    pub(super) fn new(
        stdin: ChildStdin,
        stdout: ChildStdout,
        limit: usize,
    ) -> Self {
        // As much as a pipe holds on Linux.
        let stdout = BufReader::with_capacity(64 << 10, stdout);
        let (line, sent, answered) = (Vec::new(), 0, 0);
        Self { stdin, stdout, line, limit, sent, answered }
    }

    /// How many jobs were sent.
    pub(super) fn jobs(&self) -> u64 {
        self.sent
    }

    pub(super) fn hello(&mut self) -> Result<(), Trouble> {
        let line = read_line(&mut self.stdout, &mut self.line, LONGEST_HELLO);
        match line {
            Ok(Line::End) | Err(_) => Err(Trouble::Gone),
            Ok(Line::Whole) if self.line == HELLO.as_bytes() => Ok(()),
            Ok(Line::Whole | Line::TooLong) => Err(Trouble::Garbage {
                line: excerpt(&self.line),
                reason: format!("a worker begins with {HELLO}"),
            }),
        }
    }

    /// Sends the jobs. The worker reads all of a frame before it answers, so
    /// this never waits for an answer to be read.
    pub(super) fn send(&mut self, jobs: &mut Outgoing) -> Result<(), Trouble> {
        let first = self.sent + 1;
        self.sent += jobs.messages() as u64;
        jobs.send(first, &mut self.stdin).map_err(|error| match error {
            SendError::Untouched(_) => Trouble::Unread,
            SendError::Broken(_) => Trouble::Gone,
        })
    }

    /// Waits for the next answers: to one job or to several.
    pub(super) fn receive(&mut self) -> Result<Incoming, Trouble> {
        let (line, limit) = (&mut self.line, self.limit);
        let answers = match Arrival::read(&mut self.stdout, line, limit) {
            Ok(Arrival::Frame(answers)) => answers,
            Ok(Arrival::Garbage { line, reason }) => {
                return Err(Trouble::Garbage { line, reason });
            }
            Ok(Arrival::End) | Err(_) => return Err(Trouble::Gone),
        };
        let numbers = &answers.numbers;
        let next = self.answered + 1;
        if numbers.start != next || numbers.end > self.sent + 1 {
            let reason = format!(
                "it answers jobs {numbers:?}, not {next:?}..{:?}",
                self.sent + 1
            );
            let line = excerpt(&self.line);
            return Err(Trouble::Garbage { line, reason });
        }
        self.answered = numbers.end - 1;
        Ok(answers)
    }
}
