//! `cargo book serve`: the book on this machine, rebuilt on every save.

mod http;
mod server;
mod snapshot;

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::commands::cli::Options;
use crate::commands::serve::server::Served;
use crate::commands::serve::snapshot::{Snapshot, Watched};
use crate::commands::setup::{destination, here, settings};
use crate::page::html;
use crate::steps::render;
use crate::steps::session::Session;
use crate::steps::staging::SIGN_OF_A_BOOK;
use crate::system::interrupt;
use crate::system::problem::Problem;

/// How often saved files and Ctrl-C are noticed.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until the user wants to stop.
pub(crate) fn run(options: &Options, port: u16) -> anyhow::Result<()> {
    let mut project = here()?;
    // A folder of its own: the book in `book/` stays what was built last, and
    // closing leaves nothing behind.
    let folder = tempfile::Builder::new()
        .prefix("measured-serve-")
        .tempdir()
        .map_err(|error| {
        Problem::new(
            format!("can't make a folder for the pages: {error}"),
            "set TMPDIR to a folder that you can write to, or name \
                     one with --dest-dir",
        )
    })?;
    let destination = match &options.dest_dir {
        Some(_) => destination(options, &project)?,
        None => folder.path().join("book"),
    };
    let mut watched = Watched::of(&project);
    let mut built_from = Snapshot::of(&watched);
    let mut is_book = build_or_wait(options, &destination, false)?;
    interrupt::check()?;
    let served = Arc::new(Served::default());
    let address = server::start(port, &destination, &served)?;
    let console = settings(options).console;
    console.warn(&format!("http://{address}/  (Ctrl-C stops)"));
    if options.open {
        // The address stands above for whom this fails.
        let _ = opener::open(format!("http://{address}/"));
    }
    loop {
        thread::sleep(PAUSE);
        interrupt::check()?;
        let mut now = Snapshot::of(&watched);
        if now == built_from {
            continue;
        }
        // An editor may write a file in several steps.
        loop {
            thread::sleep(PAUSE);
            let later = Snapshot::of(&watched);
            if later == now {
                break;
            }
            now = later;
        }
        // Settings that can't be read are told by the build.
        project = here().unwrap_or(project);
        watched = Watched::of(&project);
        built_from = Snapshot::of(&watched);
        let was_book = is_book;
        let built = build_or_wait(options, &destination, was_book)?;
        is_book |= built;
        if built || !was_book {
            served.renew();
        }
    }
}

/// Builds, and returns whether it succeeded. Where `folder` holds no book yet,
/// a page that shows the error stands in for it; a folder that the user named
/// is left alone.
fn build_or_wait(
    options: &Options,
    folder: &Path,
    is_book: bool,
) -> anyhow::Result<bool> {
    let Err(error) = build(options, folder) else { return Ok(true) };
    let console = settings(options).console;
    console.warn(&error);
    if is_book {
        console.warn("the last good book is served meanwhile");
    }
    if is_book || options.dest_dir.is_some() {
        return Ok(false);
    }
    let lines: Vec<String> = error.lines().map(html::escaped).collect();
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">\
         <title>No book yet</title><h1>No book yet</h1>\
         <p>It could not be built. Mend this and save; the book appears \
         here.</p><pre>{}</pre></html>\n",
        lines.join("\n")
    );
    fs::create_dir_all(folder)?;
    fs::write(folder.join("index.html"), page)?;
    // So that the first book may take its place.
    fs::write(folder.join(SIGN_OF_A_BOOK), "")?;
    Ok(false)
}

/// Builds, and says so or returns what went wrong. A failure keeps what is
/// served.
fn build(options: &Options, destination: &Path) -> Result<(), String> {
    let console = settings(options).console;
    let built = here().and_then(|project| {
        let session = Rc::new(Session::new(project, settings(options)));
        render::build(&session, destination)
    });
    built
        .map(|()| console.say("built"))
        .map_err(|error| format!("error: {error:#}"))
}
