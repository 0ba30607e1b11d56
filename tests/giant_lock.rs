//! The `giant_lock` example: its command line, its loops, its claims.

mod common;
#[path = "../examples/giant_lock/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/giant_lock/ids.rs"]
mod ids;
#[path = "../examples/giant_lock/variants.rs"]
mod variants;
#[expect(dead_code, reason = "the tests look at the drawn waits alone")]
#[path = "../examples/giant_lock/view.rs"]
mod view;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use common::{BothWays, fitting_text, judge_both_ways, record, refuses};
use measure::record::{Record, Verdict};
use measure::testing::RecordBuilder;
use workers::giant_lock::GiantLock;

#[test]
fn a_quick_run_fills_every_row_and_fact() {
    let record = record("giant_lock", &["--quick"]);
    assert!(record.rows.iter().all(|row| row.samples.len() == 1));
    let bare = record.rows.iter().filter(|row| row.floor.is_none());
    let bare: Vec<_> = bare.map(|row| row.id.as_str()).collect();
    assert_eq!(bare, ["sequential", "floor/lock"], "the others have floors");
    common::has_facts(
        conclusions::FACTS,
        &record,
        &[
            "wait_5ms_ms",
            "wait_500us_ms",
            "wait_without_lock_ms",
            "speedup_locked_8",
        ],
    );
    let without_value: Vec<_> =
        record.facts.iter().filter(|(_, f)| f.value.is_none()).collect();
    assert!(without_value.is_empty(), "{without_value:?}");
}

#[test]
fn each_wait_is_kept() {
    let record = record("giant_lock", &["--quick", "--waits", "7"]);
    let waits = |id| conclusions::waits(record.row(id).unwrap());
    assert_eq!(waits("wait/5ms").len(), 7);
    assert_eq!(waits("busy/2").len(), 4);
    assert!(waits("wait/5ms").iter().all(|wait| *wait > 0.0));
    let cut = record.extra("hoped", "cut").unwrap();
    let mut hoped = waits("hoped");
    assert!(!hoped.is_empty() && cut <= hoped.len() as f64);
    // Who was cut short has waited for fifty intervals.
    hoped.sort_by(|a, b| b.total_cmp(a));
    assert!(hoped.iter().take(cut as usize).all(|wait| *wait >= 250.0));
}

#[test]
fn the_text_fits_a_terminal() {
    for table in ["main", "waits"] {
        let args = ["--quick", "--waits", "3", "--table", table];
        fitting_text("giant_lock", &args);
    }
}

#[test]
fn other_intervals_and_thread_counts_get_rows_of_their_own() {
    let args = ["--quick", "--intervals", "200,2000", "--threads", "3,2"];
    let record = record("giant_lock", &args);
    let ids = |group: &str| -> Vec<_> {
        record.group(group).map(|row| row.id.clone()).collect()
    };
    assert_eq!(ids("wait"), ["wait/2ms", "wait/200us"]);
    assert_eq!(ids("locked"), ["locked/2", "locked/3"]);
    assert_eq!(record.facts["wait_5ms_ms"].value, None);
}

#[test]
fn absurd_values_are_refused() {
    refuses("giant_lock", &["--threads", "0"], "--threads");
    refuses("giant_lock", &["--threads", "65"], "--threads");
    refuses("giant_lock", &["--intervals", "9"], "--intervals");
    refuses("giant_lock", &["--intervals", "100001"], "--intervals");
    refuses("giant_lock", &["--intervals", "5ms"], "--intervals");
    refuses("giant_lock", &["--waits", "0"], "--waits");
    refuses("giant_lock", &["--waits", "1000"], "--waits");
    refuses("giant_lock", &["--iterations", "-1"], "-1");
}

#[test]
fn every_way_to_run_the_jobs_has_the_same_answer() {
    let jobs = [70, 7, 0, 8];
    let expected = 140 + 14 + 14;
    assert_eq!(variants::sequential(&jobs), expected);
    for threads in [1, 3] {
        assert_eq!(variants::one_lock(&jobs, threads).unwrap(), expected);
        assert_eq!(variants::a_lock_each(&jobs, threads).unwrap(), expected);
    }
}

#[test]
fn a_woken_thread_gets_through_to_every_kind_of_neighbour() {
    type Neighbour = fn(&GiantLock, &AtomicBool);
    let neighbours: [Neighbour; 2] =
        [variants::keep_busy, variants::keep_busy_outside];
    for neighbour in neighbours {
        let lock = GiantLock::new(Duration::from_micros(50));
        let stop = AtomicBool::new(false);
        let (ask, messages) = mpsc::channel();
        let (answers, waits) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| neighbour(&lock, &stop));
            scope.spawn(|| variants::handle(&lock, messages, answers));
            for _ in 0..20 {
                ask.send(Instant::now()).unwrap();
            }
            drop(ask);
            assert_eq!(waits.iter().count(), 20);
            stop.store(true, Ordering::Relaxed);
        });
    }
}

#[test]
fn single_long_waits_are_left_out_of_the_drawing_and_many_are_not() {
    let some = view::drawn(&[0.0, 0.49, 5.1, 39.9, 40.1, 830.0]);
    assert_eq!(some, [0.0, 0.49, 5.1, 39.9]);
    assert_eq!(view::drawn(&[41.0, 50.0, 830.0]).len(), 3);
    assert!(view::drawn(&[]).is_empty());
}

fn jobs(rows: &[(&str, f64)]) -> Record {
    let start =
        RecordBuilder::new("giant_lock").row("sequential", "s", &[1.0; 3]);
    rows.iter()
        .fold(start, |record, (id, time)| record.row(id, "s", &[*time; 3]))
        .build()
}

fn waits(rows: &[(&str, f64, f64)]) -> Record {
    let start = RecordBuilder::new("giant_lock");
    rows.iter()
        .fold(start, |record, (id, median, p99)| {
            record
                .row(id, "ms", &[*median; 3])
                .extra("wait/000", &[*median; 3])
                .extra("wait/001", &[*p99; 3])
                .extra("cut", &[0.0; 3])
        })
        .build()
}

fn intervals(long: f64, short: f64, shortest: f64) -> Record {
    waits(&[
        ("wait/5ms", long, long),
        ("wait/500us", short, short),
        ("wait/50us", shortest, shortest),
    ])
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = BothWays::new;
    let locked = |two, eight| jobs(&[("locked/2", two), ("locked/8", eight)]);
    let busy = |cores| {
        RecordBuilder::new("giant_lock")
            .row("locked/1", "s", &[1.0; 3])
            .extra("cores_busy", &[0.9; 3])
            .row("locked/8", "s", &[1.0; 3])
            .extra("cores_busy", &[cores; 3])
            .build()
    };
    // With a lock each on two cores.
    let processor = |locked, free| {
        RecordBuilder::new("giant_lock")
            .row("sequential", "s", &[0.9; 3])
            .extra("cores_busy", &[1.0; 3])
            .row("threads/8", "s", &[free; 3])
            .extra("cores_busy", &[2.0; 3])
            .row("locked/8", "s", &[locked; 3])
            .extra("cores_busy", &[1.0; 3])
            .build()
    };
    let alike = |one| {
        RecordBuilder::new("giant_lock")
            .row("sequential", "s", &[1.0; 3])
            .extra("cores_busy", &[1.0; 3])
            .row("threads/1", "s", &[one; 3])
            .extra("cores_busy", &[1.0; 3])
            .build()
    };
    let free = |two| jobs(&[("threads/2", two), ("threads/8", 0.9)]);
    let holders =
        |one, two| waits(&[("wait/5ms", one, one), ("busy/2", two, two)]);
    let tails = |forced, hoped| {
        waits(&[("wait/5ms", 5.1, forced), ("hoped", 5.1, hoped)])
    };
    let alone = |id, wait| waits(&[(id, wait, 9.0)]);
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case(
                "threads_stop_helping",
                locked(1.0, 1.1),
                &[locked(1.0, 0.7), locked(0.7, 1.1)],
            ),
            BothWays::counted("one_core_busy", busy(0.99), &[busy(1.9)]),
            case(
                "the_lock_computes_nothing",
                processor(1.0, 0.54),
                &[processor(1.0, 0.3)],
            ),
            case(
                "a_thread_changes_nothing",
                alike(1.0),
                &[alike(1.4), alike(0.6)],
            ),
            case("a_lock_each_scales", free(0.52), &[free(0.8)]),
            case(
                "one_interval_per_holder",
                holders(5.1, 9.0),
                &[
                    holders(5.1, 25.0),
                    holders(5.1, 5.2),
                    holders(9.5, 14.0),
                    holders(3.0, 7.0),
                ],
            ),
            case(
                "interval_moves_the_wait",
                intervals(5.1, 0.6, 0.15),
                &[
                    // Removed; not shortened, once and twice; too long.
                    intervals(5.1, 0.6, 0.02),
                    intervals(1.0, 0.9, 0.15),
                    intervals(5.1, 0.6, 0.6),
                    intervals(5.1, 1.5, 0.15),
                ],
            ),
            case(
                "hand_over_bounds_the_wait",
                tails(5.5, 800.0),
                &[tails(5.5, 6.0)],
            ),
            case(
                "letting_go_is_enough",
                alone("released", 0.1),
                &[alone("released", 5.0)],
            ),
            case(
                "no_lock_no_wait",
                alone("without_lock", 0.05),
                &[alone("without_lock", 0.3)],
            ),
        ],
    );
}

fn verdict(id: &str, record: &Record) -> Verdict {
    let claims = conclusions::CLAIMS;
    let claim = claims.iter().find(|claim| claim.id == id).unwrap();
    claim.of(record).verdict
}

#[test]
fn on_one_core_neither_scaling_nor_a_free_core_can_be_told() {
    let record = RecordBuilder::new("giant_lock")
        .cores(1)
        .row("sequential", "s", &[1.0; 3])
        .row("threads/2", "s", &[1.0; 3])
        .row("without_lock", "ms", &[3.0; 3])
        .extra("wait/000", &[3.0; 3])
        .build();
    for id in ["a_lock_each_scales", "no_lock_no_wait"] {
        assert_eq!(verdict(id, &record), Verdict::Untestable, "{id}");
    }
}

#[test]
fn threads_are_measured_by_what_eight_jobs_allow_them() {
    // Six threads run eight jobs in two turns: 4 × is all there is.
    for (cores, threads, time) in [(3, 3, 0.4), (6, 6, 0.26), (12, 8, 0.14)] {
        let row = format!("threads/{threads}");
        let record = |time: f64| {
            RecordBuilder::new("giant_lock")
                .cores(cores)
                .row("sequential", "s", &[1.0; 3])
                .row(&row, "s", &[time; 3])
                .build()
        };
        let scales = |time| verdict("a_lock_each_scales", &record(time));
        assert_eq!(scales(time), Verdict::Holds, "{cores}");
        assert_eq!(scales(2.0 * time), Verdict::Fails, "{cores}");
    }
}

#[test]
fn one_long_wait_of_a_round_is_not_the_bound_of_the_others() {
    // With hand-over one wait of each round took as long as those without.
    let mut record = RecordBuilder::new("giant_lock");
    for (id, usual) in [("wait/5ms", 5.1), ("hoped", 40.0)] {
        record = record.row(id, "ms", &[usual; 3]).extra("cut", &[0.0; 3]);
        for nth in 0..120 {
            let wait = if nth == 60 { 45.0 } else { usual };
            record = record.extra(&format!("wait/{nth:03}"), &[wait; 3]);
        }
    }
    let claim = "hand_over_bounds_the_wait";
    assert_eq!(verdict(claim, &record.build()), Verdict::Holds);
}
