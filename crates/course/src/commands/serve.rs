//! `cargo book serve`: the book on this machine, rebuilt on every save.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tower_http::services::ServeDir;

use crate::chapter::project::Project;
use crate::commands::cli::Options;
use crate::commands::setup::{destination, here, settings};
use crate::page::html;
use crate::steps::render;
use crate::steps::session::Session;
use crate::steps::staging::SIGN_OF_A_BOOK;
use crate::system::interrupt;
use crate::system::problem::Problem;

/// How often saved files and Ctrl-C are noticed.
const PAUSE: Duration = Duration::from_millis(100);

/// Where a page asks to be told of a new build.
const RELOAD: &str = "__reload";

/// What a book is made from, besides its source folder.
const WATCHED: [&str; 6] =
    ["book.toml", "Cargo.toml", "Cargo.lock", "examples", "crates", "theme"];

/// Serves until the user wants to stop.
pub(crate) fn run(options: &Options, port: u16) -> anyhow::Result<()> {
    let project = here()?;
    // A folder of its own: the pages listen for rebuilds, which the book in
    // `book/` must not, and closing leaves nothing behind.
    let folder =
        tempfile::Builder::new().prefix("measured-serve-").tempdir()?;
    let destination = match &options.dest_dir {
        Some(_) => destination(options, &project)?,
        None => folder.path().join("book"),
    };
    let mut built_from = Snapshot::of(&project);
    let mut is_book = build_or_wait(options, &destination, false)?;
    interrupt::check()?;
    let (rebuilt, _) = broadcast::channel(4);
    let address = start(port, &destination, rebuilt.clone())?;
    let console = settings(options).console;
    console.warn(&format!("http://{address}/  (Ctrl-C stops)"));
    if options.open {
        // The address stands above for whom this fails.
        let _ = opener::open(format!("http://{address}/"));
    }
    loop {
        thread::sleep(PAUSE);
        interrupt::check()?;
        let mut now = Snapshot::of(&project);
        if now == built_from {
            continue;
        }
        // An editor may write a file in several steps.
        loop {
            thread::sleep(PAUSE);
            let later = Snapshot::of(&project);
            if later == now {
                break;
            }
            now = later;
        }
        built_from = now;
        let was_book = is_book;
        let built = build_or_wait(options, &destination, was_book)?;
        is_book |= built;
        if built || !was_book {
            // An error means that no page is open.
            let _ = rebuilt.send(());
        }
    }
}

/// The state of everything a book is made from. Asking for it costs a
/// millisecond; the system's own news of files also tell of the builder's
/// reading them, and don't reach every container and network drive.
#[derive(PartialEq)]
struct Snapshot(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Snapshot {
    fn of(project: &Project) -> Self {
        let mut files = BTreeMap::new();
        let more = WATCHED.iter().map(|name| project.root.join(name));
        let mut todo: Vec<PathBuf> =
            [project.source()].into_iter().chain(more).collect();
        while let Some(path) = todo.pop() {
            // What is gone meanwhile is missing in the next snapshot too.
            let Ok(about) = fs::metadata(&path) else { continue };
            if about.is_dir() {
                let entries = fs::read_dir(&path).into_iter().flatten();
                todo.extend(entries.flatten().map(|entry| entry.path()));
            } else {
                files.insert(path, (about.modified().ok(), about.len()));
            }
        }
        Self(files)
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
         here.</p><pre>{}</pre><script>\
         new WebSocket(`ws://${{location.host}}/{RELOAD}`).onmessage = \
         () => location.reload();</script></html>\n",
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
    let built = here().and_then(|mut project| {
        project
            .config
            .set("output.html.live-reload-endpoint", RELOAD)
            .context("can't turn on reloading")?;
        let session = Rc::new(Session::new(project, settings(options)));
        render::build(&session, destination)
    });
    built
        .map(|()| console.say("built"))
        .map_err(|error| format!("error: {error:#}"))
}

/// Starts the server in a thread of its own, which ends with the process.
fn start(
    port: u16,
    folder: &Path,
    rebuilt: broadcast::Sender<()>,
) -> anyhow::Result<SocketAddr> {
    let runtime = tokio::runtime::Runtime::new()?;
    // This machine only: the pages are for whoever measured them.
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener =
        runtime.block_on(TcpListener::bind(address)).map_err(|error| {
            Problem::new(
                format!("can't listen on port {port}: {error}"),
                "type `cargo book serve --port 0`, which takes a free one",
            )
        })?;
    let address = listener.local_addr()?;
    let reload = any(move |upgrade: WebSocketUpgrade| {
        let mut rebuilt = rebuilt.subscribe();
        async move {
            upgrade.on_upgrade(async move |mut socket| {
                if rebuilt.recv().await.is_ok() {
                    // An error means that the page was closed.
                    let _ = socket.send(Message::text("reload")).await;
                }
            })
        }
    });
    let router = Router::new()
        .route(&format!("/{RELOAD}"), reload)
        .fallback_service(ServeDir::new(folder));
    thread::spawn(move || {
        runtime.block_on(async { axum::serve(listener, router).await })
    });
    Ok(address)
}
