//! The built book in a real browser: what only a browser can tell.
//!
//! `cargo book --quick` builds the book first; `BOOK_DIR` names another one.

mod book;
mod charts;
mod chromium;
mod decision;
mod devtools;
/// As `cargo book serve` answers.
#[path = "../../src/commands/serve/http.rs"]
mod http;
mod numbers;
mod page;
mod pages;
mod printing;
mod reloading;
mod searching;
mod timeline;
