//! What the compiler says of a program that it refuses, or warns about.

use std::fs;
use std::path::{Path, PathBuf};

use measure::machine::sha256_hex;

use crate::page::relay::{self, Answer, Job};
use crate::system::files;
use crate::system::problem::Problem;
use crate::system::suggestion::suggestion;

/// The compiler.
#[derive(Clone, Debug)]
pub(crate) struct Compiler {
    program: PathBuf,
    /// All that it says of itself; a new compiler has new words.
    version: String,
}

/// A program to be shown to the compiler.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    job: Job,
    kept: PathBuf,
    metadata: PathBuf,
}

/// Why the compiler's words can't be had.
const UNAVAILABLE: &str = "the compiler's words can't be had";

impl Compiler {
    /// The compiler beside `cargo`, else the one that the search path has.
    pub(crate) fn find(cargo: &Path) -> Result<Self, Problem> {
        let name = format!("rustc{}", std::env::consts::EXE_SUFFIX);
        let beside = cargo.with_file_name(name);
        let program = match std::env::var_os("RUSTC") {
            Some(program) => program.into(),
            None if cargo.is_absolute() && beside.is_file() => beside,
            None => "rustc".into(),
        };
        let job = Job {
            program: Some(program.clone()),
            args: vec!["-vV".into()],
            // There while the builder is; a temporary folder may not be.
            folder: std::env::current_dir().unwrap_or_default(),
            seconds: 60,
        };
        match relay::perform(&job, || {}) {
            Answer::Ended { code: Some(0), stdout, .. } => {
                Ok(Self { program, version: stdout })
            }
            other => Err(Problem::new(
                format!(
                    "{UNAVAILABLE}: `{} -vV` gave {other:?}",
                    program.display()
                ),
                "install Rust (https://rustup.rs), or set RUSTC to the path \
                 of rustc",
            )),
        }
    }

    /// How to show it `examples/<slug>/refused/<name>.rs` below `root`. Its
    /// words are kept beside the `records`: it takes a tenth of a second or
    /// more for each program.
    pub(crate) fn request(
        &self,
        root: &Path,
        slug: &str,
        name: &str,
        records: &Path,
        seconds: u64,
    ) -> Result<Request, Problem> {
        let cache = records.join("compiler");
        let shown = shown(slug, name);
        let source = fs::read(root.join(&shown)).map_err(|error| {
            let folder = root.join(format!("examples/{slug}/refused"));
            let known: Vec<String> = fs::read_dir(folder)
                .into_iter()
                .flatten()
                .flatten()
                .filter_map(|entry| {
                    let path = entry.path();
                    Some(path.file_stem()?.to_str()?.to_owned())
                })
                .collect();
            Problem::new(
                format!("`{shown}` can't be read: {error}"),
                suggestion(name, known.iter().map(String::as_str)),
            )
        })?;
        let mut args = arguments(&shown);
        let words = args.join(" ");
        let key = [self.version.as_bytes(), words.as_bytes(), &source];
        let key = sha256_hex(&key.join(&0));
        let metadata = cache.join(format!("{key}.rmeta"));
        args.extend(["-o".into(), metadata.display().to_string()]);
        Ok(Request {
            job: Job {
                program: Some(self.program.clone()),
                args,
                folder: root.into(),
                seconds,
            },
            kept: cache.join(format!("{key}.json")),
            metadata,
        })
    }
}

impl Request {
    /// What the compiler said when it saw this program last, or says now.
    pub(crate) fn answer(&self) -> Result<Answer, String> {
        let kept = fs::read(&self.kept).ok();
        if let Some(answer) =
            kept.and_then(|text| serde_json::from_slice(&text).ok())
        {
            return Ok(answer);
        }
        if let Some(folder) = self.kept.parent() {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        let answer = relay::perform(&self.job, || {});
        // A program that is only warned about leaves this.
        let _ = fs::remove_file(&self.metadata);
        if let Answer::Ended { code: Some(_), .. } = answer
            && let Ok(text) = serde_json::to_vec(&answer)
        {
            // Without it the compiler is asked again next time.
            let _ = files::write_whole(&self.kept, &text);
        }
        Ok(answer)
    }
}

/// The program's file as messages and the compiler show it.
fn shown(slug: &str, name: &str) -> String {
    format!("examples/{slug}/refused/{name}.rs")
}

fn arguments(shown: &str) -> Vec<String> {
    ["--edition=2024", "--emit=metadata", "--error-format=json", shown]
        .map(str::to_owned)
        .into()
}

/// What `stderr` says of the program itself, without what the compiler says of
/// the whole run: each message as a person reads it. A compiler that can't read
/// the program says so in plain text.
pub(crate) fn messages(stderr: &str) -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Diagnostic {
        rendered: String,
        spans: Vec<serde::de::IgnoredAny>,
    }
    let parsed: Result<Vec<Diagnostic>, _> =
        stderr.lines().map(serde_json::from_str).collect();
    match parsed {
        Ok(messages) => messages
            .into_iter()
            .filter(|message| !message.spans.is_empty())
            .map(|message| without_machine(&message.rendered))
            .collect(),
        Err(_) => vec![stderr.to_owned()],
    }
}

/// `message` with places outside of the program named from `library/` on, or
/// by their file: where a toolchain is installed is nobody's business.
fn without_machine(message: &str) -> String {
    const ARROW: &str = "--> ";
    let shortened = |line: &str| {
        let (before, place) = line.split_once(ARROW)?;
        if !Path::new(place).has_root() {
            return None;
        }
        let at = place.find("library").or_else(|| {
            place.rfind(['/', '\\']).map(|separator| separator + 1)
        })?;
        Some(format!("{before}{ARROW}{}\n", &place[at..]))
    };
    message
        .split_inclusive('\n')
        .map(|line| {
            shortened(line.trim_end()).unwrap_or_else(|| line.to_owned())
        })
        .collect()
}

/// The command that a reader types to see the same. It writes to a folder: the
/// compiler renames its output into place, and would put it in place of a
/// device such as `/dev/null` where it may.
pub(crate) fn command(slug: &str, name: &str) -> String {
    format!(
        "rustc --edition=2024 --emit=metadata --out-dir target {}",
        shown(slug, name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_place_in_the_program() {
        let lines = [
            r#"{"rendered": "warning: unused\n", "spans": [{}]}"#,
            r#"{"rendered": "error[E0499]: twice\n", "spans": [{}, {}]}"#,
            r#"{"rendered": "error: aborting\n", "spans": []}"#,
        ];
        let messages = messages(&lines.join("\n"));
        assert_eq!(messages, ["warning: unused\n", "error[E0499]: twice\n"]);
    }

    #[test]
    fn no_place_outside_of_the_program_names_the_machine() {
        let message = "error: no\n  --> examples/a.rs:3:1\nnote: required\n  \
                       --> /home/me/lib/rust/library/std/src/thread.rs:2:3\n  \
                       --> /home/me/crate/src/lib.rs:1:1\n";
        assert_eq!(
            without_machine(message),
            "error: no\n  --> examples/a.rs:3:1\nnote: required\n  \
             --> library/std/src/thread.rs:2:3\n  --> lib.rs:1:1\n"
        );
    }

    #[test]
    fn a_reader_is_told_to_write_to_a_folder() {
        let command = command("race", "two_borrows");
        assert!(command.contains(" --out-dir target "), "{command}");
        assert!(!command.contains("/dev/"), "{command}");
    }

    #[test]
    fn plain_text_is_one_message() {
        assert_eq!(
            messages("error: no such file\n"),
            ["error: no such file\n"]
        );
        assert!(messages("").is_empty());
    }
}
