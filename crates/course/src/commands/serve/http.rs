//! As much of HTTP as a browser on this machine needs to read a folder of
//! pages: one answer for each connection.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mime_guess::mime;
use percent_encoding::percent_decode_str;

/// A browser's request is shorter, its cookies for all of this machine's
/// servers included.
const LONGEST: u64 = 64 * 1024;

/// A browser opens connections in advance, and may never use them.
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer that is sent as a whole.
pub(crate) struct Answer {
    status: &'static str,
    /// The kind of content, with [`HTML`] a page.
    kind: Cow<'static, str>,
    /// Another place to look at.
    location: Option<String>,
    content: Vec<u8>,
}

impl Answer {
    pub(crate) fn new(
        status: &'static str,
        kind: impl Into<Cow<'static, str>>,
        content: impl Into<Vec<u8>>,
    ) -> Self {
        let (kind, content) = (kind.into(), content.into());
        Self { status, kind, location: None, content }
    }

    /// The file of `folder` that `path` names, with `script` at the end of a
    /// page.
    pub(crate) fn file(folder: &Path, path: &str, script: &str) -> Self {
        let Some(mut file) = inside(folder, path) else {
            return Self::missing(folder, script);
        };
        if file.is_dir() {
            if !path.ends_with('/') {
                // Without the slash, links would start one folder too high.
                // One in front: two would name another machine.
                let path = path.trim_start_matches('/');
                let mut answer = Self::new("307 Moved", "text/plain", "");
                answer.location = Some(format!("/{path}/"));
                return answer;
            }
            file.push("index.html");
        }
        Self::read("200 OK", &file, script)
            .unwrap_or_else(|| Self::missing(folder, script))
    }

    /// The page that a book has for this case.
    fn missing(folder: &Path, script: &str) -> Self {
        let status = "404 Not Found";
        Self::read(status, &folder.join("404.html"), script)
            .unwrap_or_else(|| Self::new(status, "text/plain", "not found"))
    }

    fn read(status: &'static str, file: &Path, script: &str) -> Option<Self> {
        let mut content = fs::read(file).ok()?;
        let kind = mime_guess::from_path(file).first_or_octet_stream();
        if kind == mime::TEXT_HTML {
            content.extend_from_slice(script.as_bytes());
        }
        let kind = match kind.type_() == mime::TEXT {
            true => format!("{kind}; charset=utf-8"),
            false => kind.to_string(),
        };
        Some(Self::new(status, kind, content))
    }

    fn send(&self, mut to: &TcpStream, is_head: bool) -> io::Result<()> {
        let Self { status, kind, location, content } = self;
        let length = content.len();
        // The next build's file has the same name: nothing may be kept.
        let mut head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\
             Content-Length: {length}\r\nCache-Control: no-store\r\n\
             Connection: close\r\n"
        );
        if let Some(location) = location {
            head.push_str(&format!("Location: {location}\r\n"));
        }
        head.push_str("\r\n");
        to.write_all(head.as_bytes())?;
        if !is_head {
            to.write_all(content)?;
        }
        to.flush()
    }
}

/// Where `path` leads, unless that is out of `folder`.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = PathBuf::from(path.trim_start_matches('/'));
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_));
    path.components().all(stays).then(|| folder.join(path))
}

/// Gives each request for a path the `answer` to it, for as long as the
/// process lives.
pub(crate) fn serve(
    listener: TcpListener,
    answer: impl Fn(&str) -> Answer + Send + Sync + 'static,
) {
    let answer = Arc::new(answer);
    thread::spawn(move || {
        // One that ended before it was taken is no reason to stop.
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            // An error means that the browser left.
            thread::spawn(move || respond(&stream, &*answer));
        }
    });
}

fn respond(
    stream: &TcpStream,
    answer: &dyn Fn(&str) -> Answer,
) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(LONGEST)).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    // What is left unread when the connection closes would reset it, and the
    // answer could be lost.
    while lines.next().is_some_and(|line| line.is_ok_and(|l| !l.is_empty())) {}
    let mut words = first.split(' ');
    let (method, url) = (words.next(), words.next().unwrap_or_default());
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let known = matches!(method, Some("GET" | "HEAD")) && path.starts_with('/');
    let answer = match known {
        true => answer(path),
        false => Answer::new("400 Bad Request", "text/plain", "GET /path"),
    };
    answer.send(stream, method == Some("HEAD"))
}
