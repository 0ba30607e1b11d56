//! Process pool and thread pools that several examples share.
//!
//! Both pools are one type, [`Pool`], with one interface: submit and wait
//! ([`apply`](Pool::apply)), submit all and collect
//! ([`submit_all`](Pool::submit_all)), iterate with a bounded look-ahead
//! ([`imap`](Pool::imap)). What differs is what may cross: a thread takes any
//! value that is `Send`, a process takes data that serialises.

mod error;
pub mod giant_lock;
pub mod heartbeat;
pub mod poll_timer;
pub mod pool;
pub mod process;
pub mod shared;
mod sync;
pub mod threads;

pub use error::{PoolError, WorkerId};
pub use pool::{Batch, Crew, Pending, Pool};
pub use process::{ProcessPool, RawBytes};
pub use shared::SharedBytes;
pub use threads::ThreadPool;
