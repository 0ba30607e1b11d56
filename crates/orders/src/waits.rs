//! Who holds which lock and who waits for what, in the execution under way.
//!
//! All threads of a model run on one thread of the system, so that a
//! thread-local book of theirs needs no lock.

use std::cell::RefCell;
use std::collections::BTreeMap;

use shuttle::current;

#[derive(Default)]
struct Book {
    locks: usize,
    /// By thread.
    held: BTreeMap<usize, Vec<usize>>,
    wanted: BTreeMap<usize, Want>,
}

#[derive(Clone, Copy)]
enum Want {
    Lock(usize),
    Notice,
    Others,
}

thread_local! {
    static BOOK: RefCell<Book> = RefCell::default();
}

fn with<R>(book: impl FnOnce(&mut Book, usize) -> R) -> R {
    let me = usize::from(current::me());
    BOOK.with_borrow_mut(|open| book(open, me))
}

/// Begins a new book.
pub(crate) fn reset() {
    BOOK.set(Book::default());
}

/// The number of a lock that was just made.
pub(crate) fn new_lock() -> usize {
    BOOK.with_borrow_mut(|book| {
        book.locks += 1;
        book.locks - 1
    })
}

/// This thread waits for a lock from now on.
///
/// # Panics
///
/// If it holds that lock already: it would wait for itself.
pub(crate) fn want(lock: usize) {
    let held = with(|book, me| {
        book.wanted.insert(me, Want::Lock(lock));
        book.held.get(&me).is_some_and(|held| held.contains(&lock))
    });
    assert!(
        !held,
        "a thread wants lock {lock}, which it holds itself: it waits for \
         itself for ever"
    );
}

/// This thread has a lock from now on.
pub(crate) fn hold(lock: usize) {
    with(|book, me| {
        book.wanted.remove(&me);
        book.held.entry(me).or_default().push(lock);
    });
}

/// This thread gives a lock back.
pub(crate) fn release(lock: usize) {
    // Also while a panic unwinds, where a second one would abort.
    let Some(me) = current::get_current_task().map(usize::from) else {
        return;
    };
    BOOK.with_borrow_mut(|book| {
        let held = book.held.entry(me).or_default();
        if let Some(at) = held.iter().rposition(|held| *held == lock) {
            held.remove(at);
        }
    });
}

/// Does something that lasts until another thread gives a notice.
pub(crate) fn for_notice<R>(wait: impl FnOnce() -> R) -> R {
    during(Want::Notice, wait)
}

/// Does something that lasts until other threads have come as far.
pub(crate) fn for_others<R>(wait: impl FnOnce() -> R) -> R {
    during(Want::Others, wait)
}

fn during<R>(want: Want, wait: impl FnOnce() -> R) -> R {
    with(|book, me| book.wanted.insert(me, want));
    let result = wait();
    with(|book, me| book.wanted.remove(&me));
    result
}

/// One clause for each thread that waits: `A holds lock 0 and wants lock 1`.
pub(crate) fn describe() -> String {
    let clauses = BOOK.with_borrow(|book| {
        let clause = |(thread, want): (&usize, &Want)| {
            let held = book.held.get(thread).map_or(&[][..], Vec::as_slice);
            let held = match held {
                [] => "holds nothing".to_string(),
                [lock] => format!("holds lock {lock}"),
                locks => {
                    let locks: Vec<_> =
                        locks.iter().map(ToString::to_string).collect();
                    format!("holds locks {}", locks.join(" and "))
                }
            };
            let wants = match want {
                Want::Lock(lock) => format!("wants lock {lock}"),
                Want::Notice => "waits to be notified".to_string(),
                Want::Others => "waits for another thread".to_string(),
            };
            format!("{} {held} and {wants}", name(*thread))
        };
        book.wanted.iter().map(clause).collect::<Vec<_>>()
    });
    if clauses.is_empty() {
        return "the threads wait for ever".to_string();
    }
    format!("the threads wait for ever: {}", clauses.join("; "))
}

/// The first thread is A.
fn name(thread: usize) -> String {
    let letter = u8::try_from(thread).ok().filter(|thread| *thread < 26);
    match letter {
        Some(letter) => char::from(b'A' + letter).to_string(),
        None => format!("thread {thread}"),
    }
}
