//! Quietness from hand-made signs.

use std::time::Duration;

use super::*;

fn lost(steal: f64, others: f64) -> Conditions {
    Conditions {
        steal_percent: Some(steal),
        others_percent: Some(others),
        ..Conditions::default()
    }
}

/// Loops that took so many milliseconds of processor and of wall time.
fn loops(times: &[(u64, u64)]) -> Vec<Calibration> {
    let ms = Duration::from_millis;
    times
        .iter()
        .map(|(cpu, wall)| Calibration {
            longest: ms(*wall),
            wall: ms(*wall),
            cpu: Some(ms(*cpu)),
        })
        .collect()
}

#[test]
fn equal_loops_on_an_idle_machine_are_fully_quiet() {
    let loops = loops(&[(20, 20); 3]);
    assert_eq!(quietness(&loops, &Conditions::default()), Some(100.0));
}

#[test]
fn a_loop_that_usually_takes_twice_its_best_is_half_quiet() {
    let loops = loops(&[(10, 10), (20, 20), (20, 20)]);
    assert_eq!(quietness(&loops, &lost(0.0, 0.0)), Some(50.0));
}

#[test]
fn a_loop_that_others_leave_half_a_core_is_half_quiet() {
    // All loops are slow alike: their wall times alone would not tell.
    let loops = loops(&[(20, 40); 3]);
    assert_eq!(quietness(&loops, &lost(0.0, 0.0)), Some(50.0));
}

#[test]
fn where_processor_time_is_not_told_wall_time_stands_in() {
    let mut loops = loops(&[(0, 10), (0, 20), (0, 20)]);
    loops.iter_mut().for_each(|calibration| calibration.cpu = None);
    assert_eq!(quietness(&loops, &lost(0.0, 0.0)), Some(50.0));
}

#[test]
fn what_went_elsewhere_counts_where_it_is_worse() {
    let loops = loops(&[(10, 10); 2]);
    assert_eq!(quietness(&loops, &lost(5.0, 25.0)), Some(82.5));
}

#[test]
fn time_spent_waiting_for_a_quota_counts() {
    let mut conditions = lost(0.0, 0.0);
    conditions.throttled_percent = Some(40.0);
    let loops = loops(&[(10, 10); 2]);
    assert_eq!(quietness(&loops, &conditions), Some(60.0));
}

#[test]
fn without_a_loop_quietness_is_unknown() {
    assert_eq!(quietness(&[], &lost(0.0, 0.0)), None);
}
