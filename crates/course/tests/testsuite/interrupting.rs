//! Ctrl-C: exit code 130, no process left, the last good book kept.
#![cfg(target_os = "linux")]

use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::book::{Book, Built, assert_shows, is_alive};

const FACT: &str = "# R\n\n{{#fact race.lost_percent}}\n";
const TABLE: &str = "# R\n\n<!-- cmdrun cargo run --release --example race \
                     -- --format markdown -->\n";

fn start(book: &Book, args: &[&str]) -> Child {
    let mut command = book.command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until an example of `book` hangs.
fn until_it_hangs(book: &Book, build: &mut Child) {
    while book.log("hangs").is_empty() {
        assert!(build.try_wait().unwrap().is_none(), "it ended too early");
        thread::sleep(Duration::from_millis(10));
    }
}

fn interrupted(build: Child, signal: Signal) -> Built {
    let process = Pid::from_raw(i32::try_from(build.id()).unwrap());
    kill(process, signal).unwrap();
    Built::of(build.wait_with_output().unwrap())
}

fn none_is_left(book: &Book) {
    /// Far more looks than a killed process needs to go, far fewer than one
    /// that nobody killed would stay.
    const LOOKS: usize = 6000;
    for process in book.log("hangs") {
        let gone = (0..LOOKS).any(|_| {
            thread::sleep(Duration::from_millis(10));
            !is_alive(process)
        });
        assert!(gone, "process {process} is left");
    }
}

#[test]
fn during_a_measurement() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let book = Book::of(FACT, "{}");
        book.build();
        let good = book.page("race");
        book.write("examples/race.rs", "{\"measure\": \"hang\"}");
        let mut build = start(&book, &[]);
        until_it_hangs(&book, &mut build);
        let built = interrupted(build, signal);
        assert_eq!(built.code, Some(130), "{}", built.stderr);
        assert_shows(&built.stderr, "error: interrupted; [..]");
        none_is_left(&book);
        assert_eq!(book.page("race"), good);
        assert!(book.path("target/book-records/race.json").exists());
        book.nothing_unfinished();
    }
}

#[test]
fn while_a_command_prints_its_table() {
    let book = Book::of(TABLE, "{\"replay\": \"hang\"}");
    // The command's own timeout is not what ends it.
    let mut build = start(&book, &["--timeout", "86400"]);
    until_it_hangs(&book, &mut build);
    let built = interrupted(build, Signal::SIGINT);
    assert_eq!(built.code, Some(130), "{}", built.stderr);
    none_is_left(&book);
    book.nothing_unfinished();
}

#[test]
fn while_a_chart_ignores_the_polite_signal() {
    let text = "# R\n\n{{#chart race}}\n";
    let book = Book::of(text, "{\"replay\": \"stubborn\"}");
    let mut build = start(&book, &["--timeout", "86400"]);
    until_it_hangs(&book, &mut build);
    let built = interrupted(build, Signal::SIGINT);
    assert_eq!(built.code, Some(130), "{}", built.stderr);
    none_is_left(&book);
}

#[test]
fn the_second_time_ends_a_builder_that_hears_nothing() {
    let book = Book::of("# R\n\n{{#include ../pipe}}\n", "{}");
    let pipe = book.path("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let build = start(&book, &[]);
    // Opened once the builder reads it, and never written to.
    let _open = std::fs::OpenOptions::new().write(true).open(pipe).unwrap();
    let process = Pid::from_raw(i32::try_from(build.id()).unwrap());
    kill(process, Signal::SIGINT).unwrap();
    let built = interrupted(build, Signal::SIGTERM);
    assert_eq!(built.code, Some(130), "{}", built.stderr);
}

#[test]
fn a_kill_of_the_builder_ends_the_measurement_and_the_next_clears_up() {
    let book = Book::of(FACT, "{\"measure\": \"hang\"}");
    let mut build = start(&book, &[]);
    until_it_hangs(&book, &mut build);
    assert!(unfinished(&book), "there is something to clear up");
    build.kill().unwrap();
    build.wait().unwrap();
    none_is_left(&book);
    book.write("examples/race.rs", "{}");
    book.build();
    assert!(!unfinished(&book));
}

fn unfinished(book: &Book) -> bool {
    std::fs::read_dir(book.path(".")).unwrap().any(|entry| {
        let name = entry.unwrap().file_name();
        name.to_string_lossy().contains("unfinished")
    })
}

#[test]
fn while_it_waits_for_another_build() {
    let book = Book::of(FACT, "{\"measure\": \"hang\"}");
    let mut first = start(&book, &[]);
    until_it_hangs(&book, &mut first);
    let mut second = start(&book, &[]);
    // It is told who it waits for.
    let mut heard = String::new();
    let mut pipe = std::io::BufReader::new(second.stderr.take().unwrap());
    while !heard.contains("waiting for ") {
        let read = std::io::BufRead::read_line(&mut pipe, &mut heard).unwrap();
        assert_ne!(read, 0, "it ended too early: {heard}");
    }
    assert!(heard.contains(&format!("process {}", first.id())), "{heard}");
    assert_eq!(interrupted(second, Signal::SIGINT).code, Some(130));
    assert_eq!(interrupted(first, Signal::SIGINT).code, Some(130));
    none_is_left(&book);
}
