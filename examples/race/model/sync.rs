//! Stands in for `std::sync` in the model: same names, same types. Each
//! operation is a place where the other thread may go on, and is logged.

use std::fmt::Display;
use std::ops::{Deref, DerefMut};
use std::sync::{LockResult, PoisonError};

use super::log;

pub(crate) struct Mutex<T> {
    inner: shuttle::sync::Mutex<T>,
    object: usize,
}

pub(crate) struct MutexGuard<'a, T: Copy + Display> {
    inner: shuttle::sync::MutexGuard<'a, T>,
    object: usize,
}

impl<T: Copy + Display> Mutex<T> {
    pub(crate) fn new(value: T) -> Self {
        let object = log::object();
        Self { inner: shuttle::sync::Mutex::new(value), object }
    }

    pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let object = self.object;
        if log::wants(object) {
            // The search sees this and ends the order here: nobody can go on.
            shuttle::thread::yield_now();
        }
        let guard = |inner| MutexGuard { inner, object };
        let taken = self.inner.lock();
        let taken = taken
            .map(guard)
            .map_err(|error| PoisonError::new(guard(error.into_inner())));
        if let Ok(guard) = &taken {
            log::took(object, *guard.inner);
        }
        taken
    }
}

impl<T: Copy + Display> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: Copy + Display> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T: Copy + Display> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        // Before the lock is free: nobody can take it earlier than this.
        log::released(self.object, *self.inner);
    }
}

pub(crate) mod atomic {
    //! Atomics whose every operation is a step.

    pub(crate) use std::sync::atomic::Ordering;

    use super::log;

    pub(crate) struct AtomicU64 {
        inner: shuttle::sync::atomic::AtomicU64,
        object: usize,
    }

    impl AtomicU64 {
        pub(crate) fn new(value: u64) -> Self {
            let inner = shuttle::sync::atomic::AtomicU64::new(value);
            Self { inner, object: log::object() }
        }

        pub(crate) fn load(&self, order: Ordering) -> u64 {
            let value = self.inner.load(order);
            log::step(self.object, format!("load {value}"), value);
            value
        }

        pub(crate) fn store(&self, value: u64, order: Ordering) {
            self.inner.store(value, order);
            log::step(self.object, format!("store {value}"), value);
        }

        pub(crate) fn fetch_add(&self, more: u64, order: Ordering) -> u64 {
            let value = self.inner.fetch_add(more, order);
            let after = value + more;
            log::step(self.object, format!("add {more} to {value}"), after);
            value
        }
    }
}
