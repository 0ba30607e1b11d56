//! What a `join` costs, and proof that the loops are run.

use std::hint::black_box;
use std::time::Instant;

use measure::{BodyError, Row, Sample};

use super::sum_by_formula;
use crate::ids::*;
use crate::variants;

/// Iterations of the smaller of the two loops that prove the loop is run.
const FOLD_ITERATIONS: u64 = 1_000_000;

/// Enough for the clock, few enough for a round of milliseconds.
const JOINS: u32 = 1_000;

/// A call that takes nanoseconds is timed in so many of its kind.
const CALLS: u32 = 100_000;

/// The price of `rayon::join` called from a thread of the pool and from one
/// outside, in nanoseconds.
pub(super) fn joins() -> [Row<'static>; 2] {
    let many = || {
        let start = Instant::now();
        let mut sum = 0;
        for i in 0..JOINS {
            let (a, b) = rayon::join(|| black_box(i), || 1);
            sum += a + b;
        }
        let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
        if sum != (0..JOINS).sum::<u32>() + JOINS {
            return Err("a join lost an answer".into());
        }
        Ok(Sample::of(nanoseconds / f64::from(JOINS)))
    };
    [
        Row::sampled(JOIN_INSIDE, "join, from inside the pool", "ns", {
            move || {
                let (sender, receiver) = std::sync::mpsc::channel();
                rayon::spawn(move || {
                    // The receiver waits below: it can't have gone.
                    let _ = sender.send(many());
                });
                receiver.recv()?
            }
        }),
        Row::sampled(JOIN_MAIN, "join, from main", "ns", many),
    ]
}

/// Two sums and the loop of the first table, each of so many million numbers.
pub(super) fn folds() -> Vec<Row<'static>> {
    let millions = |n: u64| FOLD_ITERATIONS * n;
    let formula = |id: &str, label: &str, n: u64| {
        let n = millions(n);
        Row::sampled(id, label, "s", move || {
            let start = Instant::now();
            for _ in 0..CALLS {
                let sum = variants::foldable(black_box(n));
                if black_box(sum) != sum_by_threes(n) {
                    return Err("the foldable sum is wrong".into());
                }
            }
            // Not a `Duration`, which would be cut to whole nanoseconds.
            let time = start.elapsed().as_secs_f64();
            Ok(Sample::of(time / f64::from(CALLS)))
        })
    };
    let kept = |id: &str, label: &str, n: u64| {
        let n = millions(n);
        Row::timed(id, label, sum_by_threes(n), move || {
            Ok::<_, BodyError>(variants::kept(black_box(n)))
        })
    };
    let tables = |id: &str, label: &str, n: u64| {
        let n = millions(n);
        Row::timed(id, label, sum_by_formula(n), move || {
            Ok::<_, BodyError>(variants::sum_of_remainders(0..black_box(n)))
        })
    };
    vec![
        formula(FORMULA_1, "foldable, 1 million", 1),
        formula(FORMULA_10, "foldable, 10 million", 10),
        kept(KEPT_1, "black_box, 1 million", 1),
        kept(KEPT_10, "black_box, 10 million", 10),
        tables(TABLES_1, "the jobs' loop, 1 million", 1),
        tables(TABLES_10, "the jobs' loop, 10 million", 10),
    ]
}

fn sum_by_threes(n: u64) -> u64 {
    3 * n * (n - 1) / 2
}
