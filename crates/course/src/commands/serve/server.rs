//! Serves the pages to this machine, and tells them of a newer build.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::commands::serve::http::{self, Answer};
use crate::system::problem::Problem;

/// Where a page asks to be told of a new build; the number of the build that
/// made it follows.
const RELOAD: &str = "/__reload/";

/// A page that heard nothing for so long asks again: no browser gives up on
/// the answer, and a page that was closed is forgotten.
const PATIENCE: Duration = Duration::from_secs(60);

/// The number of the build that is served.
#[derive(Default)]
pub(super) struct Served {
    number: Mutex<u64>,
    changed: Condvar,
}

impl Served {
    /// Tells the pages that a newer build took the folder's place.
    pub(super) fn renew(&self) {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    fn number(&self) -> u64 {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another build than `known` is served, now or within
    /// [`PATIENCE`].
    fn becomes_another(&self, known: u64) -> bool {
        let number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = |number: &mut u64| *number == known;
        let waited =
            self.changed.wait_timeout_while(number, PATIENCE, is_known);
        *waited.unwrap_or_else(PoisonError::into_inner).0 != known
    }
}

/// Starts the server, in threads that end with the process.
pub(super) fn start(
    port: u16,
    folder: &Path,
    served: &Arc<Served>,
) -> anyhow::Result<SocketAddr> {
    // This machine only: the pages are for whoever measured them.
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            Problem::new(
                format!("can't listen on port {port}: {error}"),
                "type `cargo book serve --port 0`, which takes a free one",
            )
        })?;
    let address = listener.local_addr()?;
    let (folder, served) = (folder.to_path_buf(), Arc::clone(served));
    http::serve(listener, move |path| {
        if let Some(number) = path.strip_prefix(RELOAD) {
            return news(number, &served);
        }
        // Asked before the file is read: a page that is taken for older than
        // it is loads once more, the other way round never.
        let script = script(served.number());
        Answer::file(&folder, path, &script)
    });
    Ok(address)
}

/// The answer to a page that was made by the build of this `number`.
fn news(number: &str, served: &Served) -> Answer {
    let Ok(number) = number.parse() else {
        return Answer::new("404 Not Found", "text/plain", "no number");
    };
    let events = match served.becomes_another(number) {
        true => "data: reload\n\n",
        false => "retry: 0\n\n",
    };
    Answer::new("200 OK", "text/event-stream", events)
}

/// What a page of the build of this `number` does. Only one that is seen asks:
/// a browser has six connections to a server, and a book more pages.
fn script(number: u64) -> String {
    format!(
        "<script>{{
    let news;
    const listen = () => {{
        news?.close();
        if (document.hidden) return;
        news = new EventSource(\"{RELOAD}{number}\");
        news.onmessage = () => location.reload();
    }};
    document.addEventListener(\"visibilitychange\", listen);
    listen();
}}</script>
"
    )
}
