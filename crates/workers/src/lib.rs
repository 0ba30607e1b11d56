//! Process pool and thread pools that several examples share.
//!
//! Both pools have one shape: [`submit`](ThreadPool::submit) hands over a job
//! and returns a [`Pending`] at once, `map` submits all jobs and collects the
//! answers in order. What differs is what may cross: a thread takes any
//! closure that is `Send`, a process takes data that serialises.

mod error;
pub mod giant_lock;
pub mod heartbeat;
mod pending;
pub mod poll_timer;
pub mod process;
mod sync;
pub mod threads;

pub use error::{PoolError, WorkerId};
pub use pending::Pending;
pub use process::ProcessPool;
pub use threads::ThreadPool;
