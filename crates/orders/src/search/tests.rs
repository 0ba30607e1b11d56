//! Looks at what small programs that go wrong are said to have done.

use std::panic::{self, AssertUnwindSafe};

use shuttle::thread;

use super::{Search, in_every_order, steps_of};
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Barrier, Condvar, Mutex};

/// What a search says about a program.
fn said(program: impl Fn() + Send + Sync + 'static) -> String {
    let search = Search::every();
    let run = AssertUnwindSafe(|| search.run(program));
    let failure = panic::catch_unwind(run).unwrap_err();
    failure.downcast_ref::<String>().unwrap().clone()
}

#[test]
fn a_right_program_passes() {
    in_every_order(|| {
        let count = Arc::new(Mutex::new(0));
        let other = Arc::clone(&count);
        let thread = thread::spawn(move || *other.lock().unwrap() += 1);
        *count.lock().unwrap() += 1;
        thread.join().unwrap();
        assert_eq!(*count.lock().unwrap(), 2);
    });
}

#[test]
fn a_lost_update_is_found_and_said_in_the_test_s_words() {
    let said = said(|| {
        let count = Arc::new(AtomicU64::new(0));
        let add = |count: &AtomicU64| {
            let old = count.load(Ordering::SeqCst);
            count.store(old + 1, Ordering::SeqCst);
        };
        let other = Arc::clone(&count);
        let thread = thread::spawn(move || add(&other));
        add(&count);
        thread.join().unwrap();
        let count = count.load(Ordering::SeqCst);
        assert!(count == 2, "the count is {count} after two additions");
    });
    assert_eq!(said, "the count is 1 after two additions");
}

#[test]
fn a_deadlock_names_who_holds_what() {
    let said = said(|| {
        let locks = Arc::new([Mutex::new(()), Mutex::new(())]);
        let other = Arc::clone(&locks);
        let thread = thread::spawn(move || {
            let _one = other[1].lock().unwrap();
            let _zero = other[0].lock().unwrap();
        });
        {
            let _zero = locks[0].lock().unwrap();
            let _one = locks[1].lock().unwrap();
        }
        thread.join().unwrap();
    });
    assert_eq!(
        said,
        "the threads wait for ever: A holds lock 0 and wants lock 1; \
         B holds lock 1 and wants lock 0"
    );
}

#[test]
fn a_thread_that_waits_for_itself_is_named() {
    let said = said(|| {
        let lock = Mutex::new(());
        let _held = lock.lock().unwrap();
        let _again = lock.lock().unwrap();
    });
    assert!(said.contains("wants lock 0, which it holds itself"), "{said}");
}

#[test]
fn waits_for_a_notice_and_for_others_are_named() {
    let notice = said(|| {
        let pair = (Mutex::new(()), Condvar::new());
        let _never = pair.1.wait(pair.0.lock().unwrap());
    });
    assert!(notice.ends_with("A holds nothing and waits to be notified"));
    let others = said(|| Barrier::new(2).wait());
    assert!(others.ends_with("A holds nothing and waits for another thread"));
}

#[test]
fn a_loop_without_end_is_called_so() {
    let said = said(|| {
        let flag = AtomicU64::new(0);
        while flag.load(Ordering::SeqCst) == 0 {}
    });
    assert!(said.starts_with("no end after thousands of steps"), "{said}");
}

#[test]
fn words_about_the_program_come_first() {
    let search = Search::few().about("two transfers");
    let failure = panic::catch_unwind(|| search.run(|| panic!("no")));
    let said = failure.unwrap_err();
    assert_eq!(said.downcast_ref::<String>().unwrap(), "two transfers: no");
}

#[test]
fn steps_outside_of_the_model_are_not_seen() {
    in_every_order(|| {
        let inside = AtomicU64::new(0);
        assert!(steps_of(|| inside.load(Ordering::SeqCst)) > 0);
        let outside = std::sync::atomic::AtomicU64::new(0);
        assert_eq!(steps_of(|| outside.load(Ordering::SeqCst)), 0);
    });
}
