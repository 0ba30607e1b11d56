//! Runs the bank's threads in every order that the model checker can find.

use std::rc::Rc;

use lab_race::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use lab_race::sync::{Arc, Barrier};
use lab_race::{ANSWER, Bank, Overdrawn};
use orders::{Search, in_every_order, steps_of, thread};

/// Payer and payee.
type Accounts = (usize, usize);

/// Carries out a transfer whose money is there.
fn pay(bank: &Bank, (from, to): Accounts, amount: u64) {
    assert!(
        bank.transfer(from, to, amount, || ()).is_ok(),
        "a transfer of {amount} from account {from} was refused, and the \
         money was there"
    );
}

#[test]
fn every_step_of_the_bank_is_one_that_the_model_checker_sees() {
    orders::assert_inside(ANSWER);
    in_every_order(|| {
        let bank = Bank::new(&[1, 0]);
        for (name, steps) in [
            ("transfer", steps_of(|| pay(&bank, (0, 1), 1))),
            ("deposit", steps_of(|| bank.deposit(0, 1))),
            ("total", steps_of(|| bank.total())),
            ("balance", steps_of(|| bank.balance(0))),
            ("transfers", steps_of(|| bank.transfers())),
        ] {
            assert!(
                steps > 0,
                "`{name}` takes no step that the model checker sees: what \
                 threads share has to be in a lock or an atomic of \
                 `crate::sync`"
            );
        }
    });
}

#[test]
fn a_transfer_moves_the_amount() {
    in_every_order(|| {
        let bank = Bank::new(&[10, 5, 0]);
        let written = Rc::new(());
        for (from, to, amount) in [(1, 0, 5), (0, 2, 4), (2, 1, 0)] {
            // A journal may hold what can't be given to another thread, and
            // can be written once.
            let note = Rc::clone(&written);
            let paid = bank.transfer(from, to, amount, || drop(note));
            assert_eq!(paid, Ok(()), "{amount} from {from} to {to}");
            assert_eq!(
                Rc::strong_count(&written),
                1,
                "the journal is still to be written after the transfer"
            );
        }
        bank.deposit(1, 3);
        let balances = [0, 1, 2].map(|account| bank.balance(account));
        assert_eq!(balances, [11, 3, 4], "balances after three transfers");
        assert_eq!(bank.total(), 18, "the total after a deposit of 3");
    });
}

#[test]
fn a_refused_transfer_leaves_no_trace() {
    in_every_order(|| {
        let bank = Bank::new(&[10, 5]);
        for to in [0, 1] {
            let journal = || panic!("a refused transfer wrote its journal");
            let refused = bank.transfer(0, to, 11, journal);
            assert_eq!(refused, Err(Overdrawn), "11 from an account with 10");
        }
        assert_eq!([bank.balance(0), bank.balance(1)], [10, 5], "balances");
        assert_eq!(bank.transfers(), 0, "transfers counted");
    });
}

#[test]
fn an_account_can_pay_itself() {
    in_every_order(|| {
        let bank = Bank::new(&[4, 10]);
        let written = AtomicUsize::new(0);
        let journal = || _ = written.fetch_add(1, Ordering::SeqCst);
        assert_eq!(bank.transfer(1, 1, 10, journal), Ok(()));
        assert_eq!([bank.balance(0), bank.balance(1)], [4, 10], "balances");
        assert_eq!(bank.transfers(), 1, "transfers counted");
        let written = written.load(Ordering::SeqCst);
        assert_eq!(written, 1, "times that the journal was written");
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
            "10 were there and were asked for twice at the same time; the \
             answers were {to_one:?} and {to_two:?}, and one of them has to \
             be `Ok`"
        );
        assert_eq!(bank.balance(0), 0, "what is left in the account");
        assert_eq!(bank.total(), 10, "the total after one transfer");
        assert_eq!(bank.transfers(), 1, "transfers counted");
    });
}

#[test]
fn no_payment_into_an_account_is_lost() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 1, 0]));
        let other = Arc::clone(&bank);
        let first = thread::spawn(move || pay(&other, (0, 2), 1));
        pay(&bank, (1, 2), 1);
        first.join().unwrap();
        let balance = bank.balance(2);
        assert!(balance == 2, "two payments of 1 left {balance} there");
    });
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 0]));
        let other = Arc::clone(&bank);
        let first = thread::spawn(move || other.deposit(1, 1));
        bank.deposit(1, 1);
        pay(&bank, (0, 1), 1);
        first.join().unwrap();
        let balance = bank.balance(1);
        assert!(
            balance == 3,
            "two deposits and a transfer of 1 each left {balance} there"
        );
    });
}

#[test]
fn no_transfers_wait_for_each_other_for_ever() {
    // Two in opposite directions, of each pair; circles of three.
    let mut layouts = Vec::new();
    for from in 0..4 {
        for to in from + 1..4 {
            layouts.push(vec![(from, to), (to, from)]);
        }
    }
    layouts.push(vec![(0, 1), (1, 2), (2, 0)]);
    layouts.push(vec![(2, 1), (1, 0), (0, 2)]);
    layouts.push(vec![(3, 1), (1, 2), (2, 3)]);
    for layout in layouts {
        let about = format!("transfers {layout:?} at the same time");
        Search::mixed(250).about(about).run(move || {
            let bank = Arc::new(Bank::new(&[1; 4]));
            at_the_same_time(&bank, &layout);
            // Nobody has gained or lost.
            let balances = [0, 1, 2, 3].map(|account| bank.balance(account));
            assert_eq!(balances, [1; 4], "balances after {layout:?}");
        });
    }
    Search::mixed(250).about("a total and two transfers").run(|| {
        let bank = Arc::new(Bank::new(&[1; 3]));
        let other = Arc::clone(&bank);
        let total = thread::spawn(move || other.total());
        at_the_same_time(&bank, &[(2, 0), (1, 2)]);
        assert_eq!(total.join().unwrap(), 3, "the total");
    });
}

fn at_the_same_time(bank: &Arc<Bank>, transfers: &[Accounts]) {
    let threads: Vec<_> = transfers
        .iter()
        .map(|&accounts| {
            let bank = Arc::clone(bank);
            thread::spawn(move || pay(&bank, accounts, 1))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn no_transfer_is_left_out_of_the_count() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[1, 0, 1, 0]));
        at_the_same_time(&bank, &[(0, 1), (2, 3)]);
        let count = bank.transfers();
        assert!(count == 2, "two transfers were carried out, {count} counted");
    });
}

#[test]
fn money_on_its_way_is_in_the_total_once() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[5, 5]));
        let other = Arc::clone(&bank);
        let transfer = thread::spawn(move || {
            pay(&other, (0, 1), 5);
            pay(&other, (1, 0), 5);
        });
        assert_total(&bank, &[10], 5);
        transfer.join().unwrap();
    });
    // A total that looks twice, or three times, and believes what it sees
    // again is fooled by money that goes to and fro.
    Search::mixed(1_500).run(|| {
        let bank = Arc::new(Bank::new(&[5, 5]));
        let other = Arc::clone(&bank);
        let transfers = thread::spawn(move || {
            for _ in 0..10 {
                pay(&other, (0, 1), 5);
                pay(&other, (1, 0), 5);
            }
        });
        assert_total(&bank, &[10], 5);
        assert_total(&bank, &[10], 5);
        transfers.join().unwrap();
    });
}

fn assert_total(bank: &Bank, possible: &[u64], on_the_way: u64) {
    let total = bank.total();
    assert!(
        possible.contains(&total),
        "the total was {total} while {on_the_way} were on their way; it must \
         be one of {possible:?} at every moment"
    );
}

#[test]
fn money_that_comes_in_is_in_the_total_from_then_on() {
    in_every_order(|| {
        let bank = Arc::new(Bank::new(&[5, 5]));
        let other = Arc::clone(&bank);
        let deposits = thread::spawn(move || {
            other.deposit(0, 1);
            other.deposit(1, 20);
        });
        // 30 would be the second deposit without the first.
        let before = bank.total();
        let seen = bank.balance(1);
        let after = bank.total();
        deposits.join().unwrap();
        for total in [before, after] {
            assert!(
                [10, 11, 31].contains(&total),
                "deposits of 1 and then of 20 made 11 and then 31 of 10; the \
                 total was {total} in between"
            );
        }
        assert!(
            before <= after && (seen == 5 || after == 31),
            "the totals were {before} and then {after}, and account 1 had \
             {seen} in between"
        );
        assert_eq!(bank.total(), 31, "the total in the end");
    });
}

#[test]
fn transfers_between_other_accounts_do_not_wait() {
    let disjoint = |(a, b): Accounts, (c, d): Accounts| {
        a != c && a != d && b != c && b != d
    };
    // Every two pairs of six accounts, and pairs that stand far apart.
    let pairs: Vec<Accounts> = (0..6)
        .flat_map(|a| (0..6).map(move |b| (a, b)))
        .chain([(0, 16), (32, 48), (1, 33), (62, 63), (17, 49)])
        .collect();
    for (at, &one) in pairs.iter().enumerate() {
        for &two in pairs[at..].iter().filter(|two| disjoint(one, **two)) {
            let about = format!(
                "transfers {one:?} and {two:?} have no account in common, and \
                 one has to wait for the other"
            );
            Search::few().about(about).run(move || {
                let bank = Arc::new(Bank::new(&[1; 64]));
                // Opens when both journals are being written.
                let both = Arc::new(Barrier::new(2));
                let (other, here) = (Arc::clone(&bank), Arc::clone(&both));
                let first = thread::spawn(move || {
                    let journal = || here.wait();
                    other.transfer(one.0, one.1, 1, journal)
                });
                let second = bank.transfer(two.0, two.1, 1, || both.wait());
                assert_eq!(first.join().unwrap(), second);
            });
        }
    }
}

#[test]
fn a_transfer_that_waits_holds_up_no_transfer_between_other_accounts() {
    Search::mixed(400)
        .about(
            "transfer (1, 2) waits for (0, 1), which writes its journal; \
             (3, 4) has no account in common with either, and waits",
        )
        .run(|| {
            let bank = Arc::new(Bank::new(&[1; 5]));
            let done = Arc::new(Barrier::new(2));
            let (first, end) = (Arc::clone(&bank), Arc::clone(&done));
            let writes = thread::spawn(move || {
                first.transfer(0, 1, 1, || end.wait()).unwrap();
            });
            let second = Arc::clone(&bank);
            let waits = thread::spawn(move || pay(&second, (1, 2), 1));
            pay(&bank, (3, 4), 1);
            done.wait();
            writes.join().unwrap();
            waits.join().unwrap();
        });
}

#[test]
fn an_account_is_held_while_its_journal_is_written() {
    for (one, two) in [
        ((0, 2), (1, 2)),
        ((0, 1), (0, 2)),
        ((0, 1), (1, 2)),
        ((1, 0), (2, 1)),
        ((0, 0), (0, 1)),
        ((1, 1), (0, 1)),
    ] {
        Search::every().run(move || {
            let bank = Arc::new(Bank::new(&[2; 3]));
            let writing = Arc::new(AtomicBool::new(false));
            let (other, pen) = (Arc::clone(&bank), Arc::clone(&writing));
            let first = thread::spawn(move || {
                let journal = || write(&pen, one, two);
                other.transfer(one.0, one.1, 1, journal).unwrap();
            });
            let journal = || write(&writing, one, two);
            bank.transfer(two.0, two.1, 1, journal).unwrap();
            first.join().unwrap();
        });
    }
}

fn write(writing: &AtomicBool, one: Accounts, two: Accounts) {
    let taken = writing.swap(true, Ordering::SeqCst);
    assert!(
        !taken,
        "the journals of {one:?} and {two:?}, which have an account in \
         common, were written at the same time"
    );
    thread::yield_now();
    writing.store(false, Ordering::SeqCst);
}
