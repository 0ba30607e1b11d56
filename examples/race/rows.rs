//! The rows: what is run and what is kept of each run.

use std::hint::black_box;
use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use measure::{BodyError, Request, Row, Sample};

use crate::Sizes;
use crate::crew::Crew;
use crate::ids::*;
use crate::model::{self, PROGRAMS};
use crate::real::steps;
use crate::standstill;
use crate::variants;

/// The lectures' size.
const INCREMENTS: u64 = 1_000_000;

/// Accounts from which two threads try to withdraw twice. Enough for some
/// collisions, few enough for a few milliseconds.
const EMPTIED: usize = 10_000;

/// A call that takes nanoseconds is timed in so many of its kind.
const CALLS: u32 = 1_000;

/// A call that takes so long needs no others to be timed.
const LONG: Duration = Duration::from_micros(100);

/// How long two threads may pay each other until they stand still. Many
/// interruptions long: on one core, too, a thread then stops between its two
/// locks. It takes a small part of this, so the mended version, which uses up
/// its time, is given a tenth.
const GIVEN: Duration = Duration::from_millis(500);

pub(crate) fn all(
    request: &Request<'_>,
) -> Result<Vec<Row<'static>>, BodyError> {
    let (options, profile): (Sizes, _) = (request.options()?, request.profile);
    let threads = options.threads as usize;
    let increments = options.increments.unwrap_or(profile.pick(
        INCREMENTS / 10,
        INCREMENTS,
        INCREMENTS,
    ));
    let count = |id: &str, label: &str, variant: Variant| {
        counted(id, label, threads, increments, variant)
    };
    let mut rows = vec![
        count(APART, "load, work, store", variants::apart),
        count(CALL, "load, call, store", variants::call),
        count(PLAIN, "load, store at once", variants::plain),
        count(LOCKED, "Mutex", variants::locked),
        count(FETCH_ADD, "fetch_add", variants::fetch_add),
        count(ADJACENT, "per thread, adjacent", variants::adjacent),
        count(PADDED, "per thread, padded", variants::padded),
        count(LOCAL, "per thread, local", variants::local),
        folded(MILLION, "a million times += 1", 1_000_000),
        folded(BILLION, "a billion times += 1", 1_000_000_000),
        withdrawn(
            CHECKED_FIRST,
            "check, then withdraw",
            steps::withdraw_checked_first,
        ),
        withdrawn(
            ONE_LOCK,
            "both under one lock",
            steps::withdraw_under_one_lock,
        ),
        transferred(
            AS_GIVEN,
            "two locks, two orders",
            steps::transfer_as_given,
            GIVEN,
        ),
        transferred(
            IN_ORDER,
            "two locks, one order",
            steps::transfer_in_order,
            GIVEN / 10,
        ),
    ];
    rows.extend(PROGRAMS.iter().map(modelled));
    Ok(rows)
}

type Variant = fn(&Crew, u64) -> io::Result<u64>;

fn counted(
    id: &str,
    label: &str,
    threads: usize,
    increments: u64,
    variant: Variant,
) -> Row<'static> {
    let expected = threads as u64 * increments;
    Row::sampled(id, label, "s", move || {
        let crew = Crew::new(threads);
        let result = variant(&crew, increments)?;
        // A lost update is what the rows are about; anything else is a fault.
        if result == 0 || result > expected {
            return Err(wrong(result, expected));
        }
        let time = crew.elapsed();
        let lost = (expected - result) as f64;
        Ok(Sample::of_time(time)
            .with(RESULT, Some(result as f64))
            .with(EXPECTED, Some(expected as f64))
            .with(LOST_PERCENT, Some(100.0 * lost / expected as f64))
            .with(NS, Some(time.as_secs_f64() * 1e9 / expected as f64)))
    })
    .warm_up_with(move || {
        // A failure comes again in the first round, and is told there.
        let _ = variant(&Crew::new(threads), increments / 10);
    })
}

fn wrong(result: u64, expected: u64) -> BodyError {
    format!("counted {result}, which is not within 1 and {expected}").into()
}

/// Seconds of one call. Where the compiler keeps the loop, one call is long
/// enough to be timed alone.
fn folded(id: &str, label: &str, increments: u64) -> Row<'static> {
    Row::sampled(id, label, "s", move || {
        let call = || {
            let mut counter = 0;
            variants::add_up(black_box(&mut counter), black_box(increments));
            counter == increments
        };
        let start = Instant::now();
        let mut right = call();
        let mut calls = 1;
        if start.elapsed() < LONG {
            right &= (calls..CALLS).all(|_| call());
            calls = CALLS;
        }
        // Not a `Duration`, which would be cut to whole nanoseconds.
        let time = start.elapsed().as_secs_f64();
        if !right {
            return Err("an addition was lost".into());
        }
        Ok(Sample::of(time / f64::from(calls)))
    })
}

/// Two threads empty the same accounts, each once. Counts the accounts that
/// paid twice.
fn withdrawn(
    id: &str,
    label: &str,
    withdraw: fn(&Mutex<i64>, i64) -> bool,
) -> Row<'static> {
    Row::sampled(id, label, "count", move || {
        let accounts: Vec<_> = (0..EMPTIED).map(|_| Mutex::new(10)).collect();
        let paid = variants::empty(&accounts, withdraw)?;
        let negative = |balance: &&Mutex<i64>| *balance.lock().unwrap() < 0;
        let twice = accounts.iter().filter(negative).count();
        // Each write is locked: no payment can be lost from the balance.
        if paid != EMPTIED + twice {
            return Err(format!("{paid} paid, {twice} twice").into());
        }
        Ok(Sample::of(twice as f64).with(ACCOUNTS, Some(EMPTIED as f64)))
    })
    .without_warm_up()
}

fn transferred(
    id: &str,
    label: &str,
    transfer: fn(&steps::Account, &steps::Account, i64),
    at_most: Duration,
) -> Row<'static> {
    Row::sampled(id, label, "count", move || standstill::run(transfer, at_most))
        // Two threads that stand still end with their process.
        .in_fresh_process()
}

fn modelled(program: &'static model::Program) -> Row<'static> {
    let id = format!("{MODEL}/{}", program.id);
    Row::sampled(id, program.label, "count", || {
        let outcome = model::explore(program);
        if outcome.steps == 0 {
            return Err("the model saw no step of this program".into());
        }
        Ok(Sample::of(outcome.orders as f64)
            .with(WRONG_ORDERS, Some(outcome.wrong as f64))
            .with(STEPS, Some(outcome.steps as f64))
            .with(ENDED, Some(u8::from(outcome.ended).into())))
    })
    .without_warm_up()
}
