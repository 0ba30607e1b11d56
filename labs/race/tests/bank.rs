//! Runs the bank's threads in every order that the model checker can find.

use lab_race::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use lab_race::sync::{Arc, Barrier};
use lab_race::{Bank, Overdrawn};
use shuttle::scheduler::{DfsScheduler, RandomScheduler};
use shuttle::{Config, FailurePersistence, Runner, current, thread};

/// The programs here have fewer orders than this with the locks that they
/// need; a bank with more steps is also tried in `MIXED` random orders, so
/// that the late part of its search is not left out.
const ORDERS: usize = 4_000;
const MIXED: usize = 500;
const SEED: u64 = 7;

fn in_every_order(program: impl Fn() + Copy + Send + Sync + 'static) {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    // About relaxed atomics, which the checker treats as the strongest: the
    // chapter says so, and no test here depends on a weaker one.
    config.silence_warnings = true;
    let search = DfsScheduler::new(Some(ORDERS), false);
    if Runner::new(search, config.clone()).run(program) == ORDERS {
        let mixed = RandomScheduler::new_from_seed(SEED, MIXED);
        Runner::new(mixed, config).run(program);
    }
}

fn assert_the_checker_sees_the_bank() {
    in_every_order(|| {
        let bank = Bank::new(&[1, 0]);
        let before = current::context_switches();
        bank.transfer(0, 1, 1, || ()).unwrap();
        assert!(
            current::context_switches() > before,
            "the bank takes no step that the model checker can see: use \
             `crate::sync`, not `std::sync`, for locks and atomics"
        );
    });
}

#[test]
fn the_bank_uses_the_locks_of_the_model_checker() {
    assert_the_checker_sees_the_bank();
}

#[test]
fn a_transfer_moves_the_amount() {
    in_every_order(|| {
        let bank = Bank::new(&[10, 5, 0]);
        assert_eq!(bank.transfer(1, 0, 5, || ()), Ok(()));
        assert_eq!(bank.transfer(0, 2, 4, || ()), Ok(()));
        let balances = [0, 1, 2].map(|account| bank.balance(account));
        assert_eq!(balances, [11, 0, 4]);
        assert_eq!(bank.total(), 15);
    });
}

#[test]
fn a_refused_transfer_leaves_no_trace() {
    in_every_order(|| {
        let bank = Bank::new(&[10, 5]);
        for to in [0, 1] {
            let refused = bank.transfer(0, to, 11, || panic!("journal"));
            assert_eq!(refused, Err(Overdrawn));
        }
        assert_eq!([bank.balance(0), bank.balance(1)], [10, 5]);
        assert_eq!(bank.transfers(), 0);
    });
}

#[test]
fn an_account_can_pay_itself() {
    in_every_order(|| {
        let bank = Bank::new(&[10]);
        let written = AtomicUsize::new(0);
        let journal = || _ = written.fetch_add(1, Ordering::SeqCst);
        assert_eq!(bank.transfer(0, 0, 10, journal), Ok(()));
        assert_eq!(bank.balance(0), 10);
        assert_eq!(bank.transfers(), 1);
        assert_eq!(written.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn the_same_money_is_spent_once() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[10, 0, 0]));
        let other = Arc::clone(&bank);
        let to_one = thread::spawn(move || other.transfer(0, 1, 10, || ()));
        let to_two = bank.transfer(0, 2, 10, || ());
        let to_one = to_one.join().unwrap();
        assert!(
            to_one.is_ok() != to_two.is_ok(),
            "10 were there, 10 were asked for twice: {to_one:?}, {to_two:?}"
        );
        assert_eq!(bank.balance(0), 0);
        assert_eq!(bank.total(), 10);
        assert_eq!(bank.transfers(), 1);
    });
}

#[test]
fn deposits_into_one_account_all_arrive() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 1, 0]));
        let other = Arc::clone(&bank);
        let first = thread::spawn(move || other.transfer(0, 2, 1, || ()));
        assert_eq!(bank.transfer(1, 2, 1, || ()), Ok(()));
        assert_eq!(first.join().unwrap(), Ok(()));
        assert_eq!(bank.balance(2), 2, "a deposit was overwritten");
    });
}

#[test]
fn opposite_transfers_never_wait_for_each_other() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 1]));
        let other = Arc::clone(&bank);
        let there = thread::spawn(move || other.transfer(0, 1, 1, || ()));
        assert_eq!(bank.transfer(1, 0, 1, || ()), Ok(()));
        assert_eq!(there.join().unwrap(), Ok(()));
        assert_eq!([bank.balance(0), bank.balance(1)], [1, 1]);
    });
}

#[test]
fn no_transfer_is_left_out_of_the_count() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 0, 1, 0]));
        let other = Arc::clone(&bank);
        let first = thread::spawn(move || other.transfer(0, 1, 1, || ()));
        assert_eq!(bank.transfer(2, 3, 1, || ()), Ok(()));
        assert_eq!(first.join().unwrap(), Ok(()));
        assert_eq!(bank.transfers(), 2, "a count was overwritten");
    });
}

#[test]
fn money_on_its_way_is_in_the_total_once() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[5, 5]));
        let other = Arc::clone(&bank);
        let transfer = thread::spawn(move || {
            other.transfer(0, 1, 5, || ()).unwrap();
            other.transfer(1, 0, 5, || ()).unwrap();
        });
        assert_eq!(bank.total(), 10, "the total during a transfer");
        transfer.join().unwrap();
    });
}

#[test]
fn transfers_between_other_accounts_do_not_wait() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 0, 1, 0]));
        // Opens only when both journals are being written at the same time.
        let both = Arc::new(Barrier::new(2));
        let (other, here) = (Arc::clone(&bank), Arc::clone(&both));
        let first = thread::spawn(move || {
            let journal = || _ = here.wait();
            other.transfer(0, 1, 1, journal)
        });
        let journal = || _ = both.wait();
        assert_eq!(bank.transfer(2, 3, 1, journal), Ok(()));
        assert_eq!(first.join().unwrap(), Ok(()));
    });
}

#[test]
fn an_account_is_held_while_its_journal_is_written() {
    // A journal that rests while a lock of `std` is held would hang here.
    assert_the_checker_sees_the_bank();
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 1, 0]));
        let writing = Arc::new(AtomicBool::new(false));
        let (other, pen) = (Arc::clone(&bank), Arc::clone(&writing));
        let first = thread::spawn(move || {
            other.transfer(0, 2, 1, || write(&pen)).unwrap();
        });
        bank.transfer(1, 2, 1, || write(&writing)).unwrap();
        first.join().unwrap();
    });
}

fn write(writing: &AtomicBool) {
    let taken = writing.swap(true, Ordering::SeqCst);
    assert!(!taken, "two journals about account 2 at the same time");
    thread::yield_now();
    writing.store(false, Ordering::SeqCst);
}
