//! What one marker has to be asked: a command, a chart, the compiler.

use std::path::{Path, PathBuf};

use crate::chapter::call::{ExampleCall, with_profile};
use crate::chapter::directive::Directive;
use crate::chapter::invocation::{Invocation, Target};
use crate::chapter::plan::Item;
use crate::page::refused::{self, Request};
use crate::page::relay::{self, Answer, Job};
use crate::page::sources::Sources;
use crate::records::digest;
use crate::system::problem::{Place, Problem};

/// A question, and the marker that asks it.
pub(crate) struct Task {
    work: Work,
    /// As its reader sees it.
    pub(crate) command: String,
    pub(crate) place: Place,
    /// Where the marker stands in its chapter's text.
    pub(crate) start: usize,
    /// Whether the answer is kept.
    pub(crate) keeps: Option<Keeps>,
}

/// An answer that is the same while program, record and arguments are.
#[derive(Clone, Debug)]
pub(crate) struct Keeps {
    /// Their digest.
    pub(crate) key: String,
    /// The exit code of an answer that is worth keeping.
    expected: i32,
}

enum Work {
    /// A chapter's own command, which mdbook-cmdrun runs.
    Command(Job),
    /// A chart.
    Chart(Job),
    /// A program for the compiler, or why there is none.
    Compile(Result<Request, Problem>),
}

impl Task {
    /// What `item` of `chapter` asks; nothing where it needs no program.
    pub(crate) fn of(
        chapter: &Path,
        item: &Item,
        sources: &Sources<'_>,
    ) -> Option<Self> {
        let source = sources.project.source();
        let folder = source.join(chapter).parent()?.to_owned();
        let (work, command, keeps) = match &item.directive {
            Directive::Command(invocation) => {
                let (job, keeps) = command(invocation, folder, sources)?;
                (Work::Command(job), invocation.text.clone(), keeps)
            }
            Directive::Chart { slug, name } => {
                let mut args = vec!["--format".to_owned(), "svg".to_owned()];
                if let Some(name) = name {
                    args.extend(["--chart".to_owned(), name.clone()]);
                }
                let call = ExampleCall { slug: slug.clone(), args };
                let (job, keeps) = example(&call, 0, folder, sources)?;
                (Work::Chart(job), call.shown(), keeps)
            }
            Directive::Rustc { slug, name, .. } => {
                let root = &sources.project.root;
                let request = sources.compiler.clone()?.and_then(|compiler| {
                    let (kept, seconds) = (sources.records, sources.seconds);
                    compiler.request(root, slug, name, kept, seconds)
                });
                (Work::Compile(request), refused::command(slug, name), None)
            }
            _ => return None,
        };
        let (place, start) = (item.place.clone(), item.range.start);
        Some(Self { work, command, place, start, keeps })
    }

    /// Asks.
    pub(crate) fn answer(&self) -> Result<Answer, String> {
        match &self.work {
            Work::Command(job) => {
                relay::run(job).map_err(|error| format!("{error:#}"))
            }
            Work::Chart(job) => Ok(relay::perform(job, || {})),
            Work::Compile(Ok(request)) => request.answer(),
            Work::Compile(Err(Problem { what, next, .. })) => {
                Err(format!("{what}\n{next}"))
            }
        }
    }
}

impl Keeps {
    /// Whether `answer` is worth keeping: a failure is asked again.
    pub(crate) fn takes(&self, answer: &Answer) -> bool {
        matches!(answer, Answer::Ended { code: Some(code), .. }
            if *code == self.expected)
    }
}

fn command(
    invocation: &Invocation,
    folder: PathBuf,
    sources: &Sources<'_>,
) -> Option<(Job, Option<Keeps>)> {
    match &invocation.target {
        Target::Example(call) => {
            example(call, invocation.expected, folder, sources)
        }
        // What it prints may depend on anything.
        Target::Allowed => {
            let args = vec![invocation.text.clone()];
            let seconds = sources.seconds;
            Some((Job { program: None, args, folder, seconds }, None))
        }
    }
}

fn example(
    call: &ExampleCall,
    expected: i32,
    folder: PathBuf,
    sources: &Sources<'_>,
) -> Option<(Job, Option<Keeps>)> {
    let ExampleCall { slug, args } = call;
    let program = sources.programs.get(slug)?.clone();
    let args = match call.needs_no_record() {
        true => args.clone(),
        false => {
            let mut args = with_profile(args, sources.profile);
            args.push("--replay".into());
            args
        }
    };
    let made_from = sources.results.made_from(call);
    let keeps = sources.digests.get(slug).zip(made_from);
    let keeps = keeps.map(|(program, made_from)| {
        let (args, folder) = (args.join("\n"), folder.to_string_lossy());
        let key = digest::of_all(&[slug, program, &made_from, &args, &folder]);
        Keeps { key, expected }
    });
    let seconds = sources.seconds;
    Some((Job { program: Some(program), args, folder, seconds }, keeps))
}
