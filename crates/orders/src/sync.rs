//! Stand-ins for `std::sync`: same names and types, but each lock and each
//! atomic step is a place where another thread may go on.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};

use shuttle::sync as model;
pub use shuttle::sync::{Arc, Once, OnceState, Weak, atomic, mpsc};
pub use shuttle::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::waits;

/// As in `std::sync`.
pub struct Mutex<T: ?Sized> {
    number: usize,
    inner: model::Mutex<T>,
}

/// As in `std::sync`.
pub struct MutexGuard<'a, T: ?Sized> {
    number: usize,
    /// Taken out by a condition variable, and by nobody else.
    inner: Option<model::MutexGuard<'a, T>>,
}

impl<T> Mutex<T> {
    /// As in `std::sync`.
    pub fn new(value: T) -> Self {
        let number = waits::new_lock();
        Mutex { number, inner: model::Mutex::new(value) }
    }

    /// As in `std::sync`.
    ///
    /// # Errors
    ///
    /// If a holder has panicked.
    pub fn into_inner(self) -> LockResult<T> {
        self.inner.into_inner()
    }
}

impl<T: ?Sized> Mutex<T> {
    /// As in `std::sync`.
    ///
    /// # Errors
    ///
    /// If a holder has panicked.
    ///
    /// # Panics
    ///
    /// If the calling thread holds the lock already.
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        waits::want(self.number);
        held(self.number, self.inner.lock())
    }

    /// As in `std::sync`.
    ///
    /// # Errors
    ///
    /// If somebody holds it, or a holder has panicked.
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(guard(self.number, inner)),
            Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
            Err(TryLockError::Poisoned(poisoned)) => {
                let inner = guard(self.number, poisoned.into_inner());
                Err(TryLockError::Poisoned(PoisonError::new(inner)))
            }
        }
    }

    /// As in `std::sync`.
    ///
    /// # Errors
    ///
    /// If a holder has panicked.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        self.inner.get_mut()
    }
}

fn guard<T: ?Sized>(
    number: usize,
    inner: model::MutexGuard<'_, T>,
) -> MutexGuard<'_, T> {
    waits::hold(number);
    MutexGuard { number, inner: Some(inner) }
}

fn held<T: ?Sized>(
    number: usize,
    inner: LockResult<model::MutexGuard<'_, T>>,
) -> LockResult<MutexGuard<'_, T>> {
    inner.map(|inner| guard(number, inner)).map_err(|poisoned| {
        PoisonError::new(guard(number, poisoned.into_inner()))
    })
}

const THERE: &str = "taken out only together with the guard";

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.inner.as_deref().expect(THERE)
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_deref_mut().expect(THERE)
    }
}

impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        if self.inner.is_some() {
            waits::release(self.number);
        }
    }
}

impl<T: Default> Default for Mutex<T> {
    fn default() -> Self {
        Mutex::new(T::default())
    }
}

impl<T> From<T> for Mutex<T> {
    fn from(value: T) -> Self {
        Mutex::new(value)
    }
}

impl<T: ?Sized> fmt::Debug for Mutex<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the value: to look at it would be a step.
        write!(to, "Mutex {}", self.number)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(to)
    }
}

/// As in `std::sync`.
#[derive(Default)]
pub struct Condvar(model::Condvar);

impl Condvar {
    /// As in `std::sync`.
    pub fn new() -> Self {
        Condvar::default()
    }

    /// As in `std::sync`.
    ///
    /// # Errors
    ///
    /// If a holder of the lock has panicked.
    pub fn wait<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
    ) -> LockResult<MutexGuard<'a, T>> {
        let number = guard.number;
        waits::release(number);
        let inner = guard.inner.take().expect(THERE);
        held(number, waits::for_notice(|| self.0.wait(inner)))
    }

    /// As in `std::sync`.
    ///
    /// # Errors
    ///
    /// If a holder of the lock has panicked.
    pub fn wait_while<'a, T, F>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: F,
    ) -> LockResult<MutexGuard<'a, T>>
    where
        F: FnMut(&mut T) -> bool,
    {
        while condition(&mut guard) {
            guard = self.wait(guard)?;
        }
        Ok(guard)
    }

    /// As in `std::sync`.
    pub fn notify_one(&self) {
        self.0.notify_one();
    }

    /// As in `std::sync`.
    pub fn notify_all(&self) {
        self.0.notify_all();
    }
}

/// As in `std::sync`, but says nothing about the leader.
pub struct Barrier(model::Barrier);

impl Barrier {
    /// As in `std::sync`.
    pub fn new(threads: usize) -> Self {
        Barrier(model::Barrier::new(threads))
    }

    /// As in `std::sync`.
    pub fn wait(&self) {
        waits::for_others(|| _ = self.0.wait());
    }
}
