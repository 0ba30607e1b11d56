//! Watches a demonstration: a contained tree of processes, ended as a whole.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use measure::BodyError;
use workers::process;

use crate::containment::{self, WALL};
use crate::demonstration::{Demo, LOG};

/// What a demonstration did.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The generation of each process that ran.
    pub(crate) began: Vec<u32>,
    /// How many of them ended well. The others failed or were killed.
    pub(crate) ended: usize,
    /// The first process's exit code; none if it was killed.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Whether it had to be ended after [`WALL`].
    pub(crate) timed_out: bool,
    /// Whether a process was left when the first had ended and its outputs
    /// were closed, where the system tells. It is killed then.
    pub(crate) left: Option<bool>,
}

impl Seen {
    /// How many processes did not end well.
    pub(crate) fn failed(&self) -> usize {
        self.began.len() - self.ended
    }

    /// 1 where something was left, 0 where nothing was.
    pub(crate) fn left(&self) -> Option<f64> {
        self.left.map(|left| f64::from(u8::from(left)))
    }

    /// The number that stands behind `name` on a line of the output.
    pub(crate) fn number(&self, name: &str) -> Result<f64, BodyError> {
        let line = self.stdout.lines().find_map(|l| l.strip_prefix(name));
        let number = line.and_then(|text| text.trim().parse().ok());
        number.ok_or_else(|| self.trouble(&format!("it printed no `{name}`")))
    }

    pub(crate) fn trouble(&self, what: &str) -> BodyError {
        let last = self.stderr.lines().next_back().unwrap_or("no error text");
        format!("{what}; its last words: {last}").into()
    }
}

/// Runs `demo` as a contained tree of processes and ends all of it.
pub(crate) fn watch(demo: Demo) -> Result<Seen, BodyError> {
    containment::adopt_orphans();
    let log = Log::new()?;
    let mut command = demo.command()?;
    command.env(LOG, &log.path).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process::spawn_contained(&mut command)?;
    let until = Instant::now() + WALL;
    let stdout = drained(child.stdout.take());
    let stderr = drained(child.stderr.take());
    // Both outputs end when the last process of the tree does.
    let ended = [&stdout, &stderr].map(|output| {
        let rest = until.saturating_duration_since(Instant::now());
        output.recv_timeout(rest)
    });
    let timed_out = ended.contains(&Err(RecvTimeoutError::Timeout));
    if timed_out {
        containment::kill_tree(child.id());
    }
    let status = child.wait()?;
    // First the look, then the kill, which leaves nothing to be seen.
    let left = containment::is_anything_left(child.id());
    if left == Some(true) {
        containment::kill_tree(child.id());
        containment::is_anything_left(child.id());
    }
    let [out, err] = ended.map(Result::unwrap_or_default);
    let mut seen = Seen {
        code: status.code(),
        stdout: out,
        stderr: err,
        timed_out,
        left,
        ..Seen::default()
    };
    for line in fs::read_to_string(&log.path)?.lines() {
        match line.split_once(' ') {
            Some(("began", generation)) => {
                seen.began.push(generation.parse()?);
            }
            Some(("ended", _)) => seen.ended += 1,
            _ => {}
        }
    }
    Ok(seen)
}

/// Reads an output to its end, beside the other.
fn drained(output: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (send, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is worth reading, too.
        let _ = output.map(|mut output| output.read_to_end(&mut bytes));
        let _ = send.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// A file that is gone when the demonstration is over, or this process.
struct Log {
    path: PathBuf,
    /// Keeps the file where it has no name.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "only Linux asks for it")
    )]
    open: File,
}

impl Log {
    fn new() -> std::io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("spawn_trap-{}-{number}", std::process::id());
        let path = env::temp_dir().join(name);
        // Never another's file, which could be a link to somewhere.
        let new = OpenOptions::new().append(true).create_new(true).open(&path);
        nameless(Self { path, open: new? })
    }
}

/// Takes the file's name away: it then lives as long as this process has it
/// open, also if this process is killed. Linux lends it another name.
#[cfg(target_os = "linux")]
fn nameless(mut log: Log) -> std::io::Result<Log> {
    use std::os::fd::AsRawFd;

    fs::remove_file(&log.path)?;
    let (process, file) = (std::process::id(), log.open.as_raw_fd());
    log.path = format!("/proc/{process}/fd/{file}").into();
    Ok(log)
}

#[cfg(not(target_os = "linux"))]
fn nameless(log: Log) -> std::io::Result<Log> {
    Ok(log)
}

#[cfg(not(target_os = "linux"))]
impl Drop for Log {
    fn drop(&mut self) {
        // A file left in the folder for temporary files harms nobody.
        let _ = fs::remove_file(&self.path);
    }
}

/// Runs `demo` for a person: what it prints, and what was left of it.
pub(crate) fn show(demo: Demo) -> ExitCode {
    let seen = match watch(demo) {
        Ok(seen) => seen,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    eprint!("{}", seen.stderr);
    print!("{}", seen.stdout);
    let code = match seen.code {
        Some(code) => format!("exit code {code}"),
        None => "killed".into(),
    };
    let left = match seen.left {
        Some(true) => "something is left",
        Some(false) => "nothing is left",
        None => "what is left this system doesn't tell",
    };
    let processes = match seen.began.len() {
        1 => "1 process".into(),
        n => format!("{n} processes"),
    };
    let failed = match demo.tells_all() {
        true => format!(", {} of them failed", seen.failed()),
        false => String::new(),
    };
    println!("{processes}{failed}; the first: {code}; {left}");
    ExitCode::SUCCESS
}
