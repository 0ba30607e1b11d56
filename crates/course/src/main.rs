//! `cargo book`: plans, measures, embeds, renders and checks the book.

mod build;
mod chapter;
mod commands;
mod page;
mod records;
mod system;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context as _;
use clap::Parser as _;
use measure::{provenance, show};

use crate::build::render;
use crate::build::session::Session;
use crate::chapter::plan;
use crate::chapter::project::Project;
use crate::commands::cli::{CommandLine, Options, Question, Step};
use crate::commands::{clean, doctor, serve, stock};
use crate::page::relay;
use crate::records::measuring::{self, Settings};
use crate::system::console::Console;
use crate::system::interrupt;
use crate::system::problem::{
    Interrupted, Problem, Refuted, Usage, suggestion,
};

fn main() -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => {
            // A closed stream can't be told about.
            let _ = error.print();
            return ExitCode::from(
                u8::try_from(error.exit_code()).unwrap_or(2),
            );
        }
    };
    match run(line) {
        Ok(code) => code,
        Err(error) => {
            let text = format!("{error:#}");
            let text = text.trim_end();
            // As above.
            let _ = writeln!(io::stderr(), "error: {text}");
            ExitCode::from(exit_code(&error))
        }
    }
}

fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<Interrupted>() || interrupt::requested() {
        130
    } else if error.is::<Refuted>() {
        3
    } else if error.is::<Usage>() {
        2
    } else {
        1
    }
}

fn run(line: CommandLine) -> anyhow::Result<ExitCode> {
    interrupt::install()?;
    let options = &line.options;
    match line.command.unwrap_or(Step::Build) {
        Step::Build => build(options)?,
        Step::Measure { slugs } => measure(options, &slugs)?,
        Step::Check => {
            commands::check::check(&session(options)?, options.strict)?
        }
        Step::Serve { port } => serve::serve(options, port)?,
        Step::Doctor => return doctor::doctor(),
        Step::Clean { records } => {
            let destination = destination(options, &here()?)?;
            clean::clean(&session(options)?, &destination, records)?;
        }
        Step::Preprocess { question: None } => stock::preprocess(options)?,
        Step::Preprocess { question: Some(question) } => {
            let Question::Supports { renderer } = question;
            return Ok(ExitCode::from(u8::from(renderer != "html")));
        }
        Step::Relay { job } => return relay::answer(&job),
    }
    Ok(ExitCode::SUCCESS)
}

/// The project that the current folder lies in.
fn here() -> anyhow::Result<Project> {
    let folder = std::env::current_dir().context(
        "can't find the current folder\n    next: go to the book's folder",
    )?;
    Project::find(&folder)
}

fn settings(options: &Options) -> Settings {
    Settings {
        profile: options.profile(),
        again: options.fresh,
        timeout: options.timeout(),
        console: Console::new(options.quiet),
    }
}

fn session(options: &Options) -> anyhow::Result<Session> {
    Ok(Session::new(here()?, settings(options)))
}

/// Where the book goes: absolute, so that it means the same to everybody.
fn destination(
    options: &Options,
    project: &Project,
) -> anyhow::Result<PathBuf> {
    let folder = match &options.dest_dir {
        Some(folder) => folder.clone(),
        None => project.destination(),
    };
    let absolute = std::path::absolute(&folder)
        .with_context(|| format!("`{}` is no folder", folder.display()))?;
    if project.root.starts_with(&absolute)
        || absolute.starts_with(project.source())
    {
        return Err(Usage(format!(
            "the book can't be built into `{}`, which holds its sources or is \
             one of them\n    next: name another folder with --dest-dir",
            absolute.display()
        ))
        .into());
    }
    Ok(absolute)
}

fn build(options: &Options) -> anyhow::Result<()> {
    let session = Rc::new(session(options)?);
    let destination = destination(options, &session.project)?;
    render::build(&session, &destination)?;
    let console = session.console();
    if options.timings {
        console.warn(session.timings.borrow().table().trim_end());
    }
    let totals = session.totals.get();
    let index = destination.join("index.html");
    console.say(&format!(
        "{} claims held here, {} did not, {} can't be told\n{}",
        totals.holds,
        totals.fails,
        totals.untestable,
        index.display()
    ));
    if options.open {
        opener::open(&index).map_err(|error| {
            Problem::new(
                format!("can't open the browser: {error}"),
                format!("open `{}` yourself", index.display()),
            )
        })?;
    }
    if options.strict && totals.fails > 0 {
        return Err(Refuted(totals.fails).into());
    }
    Ok(())
}

fn measure(options: &Options, slugs: &[String]) -> anyhow::Result<()> {
    let session = session(options)?;
    let mut prepared = session.prepare_alone()?;
    let calls: Vec<&str> =
        prepared.runs.iter().map(|run| run.call.slug.as_str()).collect();
    for slug in slugs {
        if !calls.contains(&slug.as_str()) {
            return Err(Usage(format!(
                "no chapter uses an experiment `{slug}`\n    next: {}",
                suggestion(slug, plan::unique(&calls))
            ))
            .into());
        }
    }
    let wanted = |slug: &String| slugs.is_empty() || slugs.contains(slug);
    prepared.runs.retain(|run| wanted(&run.call.slug));
    measuring::measure(&prepared.runs, session.settings)?;
    let now = std::time::SystemTime::now();
    let mut text = String::new();
    for run in &prepared.runs {
        if let Ok(record) = run.fresh_record() {
            text.push_str(&format!(
                "{}: measured {}\n    {}\n",
                run.call.slug,
                show::age(record.age(now)),
                provenance::command(&record),
            ));
        }
    }
    print(&text)
}

/// Writes a result; a reader who has seen enough is no failure.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("can't write the result")
        }
        _ => Ok(()),
    }
}
