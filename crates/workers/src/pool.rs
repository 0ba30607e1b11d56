//! One interface over threads and processes, in the terms of the field.
//!
//! A pool is its front (`front`), which cuts jobs into chunks, a `dispatch`er,
//! which brings chunks and idle workers together, and a [`Crew`] of workers.

mod batch;
mod crew;
pub(crate) mod dispatch;
mod front;
mod imap;
mod pending;
mod task;

pub use batch::Batch;
pub use crew::{Crew, End};
pub use front::Pool;
pub use imap::{Imap, ImapUnordered};
pub use pending::Pending;
pub(crate) use task::Reply;
pub use task::{Chunk, Never};
