//! The giant lock, compiled with the model checker's types in place of the
//! system's, in many orders of its threads' steps.
//!
//! Time does not pass in a model. So an interval of [`NEVER`] is one that no
//! wait outlasts, and a wake-up that is lost becomes a deadlock, which the
//! checker reports; with the real clock the time-out would hide it. An
//! interval of [`AT_ONCE`] is over whenever its waiter gets to run.

#[expect(unreachable_pub, reason = "it is the interface of another crate")]
#[path = "../src/giant_lock.rs"]
mod giant_lock;

use std::time::Duration;

use giant_lock::GiantLock;
use shuttle::scheduler::{DfsScheduler, RandomScheduler};
use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::{Config, FailurePersistence, Runner, current, thread};

const NEVER: Duration = Duration::MAX;
const AT_ONCE: Duration = Duration::ZERO;

/// More orders than two threads that take the lock once have.
const ALL: usize = 200_000;

/// Random orders, where all would be too many; and their seed.
const SOME: usize = 2_000;
const SEED: u64 = 4;

/// The model checker's types under the names that the lock uses.
mod sync {
    use std::ops::{Deref, DerefMut};
    use std::sync::{LockResult, PoisonError};
    use std::time::Duration;

    pub(crate) use shuttle::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use shuttle::thread;

    #[derive(Debug, Default)]
    pub(crate) struct Mutex<T>(shuttle::sync::Mutex<T>);

    #[derive(Debug)]
    pub(crate) struct MutexGuard<'a, T> {
        of: &'a Mutex<T>,
        guard: shuttle::sync::MutexGuard<'a, T>,
    }

    #[derive(Debug, Default)]
    pub(crate) struct Condvar(shuttle::sync::Condvar);

    pub(crate) struct Wait {
        timed_out: bool,
    }

    impl Wait {
        pub(crate) fn timed_out(&self) -> bool {
            self.timed_out
        }
    }

    impl<T> Mutex<T> {
        pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
            let guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(MutexGuard { of: self, guard })
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            &self.guard
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.guard
        }
    }

    type Waited<'a, T> = LockResult<(MutexGuard<'a, T>, Wait)>;

    impl Condvar {
        pub(crate) fn wait_timeout<'a, T>(
            &self,
            MutexGuard { of, guard }: MutexGuard<'a, T>,
            interval: Duration,
        ) -> Waited<'a, T> {
            let timed_out = interval.is_zero();
            let guard = if timed_out {
                drop(guard);
                thread::yield_now();
                of.0.lock()
            } else {
                self.0.wait(guard)
            };
            let guard = guard.unwrap_or_else(PoisonError::into_inner);
            Ok((MutexGuard { of, guard }, Wait { timed_out }))
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}

fn config() -> Config {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    // About relaxed atomics, which the checker treats as the strongest: the
    // lock's one flag is a hint, and all that it leads to is under a mutex.
    config.silence_warnings = true;
    config
}

fn in_every_order(program: impl Fn() + Send + Sync + 'static) {
    let search = DfsScheduler::new(Some(ALL), false);
    let orders = Runner::new(search, config()).run(program);
    assert!(orders < ALL, "there are more orders than were tried");
    assert!(orders > 10, "{orders} orders: the lock hides its steps");
}

fn in_some_orders(program: impl Fn() + Send + Sync + 'static) {
    let random = RandomScheduler::new_from_seed(SEED, SOME);
    Runner::new(random, config()).run(program);
}

/// Counts who is inside, and panics at the second.
#[derive(Default)]
struct Room {
    inside: AtomicUsize,
    visits: AtomicUsize,
}

impl Room {
    fn visit(&self) {
        let others = self.inside.fetch_add(1, Ordering::SeqCst);
        assert_eq!(others, 0, "two threads hold the lock");
        thread::yield_now();
        self.inside.fetch_sub(1, Ordering::SeqCst);
        self.visits.fetch_add(1, Ordering::SeqCst);
    }
}

/// `threads` threads take the lock once, with `checkpoints` inside.
fn visits(lock: GiantLock, threads: usize, checkpoints: usize) {
    let shared = Arc::new((lock, Room::default()));
    let spawn = |_| {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            let (lock, room) = &*shared;
            let mut held = lock.lock();
            for _ in 0..checkpoints {
                room.visit();
                held.checkpoint();
            }
            room.visit();
        })
    };
    let threads: Vec<_> = (0..threads).map(spawn).collect();
    let expected = threads.len() * (checkpoints + 1);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(shared.1.visits.load(Ordering::SeqCst), expected);
    assert_eq!(shared.0.waiters(), 0);
}

#[test]
fn the_lock_uses_the_types_of_the_model_checker() {
    in_some_orders(|| {
        let lock = GiantLock::new(NEVER);
        let before = current::context_switches();
        drop(lock.lock());
        assert!(current::context_switches() > before, "use `crate::sync`");
    });
}

#[test]
fn two_threads_exclude_each_other_and_both_wake_in_every_order() {
    in_every_order(|| visits(GiantLock::new(NEVER), 2, 0));
}

#[test]
fn three_threads_lose_no_wake_up_when_no_time_passes() {
    in_some_orders(|| visits(GiantLock::new(NEVER), 3, 1));
    in_some_orders(|| visits(GiantLock::without_hand_over(NEVER), 3, 1));
}

#[test]
fn three_threads_that_ask_at_once_exclude_each_other() {
    in_some_orders(|| visits(GiantLock::new(AT_ONCE), 3, 2));
    in_some_orders(|| visits(GiantLock::without_hand_over(AT_ONCE), 3, 2));
}

#[test]
fn a_holder_that_was_asked_comes_back_after_the_waiter() {
    in_some_orders(|| {
        let shared = Arc::new((GiantLock::new(AT_ONCE), Room::default()));
        let (lock, room) = &*shared;
        let mut held = lock.lock();
        let waiter = thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                let _held = shared.0.lock();
                shared.1.visit();
            }
        });
        while !held.checkpoint() {
            assert_eq!(room.visits.load(Ordering::SeqCst), 0);
            thread::yield_now();
        }
        assert_eq!(room.visits.load(Ordering::SeqCst), 1);
        drop(held);
        waiter.join().unwrap();
    });
}

#[test]
fn a_holder_that_was_asked_comes_back_before_those_who_come_later() {
    in_some_orders(|| {
        let lock = GiantLock::new(AT_ONCE);
        let order = std::sync::Mutex::new(Vec::new());
        let shared = Arc::new((lock, order));
        let (lock, order) = &*shared;
        let mut held = lock.lock();
        let waiter = thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                for visit in ["first", "later"] {
                    let _held = shared.0.lock();
                    shared.1.lock().unwrap().push(visit);
                }
            }
        });
        while !held.checkpoint() {
            thread::yield_now();
        }
        order.lock().unwrap().push("holder");
        drop(held);
        waiter.join().unwrap();
        assert_eq!(*order.lock().unwrap(), ["first", "holder", "later"]);
    });
}
