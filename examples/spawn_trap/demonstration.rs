//! The demonstrations, each the `main` of a process of its own.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use clap::ValueEnum;
use serde::Serialize;
use workers::process;

use crate::containment;
use crate::variants;

/// Names the demonstration that this process is to run.
const NAME: &str = "SPAWN_TRAP";

/// Names the file in which each process writes that it began, and that it ended
/// well. A pool keeps its workers' outputs for itself, so they can't be counted there.
pub(crate) const LOG: &str = "SPAWN_TRAP_LOG";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Demo {
    /// The program that asks whether it is a child
    Guarded,
    /// The program that does not
    Unguarded,
    /// A process pool with `init`
    PoolGuarded,
    /// A process pool without
    PoolUnguarded,
    /// The crate procspawn with its `init`
    Procspawn,
    /// The crate procspawn without
    ProcspawnUnguarded,
    /// A static, seen from a spawned child
    SpawnedStatic,
    /// A static, seen from a forked child
    ForkedStatic,
    /// Children forked while another thread holds a lock
    HeldLock,
    /// The same while the lock is free
    FreeLock,
    /// Ends at once, to see what its start costs
    #[value(skip)]
    Nothing,
}

impl Demo {
    /// What this process was started for; nothing for the example itself.
    pub(crate) fn requested() -> Option<Self> {
        let name = env::var(NAME).ok()?;
        [Self::Nothing]
            .iter()
            .chain(Self::value_variants())
            .find(|demo| demo.name() == name)
            .copied()
    }

    fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(|| "nothing".into(), |v| v.get_name().to_owned())
    }

    /// Whether its processes say which generation they are and that they
    /// ended: those that a crate starts end inside of it.
    pub(crate) fn tells_all(self) -> bool {
        !matches!(self, Self::Procspawn | Self::ProcspawnUnguarded)
    }

    /// This program, to be started for the demonstration.
    pub(crate) fn command(self) -> std::io::Result<Command> {
        let mut command = variants::this_program()?;
        command.env(NAME, self.name()).stdin(Stdio::null());
        // A panic's text is quoted and its lines are counted.
        command.env("RUST_BACKTRACE", "0");
        Ok(command)
    }

    /// The whole `main` of a process that was started for a demonstration.
    pub(crate) fn run(self) -> ExitCode {
        containment::begin();
        note("began");
        match self.code() {
            Ok(code) => {
                note("ended");
                code
            }
            Err(error) => {
                // In one piece: several processes write to the same stderr.
                let line = format!("error: {error}\n");
                // Where stderr is closed nobody is left to be told.
                let _ = std::io::stderr().write_all(line.as_bytes());
                ExitCode::FAILURE
            }
        }
    }

    fn code(self) -> Result<ExitCode, Box<dyn std::error::Error>> {
        match self {
            Self::Guarded => variants::guarded()?,
            Self::Unguarded => variants::unguarded()?,
            Self::PoolGuarded => return Ok(variants::pool_guarded()?),
            Self::PoolUnguarded => variants::pool_unguarded()?,
            Self::Procspawn => variants::procspawn_guarded()?,
            Self::ProcspawnUnguarded => variants::procspawn_unguarded()?,
            Self::SpawnedStatic => {
                let seen = variants::setting_in_spawned_child()?;
                if process::generation() > 0 {
                    return Ok(ExitCode::from(u8::try_from(seen)?));
                }
                println!("seen {seen}");
            }
            Self::Nothing => {}
            #[cfg(unix)]
            Self::ForkedStatic => {
                println!("seen {}", crate::fork::setting_in_forked_child()?);
            }
            #[cfg(unix)]
            Self::HeldLock | Self::FreeLock => {
                use crate::facts::FORKED;
                use crate::rows::PATIENCE;
                let held = self == Self::HeldLock;
                let stuck =
                    crate::fork::stuck_after_fork(held, FORKED, PATIENCE)?;
                println!("stuck {stuck}");
            }
            #[cfg(not(unix))]
            Self::ForkedStatic | Self::HeldLock | Self::FreeLock => {
                return Err("`fork` exists on Unix only".into());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Adds a line to the log, whole or not at all.
fn note(what: &str) {
    let Some(path) = env::var_os(LOG) else { return };
    let line = format!("{what} {}\n", process::generation());
    let file = OpenOptions::new().append(true).open(path);
    if let Err(error) = file.and_then(|mut f| f.write_all(line.as_bytes())) {
        // Where the watcher is gone, its end of stderr is, too.
        let _ = writeln!(std::io::stderr(), "error: no log: {error}");
    }
}
