//! The built book in a real browser: what only a browser can tell.
//!
//! `cargo book --quick` builds the book first; `BOOK_DIR` names another one.

mod book;
mod charts;
mod chromium;
mod decision;
mod devtools;
mod numbers;
mod page;
mod pages;
mod printing;
mod searching;
mod timeline;
