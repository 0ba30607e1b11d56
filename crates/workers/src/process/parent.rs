//! The parent's side of a process pool.

mod builder;
mod feeder;
mod link;
mod pipes;
mod processes;
mod running;
mod seat;
mod settings;
mod supervisor;

pub use builder::Builder;
pub use processes::{ProcessPool, Processes};
