//! Runs a small program in every order in which its threads can take their
//! steps, and says in plain words what went wrong in one of them.
//!
//! The labs about sharing stand on it. A model checker (shuttle) does the
//! work; its own words never reach a student.

mod outside;
mod search;
pub mod sync;
mod waits;

pub use outside::{assert_inside, outside};
pub use search::{Search, in_every_order, steps_of};
pub use shuttle::thread;
