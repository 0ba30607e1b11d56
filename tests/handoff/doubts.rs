//! What the claims of `handoff` do where the numbers are torn, the cores many
//! or busy, or a row was not run.

use measure::record::{ClaimRecord, Record, Verdict};
use measure::testing::RecordBuilder;
use measure::{Row, Sample, run};

use super::claims::{rows, tail};
use super::{conclusions, place};

fn judged(id: &str, record: &Record) -> ClaimRecord {
    let claim = conclusions::CLAIMS.iter().find(|claim| claim.id == id);
    claim.unwrap().of(record)
}

#[test]
fn a_few_trips_have_no_slowest_of_a_thousand() {
    let mut record = tail(9e-3, 8e-6);
    let judge = |record: &Record| judged("the_tail_is_a_slice", record);
    assert_eq!(judge(&record).verdict, Verdict::Holds);
    let twice = record.rows.iter_mut().find(|r| r.id == "busy_threads/twice");
    // In one of the rounds only.
    twice.unwrap().extra.get_mut("trips").unwrap()[1] = Some(999.0);
    assert_eq!(judge(&record).verdict, Verdict::Untestable);
}

/// Five rounds in which both rows got slower together: the ratio of each is
/// on the same side, that of the medians as well; a range that crosses the
/// bound is told by the rounds.
#[test]
fn a_ratio_is_that_of_each_round() {
    let record = |calm: [f64; 5], slow: [f64; 5]| {
        RecordBuilder::new("handoff")
            .row("pinned/park", "s", &calm)
            .row("pinned/std_mpsc", "s", &slow)
            .build()
    };
    // 1.5 in each round; the medians alone say 5 ÷ 4.5.
    let drift = record(
        [3e-6, 3e-6, 4.5e-6, 6e-6, 6e-6],
        [4.5e-6, 4.5e-6, 6.75e-6, 9e-6, 9e-6],
    );
    let judge = |record: &Record| judged("a_channel_costs_more", record);
    assert_eq!(judge(&drift).verdict, Verdict::Holds);
    // The medians say 1.25, three of five rounds less.
    let torn = record(
        [4e-6, 5e-6, 4e-6, 5e-6, 4e-6],
        [5e-6, 5e-6, 4.4e-6, 5.5e-6, 5.2e-6],
    );
    let torn = judge(&torn);
    assert_eq!(torn.verdict, Verdict::Untestable);
    assert!(torn.reason.unwrap().contains("2 of 5"), "{:?}", torn.evidence);
}

/// Both cores loaded: the run that said 2.61 switches for std's channel.
#[test]
fn switches_to_neighbours_refute_nothing() {
    let loaded = |quietness| {
        let rounds = [2.43, 2.55, 2.61, 2.66, 2.71];
        RecordBuilder::new("handoff")
            .row("pinned/park", "s", &[4e-6; 5])
            .extra("switches", &[2.0; 5])
            .row("pinned/condvar", "s", &[5e-6; 5])
            .extra("switches", &[2.0; 5])
            .row("pinned/std_mpsc", "s", &[8e-6; 5])
            .extra("switches", &rounds)
            .quietness(quietness)
            .build()
    };
    for quietness in [51.0, 90.0] {
        let judged = judged("threads_make_two", &loaded(quietness));
        assert_eq!(judged.verdict, Verdict::Untestable, "{judged:?}");
    }
}

/// On many cores one busy thread leaves enough idle ones to wake: only where
/// a single core is left must the pair share it.
#[test]
fn the_busy_threads_leave_one_core_whatever_their_number() {
    for cores in [2, 3, 6, 12] {
        let record = |spare: f64| {
            RecordBuilder::new("handoff")
                .row("busy_threads/none", "s", &[4e-5; 5])
                .row("busy_threads_pinned/none", "s", &[7e-6; 5])
                .row("busy_threads/one", "s", &[4e-5; 5])
                .row("busy_threads/spare", "s", &[spare; 5])
                .cores(cores)
                .build()
        };
        let judge = |spare| judged("a_busy_core_is_awake", &record(spare));
        assert_eq!(judge(8e-6).verdict, Verdict::Holds, "{cores}");
        assert_eq!(judge(4e-5).verdict, Verdict::Fails, "{cores}");
    }
}

/// Both cores loaded: the pair never woke one, which refutes nothing.
#[test]
fn a_pair_that_wakes_no_core_says_nothing_about_waking() {
    for quietness in [51.0, 100.0] {
        let record = RecordBuilder::new("handoff")
            .row("busy_threads/none", "s", &[3.3e-6; 5])
            .row("busy_threads_pinned/none", "s", &[3.2e-6; 5])
            .row("busy_threads/spare", "s", &[3.5e-6; 5])
            .quietness(quietness)
            .build();
        let judged = judged("a_busy_core_is_awake", &record);
        assert_eq!(judged.verdict, Verdict::Untestable, "{judged:?}");
    }
}

#[test]
fn the_page_says_which_rows_are_near_the_floor() {
    let record = rows(&[
        ("pinned/futex", 4e-6),
        ("pinned/park", 4.4e-6),
        ("pinned/condvar", 7e-6),
        ("pinned/std_mpsc", 5.9e-6),
        ("pinned/mpsc_one", 2e-7),
    ]);
    let judged = judged("near_floor", &record);
    let near = "within 1.5 × of the floor: pinned/park; pinned/std_mpsc";
    assert!(judged.evidence.ends_with(near), "{}", judged.evidence);
}

#[test]
fn on_one_core_no_other_core_is_woken() {
    let record = RecordBuilder::new("handoff").cores(1).build();
    for claim in ["waking_a_core_costs_most", "a_busy_core_is_awake"] {
        assert_eq!(judged(claim, &record).verdict, Verdict::Untestable);
    }
}

#[test]
fn where_pinning_is_refused_the_pinned_rows_say_so_and_the_rest_runs() {
    let places = place::Places::new(Err("not permitted".into()));
    assert_eq!(places.refused(), Some("not permitted"));
    let sample = || Ok(Sample::of(1.0));
    let rows = vec![
        places.row(true, "pinned/park".into(), "park", sample),
        Row::sampled("unpinned/park", "park", "s", sample),
    ];
    let plan = run::Plan { rounds: 1, baselines: &[], args: &[] };
    let measured = run::run(rows, plan, &mut run::Unobserved).unwrap();
    let reason = measured.rows[0].not_run.as_deref();
    assert_eq!(reason, Some("not permitted"));
    assert_eq!(measured.rows[1].samples, [1.0]);

    let record = RecordBuilder::new("handoff")
        .not_run("pinned/park", "s", "not permitted")
        .row("pinned/spin", "s", &[1.0])
        .build();
    let judged = judged("spinning_needs_a_core", &record);
    assert_eq!(judged.verdict, Verdict::Untestable);
    assert!(judged.reason.unwrap().contains("not permitted"));
}
