//! `cargo book serve`: the book on this machine, rebuilt on every save.

mod snapshot;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::Path as Url;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::services::ServeDir;

use crate::commands::cli::Options;
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

/// Where a page asks to be told of a new build; the number of the build that
/// made it follows.
const RELOAD: &str = "__reload";

/// Serves until the user wants to stop.
pub(crate) fn run(options: &Options, port: u16) -> anyhow::Result<()> {
    let mut project = here()?;
    // A folder of its own: the pages listen for rebuilds, which the book in
    // `book/` must not, and closing leaves nothing behind.
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
    let mut number = 1;
    let mut watched = Watched::of(&project);
    let mut built_from = Snapshot::of(&watched);
    let mut is_book = build_or_wait(options, &destination, number, false)?;
    interrupt::check()?;
    let (served, _) = watch::channel(number);
    let address = start(port, &destination, served.clone())?;
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
        number += 1;
        let was_book = is_book;
        let built = build_or_wait(options, &destination, number, was_book)?;
        is_book |= built;
        if built || !was_book {
            served.send_replace(number);
        }
    }
}

/// Builds, and returns whether it succeeded. Where `folder` holds no book yet,
/// a page that shows the error stands in for it; a folder that the user named
/// is left alone.
fn build_or_wait(
    options: &Options,
    folder: &Path,
    number: u64,
    is_book: bool,
) -> anyhow::Result<bool> {
    let Err(error) = build(options, folder, number) else { return Ok(true) };
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
         new WebSocket(`ws://${{location.host}}/{RELOAD}/{number}`) \
         .onmessage = () => location.reload();</script></html>\n",
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
fn build(
    options: &Options,
    destination: &Path,
    number: u64,
) -> Result<(), String> {
    let console = settings(options).console;
    let built = here().and_then(|mut project| {
        project
            .config
            .set(
                "output.html.live-reload-endpoint",
                format!("{RELOAD}/{number}"),
            )
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
    served: watch::Sender<u64>,
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
    let reload = any(move |page: Url<u64>, upgrade: WebSocketUpgrade| {
        let mut served = served.subscribe();
        async move {
            upgrade.on_upgrade(async move |mut socket| {
                // The book may have been rebuilt since the page was loaded.
                let is_newer = |number: &u64| *number != page.0;
                if served.wait_for(is_newer).await.is_ok() {
                    // An error means that the page was closed.
                    let _ = socket.send(Message::text("reload")).await;
                }
            })
        }
    });
    let router = Router::new()
        .route(&format!("/{RELOAD}/{{number}}"), reload)
        .fallback_service(ServeDir::new(folder));
    thread::spawn(move || {
        runtime.block_on(async { axum::serve(listener, router).await })
    });
    Ok(address)
}
