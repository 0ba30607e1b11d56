//! Builds the examples and says where their programs are.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use crate::records::compiling;
use crate::system::child::{self, Limits, Streams};
use crate::system::console::Console;
use crate::system::disk::free_mib;
use crate::system::line::Line;
use crate::system::problem::{Place, Problem, Problems};
use crate::system::suggestion::suggestion;

/// The longest build that is waited for: a cold one takes about a minute.
const BUILD_TIME: Duration = Duration::from_secs(3600);

/// With less room than this a compile that fails has likely run out of it, in
/// MiB: one program of the book with what its linker needs.
const FULL_MIB: f64 = 64.0;

/// Most bytes of cargo's messages, far above what a workspace gives.
const MESSAGES: usize = 256 * 1024 * 1024;

/// cargo, as it started us, or as the search path has it.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    cargo: OsString,
}

/// A line of `--message-format=json` that tells of a program.
#[derive(Deserialize)]
struct CargoMessage {
    reason: String,
    target: Option<Artifact>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Artifact {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    target_directory: PathBuf,
}

impl Toolchain {
    pub(crate) fn from_environment() -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Self { cargo }
    }

    /// Where cargo is, or its name.
    pub(crate) fn cargo(&self) -> &Path {
        self.cargo.as_ref()
    }

    /// Builds `examples` of the package in `root`: name → program.
    pub(crate) fn build(
        &self,
        root: &Path,
        examples: &BTreeMap<&str, &Place>,
        line: &Arc<Line>,
        console: Console,
    ) -> anyhow::Result<BTreeMap<String, PathBuf>> {
        if examples.is_empty() {
            return Ok(BTreeMap::new());
        }
        let mut command = Command::new(&self.cargo);
        command.current_dir(root).args([
            "build",
            "--release",
            "--message-format=json-render-diagnostics",
        ]);
        let streams = compiling::followed(&mut command, line, console);
        for name in examples.keys() {
            command.args(["--example", name]);
        }
        let outcome = self.run(&mut command, streams)?;
        if let Some(why) = outcome.fault()? {
            let names: Vec<_> = examples
                .keys()
                .map(|name| format!("--example {name}"))
                .collect();
            // cargo tells of a compile's end also where that failed.
            let (what, mend) = match has_compiled(&outcome.stdout) {
                true => ("the examples don't compile", "the code"),
                false => ("cargo can't build the examples", "what it names"),
            };
            let what = format!(
                "{what}: cargo's messages stand above; {}",
                why.trim_end()
            );
            let room = self.target_directory(root).ok();
            let room = room.and_then(|target| free_mib(&target));
            let mend = match room.filter(|mib| *mib < FULL_MIB) {
                // A linker ends as if it were broken then.
                Some(mib) => format!(
                    "what fills the disk of `target`: {mib:.0} MiB are free"
                ),
                None => mend.into(),
            };
            let next = format!(
                "mend {mend}; `cargo build --release {}` shows the same",
                names.join(" ")
            );
            return Err(Problem::new(what, next).into());
        }
        let mut programs = programs(&outcome.stdout);
        let mut missing = Vec::new();
        for (name, place) in examples {
            if !programs.contains_key(*name) {
                missing.push(Problem::at(
                    place,
                    format!("cargo built no program for example `{name}`"),
                    format!("see `cargo build --release --example {name}`"),
                ));
            }
        }
        Problems::check(missing)?;
        programs.retain(|name, _| examples.contains_key(name.as_str()));
        Ok(programs)
    }

    /// Takes those of `examples` that don't exist out, and names their
    /// places, which cargo can't.
    pub(crate) fn unknown(
        root: &Path,
        examples: &mut BTreeMap<&str, &Place>,
    ) -> Vec<Problem> {
        let folder = root.join("examples");
        let exists = |name: &str| {
            folder.join(name).join("main.rs").is_file()
                || folder.join(format!("{name}.rs")).is_file()
        };
        let known: Vec<String> = std::fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let path = entry.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                exists(&name).then_some(name)
            })
            .collect();
        let mut problems = Vec::new();
        examples.retain(|name, place| {
            let exists = exists(name);
            if !exists {
                problems.push(Problem::at(
                    place,
                    format!("there is no example `{name}`"),
                    suggestion(name, known.iter().map(String::as_str)),
                ));
            }
            exists
        });
        problems
    }

    /// The folder that cargo builds into.
    pub(crate) fn target_directory(
        &self,
        root: &Path,
    ) -> anyhow::Result<PathBuf> {
        let mut command = Command::new(&self.cargo);
        command.current_dir(root).args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version=1",
        ]);
        let outcome = self.run(&mut command, Streams::default())?;
        let metadata = match outcome.fault()? {
            None => serde_json::from_slice::<Metadata>(&outcome.stdout)
                .map_err(|error| error.to_string()),
            Some(why) => Err(why),
        };
        let metadata = metadata.map_err(|why| {
            Problem::new(
                format!("can't read what `cargo metadata` says: {why}"),
                "type `cargo metadata --no-deps` to see why",
            )
        })?;
        Ok(metadata.target_directory)
    }

    fn run(
        &self,
        command: &mut Command,
        streams: Streams,
    ) -> anyhow::Result<child::Outcome> {
        let limits = Limits { time: BUILD_TIME, output: MESSAGES };
        child::run(command, limits, streams, |_| {}).map_err(|error| {
            let cargo = self.cargo.display();
            let next = match error.kind() {
                io::ErrorKind::NotFound => {
                    "install Rust (https://rustup.rs) and open a new terminal, \
                     or set CARGO to the path of cargo"
                }
                _ => "run the builder as `cargo book`",
            };
            Problem::new(format!("can't start `{cargo}`: {error}"), next).into()
        })
    }
}

fn read(messages: &[u8]) -> impl Iterator<Item = CargoMessage> {
    messages
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
}

/// Whether the compiler was asked at all, and not only cargo.
fn has_compiled(messages: &[u8]) -> bool {
    read(messages).any(|message| message.reason == "build-finished")
}

fn programs(messages: &[u8]) -> BTreeMap<String, PathBuf> {
    read(messages)
        .filter(|message| message.reason == "compiler-artifact")
        .filter_map(|message| {
            let target = message.target?;
            let is_example = target.kind.iter().any(|kind| kind == "example");
            is_example.then_some((target.name, message.executable?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_examples_with_a_program_are_taken() {
        let messages = br#"{"reason":"compiler-artifact","target":{"name":"measure","kind":["lib"]},"executable":null}
not json
{"reason":"compiler-artifact","target":{"name":"race","kind":["example"]},"executable":"/t/release/examples/race"}
{"reason":"build-finished","success":true}"#;
        let found = programs(messages);
        assert_eq!(found.len(), 1);
        assert_eq!(found["race"], Path::new("/t/release/examples/race"));
    }
}
