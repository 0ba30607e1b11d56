//! What the giant lock is built from. Its model-checked twin is compiled
//! with other types under these names: see `tests/giant_lock_model.rs`.

pub(crate) use std::sync::atomic::{AtomicBool, Ordering};
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use std::thread;
