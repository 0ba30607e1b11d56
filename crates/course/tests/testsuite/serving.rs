//! `cargo book serve`: rebuilds on save, and a failure keeps the last good.
#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::book::Book;

/// What a page hears.
struct News(Lines<BufReader<TcpStream>>);

impl News {
    /// The next event.
    fn hear(&mut self) -> String {
        let mut lines = self.0.by_ref().map(Result::unwrap);
        assert!(lines.any(|line| line == "Content-Type: text/event-stream"));
        let event = lines.find_map(|l| Some(l.strip_prefix("data: ")?.into()));
        event.unwrap()
    }
}

struct Server {
    process: Child,
    says: BufReader<ChildStderr>,
    address: String,
}

impl Server {
    fn start(book: &Book) -> Self {
        Self::start_with(book, &[])
    }

    fn start_with(book: &Book, options: &[&str]) -> Self {
        let mut command = book.command(&["serve", "--port", "0"]);
        command.args(options);
        command.stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let says = BufReader::new(process.stderr.take().unwrap());
        let mut server = Self { process, says, address: String::new() };
        let line = server.wait_for("http://");
        let address = line.trim_start_matches("http://");
        server.address = address.split('/').next().unwrap().to_owned();
        server
    }

    /// The next line that holds `words`.
    fn wait_for(&mut self, words: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.says.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "it ended before it said {words}");
            if line.contains(words) {
                return line;
            }
        }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "GET /{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks what the script of `page` asks.
    fn listen(&self, page: &str) -> News {
        let (_, rest) = page.split_once("EventSource(\"").unwrap();
        let (path, _) = rest.split_once('"').unwrap();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        News(BufReader::new(stream).lines())
    }

    fn stop(mut self) -> Option<i32> {
        let process = i32::try_from(self.process.id()).unwrap();
        kill(Pid::from_raw(process), Signal::SIGINT).unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for Server {
    /// Also a test that fails leaves no server.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_book_that_never_was_good_shows_the_error_until_it_is() {
    let book = Book::of("# R\n\n{{#fact race.nothing}}\n", "{}");
    let mut server = Server::start(&book);
    let page = server.get("");
    assert!(page.contains("src/race.md:3"), "{page}");
    assert!(page.contains("__reload"), "{page}");

    book.write("src/race.md", "# R\n\nmended {{#fact race.lost_percent}}\n");
    server.wait_for("built");
    assert!(server.get("race.html").contains("mended "));
    assert!(!server.get("").contains("No book yet"));
}

#[test]
fn a_saved_chapter_is_served_and_a_broken_one_keeps_the_last_good() {
    let book = Book::of("# R\n\nfirst {{#fact race.lost_percent}}\n", "{}");
    let mut server = Server::start(&book);
    assert!(server.get("race.html").contains("first "));
    assert!(server.get("race.html").contains("__reload"));

    book.write("src/race.md", "# R\n\nsecond {{#fact race.lost_percent}}\n");
    server.wait_for("built");
    assert!(server.get("race.html").contains("second "));
    assert_eq!(book.measured(), 1, "the record was used again");

    book.write("src/race.md", "# R\n\nthird {{#fact race.gone}}\n");
    server.wait_for("the last good book is served");
    assert!(server.get("race.html").contains("second "));
    assert!(server.get("gone.html").starts_with("HTTP/1.1 404"));

    assert!(!book.path("book").exists(), "the book itself is not touched");
    assert_eq!(server.stop(), Some(130));
    let left = std::fs::read_dir(book.path("tmp")).unwrap();
    let left = left
        .filter(|e| {
            let name = e.as_ref().unwrap().file_name();
            name.to_string_lossy().starts_with("measured-serve")
        })
        .count();
    assert_eq!(left, 0);
}

#[test]
fn what_a_chapter_includes_from_anywhere_is_watched() {
    let book = Book::of("# R\n\n{{#include ../labs/race.md}}\n", "{}")
        .file("labs/race.md", "first\n");
    let mut server = Server::start(&book);
    assert!(server.get("race.html").contains("first"));
    book.write("labs/race.md", "second\n");
    server.wait_for("built");
    assert!(server.get("race.html").contains("second"));
}

#[test]
fn a_page_that_is_older_than_the_book_is_told_at_once() {
    let book = Book::of("# R\n", "{}");
    let mut server = Server::start(&book);
    let page = server.get("race.html");
    book.write("src/race.md", "# New\n");
    server.wait_for("built");
    // Only now does the page's script get to ask.
    let mut old = server.listen(&page);
    assert_eq!(old.hear(), "reload");

    // The new page hears nothing before the next build.
    let mut new = server.listen(&server.get("race.html"));
    book.write("src/race.md", "# Newer\n");
    server.wait_for("built");
    assert_eq!(new.hear(), "reload");
}

#[test]
fn a_file_is_served_as_what_it_is_and_nothing_beside_the_book() {
    let book = Book::of("# R\n", "{}")
        .chapter("deep/index", "# Deep\n")
        .file("secret.txt", "the key\n");
    let server = Server::start_with(&book, &["--dest-dir", "pages"]);
    let page = server.get("race.html?highlight=r");
    assert!(page.contains("Content-Type: text/html; charset=utf-8"), "{page}");
    assert!(page.contains("Cache-Control: no-store"), "{page}");
    assert!(page.contains("EventSource"), "{page}");
    assert!(!book.read("pages/race.html").contains("EventSource"));
    let (_, style) = page.split_once("href=\"css/general").unwrap();
    let (style, _) = style.split_once('"').unwrap();
    let style = server.get(&format!("css/general{style}"));
    assert!(style.contains("Content-Type: text/css; charset=utf-8"));
    assert!(!style.contains("EventSource"), "{style}");

    let folder = server.get("deep");
    assert!(folder.starts_with("HTTP/1.1 307"), "{folder}");
    assert!(folder.contains("Location: /deep/\r\n"), "{folder}");
    assert!(server.get("deep/").contains("EventSource"));

    let gone = server.get("gone.html");
    assert!(gone.starts_with("HTTP/1.1 404"), "{gone}");
    assert!(gone.contains("EventSource"), "the book's own page: {gone}");
    for path in
        ["../secret.txt", "%2e%2e/secret.txt", "deep/..%2f../secret.txt"]
    {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    assert_eq!(server.stop(), Some(130));
}

#[test]
fn a_taken_port_is_told() {
    let book = Book::of("# R\n", "{}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let built = book.run(&["serve", "--port", &port]);
    assert_eq!(built.code, Some(1));
    assert!(built.stderr.contains("--port 0"), "{}", built.stderr);
}
