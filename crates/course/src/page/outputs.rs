//! What the chapters' commands and charts print.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use crate::chapter::call::with_profile;
use crate::chapter::directive::Directive;
use crate::chapter::invocation::Target;
use crate::chapter::plan::Item;
use crate::page::printed::Printed;
use crate::page::refused::{self, Compiler, Request};
use crate::page::relay::{self, Answer, Job};
use crate::page::sources::Sources;
use crate::system::interrupt;
use crate::system::problem::Place;
use crate::system::problem::Problem;

/// Printing from a record measures nothing, so several may run at once.
const AT_ONCE: usize = 4;

/// How often Ctrl-C is noticed.
const PAUSE: Duration = Duration::from_millis(20);

/// The answers by the marker's place in the plan.
#[derive(Debug)]
pub(crate) struct Outputs {
    answers: Vec<(Place, usize, Printed)>,
}

struct Task {
    work: Work,
    command: String,
    place: Place,
    start: usize,
}

enum Work {
    /// A chapter's own command, which mdbook-cmdrun runs.
    Command(Job),
    /// A chart.
    Chart(Job),
    /// A program for the compiler, or why there is none.
    Compile(Result<Request, Problem>),
}

impl Work {
    fn done(&self) -> Result<Answer, String> {
        match self {
            Self::Command(job) => {
                relay::run(job).map_err(|error| format!("{error:#}"))
            }
            Self::Chart(job) => Ok(relay::perform(job, || {})),
            Self::Compile(Ok(request)) => request.answer(),
            Self::Compile(Err(Problem { what, next, .. })) => {
                Err(format!("{what}\n{next}"))
            }
        }
    }
}

/// Runs all commands and charts of the book.
pub(crate) fn collect(sources: &Sources<'_>) -> anyhow::Result<Outputs> {
    // Asked for its version where a chapter needs it, and once.
    let compiler = OnceCell::<Result<Compiler, Problem>>::new();
    let compiler = || {
        let find = || Compiler::find(sources.cargo, sources.records);
        compiler.get_or_init(find).clone()
    };
    let tasks: Vec<Task> = sources
        .plan
        .chapters
        .iter()
        .flat_map(|page| page.items.iter().map(move |item| (page, item)))
        .filter_map(|(page, item)| task(&page.path, item, sources, &compiler))
        .collect();
    let count = tasks.len();
    let queue = Arc::new(Mutex::new(tasks.into_iter()));
    let (send, answers) = mpsc::channel();
    // The threads are not joined: where the user wants to stop, the builder
    // ends, and each relay ends with it.
    for _ in 0..AT_ONCE.min(count) {
        let (queue, send) = (Arc::clone(&queue), send.clone());
        thread::spawn(move || {
            while let Some(task) = queue.lock().ok().and_then(|mut q| q.next())
            {
                let answer = task.work.done();
                let printed = Printed { command: task.command, answer };
                if send.send((task.place, task.start, printed)).is_err() {
                    break;
                }
            }
        });
    }
    drop(send);
    let mut collected = Vec::with_capacity(count);
    while collected.len() < count {
        match answers.recv_timeout(PAUSE) {
            Ok(answer) => collected.push(answer),
            Err(mpsc::RecvTimeoutError::Timeout) => interrupt::check()?,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    interrupt::check()?;
    Ok(Outputs { answers: collected })
}

fn task(
    chapter: &std::path::Path,
    item: &Item,
    sources: &Sources<'_>,
    compiler: &dyn Fn() -> Result<Compiler, Problem>,
) -> Option<Task> {
    let source = sources.project.source();
    let folder = source.join(chapter).parent()?.to_owned();
    let job = |program: Option<PathBuf>, args| Job {
        program,
        args,
        folder,
        seconds: sources.seconds,
    };
    let replayed = |args: &[String]| {
        let mut args = with_profile(args, sources.profile);
        args.push("--replay".into());
        args
    };
    let (work, command) = match &item.directive {
        Directive::Command(invocation) => {
            let job = match &invocation.target {
                Target::Allowed => job(None, vec![invocation.text.clone()]),
                Target::Example(call) => {
                    let program = sources.programs.get(&call.slug)?.clone();
                    let args = match call.needs_no_record() {
                        true => call.args.clone(),
                        false => replayed(&call.args),
                    };
                    job(Some(program), args)
                }
            };
            (Work::Command(job), invocation.text.clone())
        }
        Directive::Chart { slug, name } => {
            let program = sources.programs.get(slug)?.clone();
            let mut args = vec!["--format".to_owned(), "svg".to_owned()];
            if let Some(name) = name {
                args.extend(["--chart".to_owned(), name.clone()]);
            }
            let command = format!(
                "cargo run --release --example {slug} -- {}",
                args.join(" ")
            );
            (Work::Chart(job(Some(program), replayed(&args))), command)
        }
        Directive::Rustc { slug, name, .. } => {
            let root = &sources.project.root;
            let request = compiler().and_then(|compiler| {
                compiler.request(root, slug, name, sources.seconds)
            });
            (Work::Compile(request), refused::command(slug, name))
        }
        _ => return None,
    };
    let (place, start) = (item.place.clone(), item.range.start);
    Some(Task { work, command, place, start })
}

impl Outputs {
    /// What the marker `item` printed.
    pub(crate) fn of(&self, item: &Item) -> Result<&Printed, Problem> {
        self.answers
            .iter()
            .find(|(place, start, _)| {
                *start == item.range.start && place.file == item.place.file
            })
            .map(|(_, _, printed)| printed)
            .ok_or_else(|| {
                Problem::new(
                    "this was not run: its program is missing",
                    "type `cargo book` again",
                )
            })
    }
}
