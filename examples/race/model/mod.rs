//! The steps in every order in which two threads can take them.
//!
//! `steps.rs` is compiled a second time, over `sync` of this module: the code
//! under test is the code that is measured.

mod log;
mod programs;
mod search;
#[path = "../steps.rs"]
mod steps;
mod sync;

pub(crate) use programs::{PROGRAMS, Program, program};
pub(crate) use search::explore;
