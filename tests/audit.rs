//! The `audit` example: the sums, the cells they condemn, a reader's number.

#[allow(dead_code, reason = "the rows need more of it than the tests")]
#[path = "../examples/audit/cells.rs"]
mod cells;
mod common;
#[path = "../examples/audit/conclusions.rs"]
mod conclusions;
#[allow(dead_code, reason = "the tests need some of the names")]
#[path = "../examples/audit/ids.rs"]
mod ids;
#[path = "../examples/audit/sums.rs"]
mod sums;

use common::{BothWays, fitting_text, judge_both_ways, record, refuses, run};
use measure::record::{Record, Verdict};
use measure::testing::RecordBuilder;
use sums::{Load, Submission, about, before_rounding};

#[test]
fn the_three_sums_are_those_of_the_blackboard() {
    let load = Load { tasks: 100, each_s: 0.5, workers: 8 };
    assert_eq!(load.shared_s(), 6.25);
    assert_eq!((load.rounds(), load.all_at_once_s()), (13, 6.5));
    assert_eq!(load.one_by_one_s(), 50.0);
    assert_eq!(load.floor_s(Submission::OneByOne), 50.0);
    let fewer = Load { tasks: 3, ..load };
    assert_eq!((fewer.rounds(), fewer.all_at_once_s()), (1, 0.5));
}

#[test]
fn a_printed_figure_may_have_been_rounded() {
    assert!((before_rounding(0.09) - 0.095).abs() < 1e-12);
    assert!((before_rounding(7.185) - 7.1855).abs() < 1e-12);
    assert_eq!(before_rounding(3.0), 3.5);
    assert!((about(0.08) - 0.075).abs() < 1e-12);
}

#[test]
fn the_impossible_cells_are_these_and_no_others() {
    let mut impossible: Vec<String> = cells::all()
        .iter()
        .filter(|cell| cell.is_impossible())
        .map(|cell| format!("{} {}", cell.table, cell.keys))
        .collect();
    impossible.sort();
    assert_eq!(
        impossible,
        [
            "pools_cpu/C process_one_by_one 100",
            "pools_cpu/C process_one_by_one 1000",
            "pools_cpu/C process_one_by_one 10000",
            "pools_cpu/C process_submit_all 100",
            "pools_cpu/C process_submit_all 1000",
            "pools_cpu/C process_submit_all 10000",
            "pools_micro/C one_by_one",
            "pools_wait/C process_submit_all 100",
            "pools_wait/C thread_one_by_one 100",
            "pools_wait/C thread_one_by_one 1000",
            "pools_wait/C thread_one_by_one 10000",
            "pools_wait/C thread_submit_all 100",
        ]
    );
}

#[test]
fn every_published_time_of_known_tasks_is_checked() {
    for table in ["io_bound/A", "pools_cpu/C", "pools_wait/C", "pools_micro/C"]
    {
        let published = measure::published::paths();
        let mut published: Vec<&String> = published
            .iter()
            .filter(|path| path.starts_with(&format!("{table} ")))
            .collect();
        published.sort();
        let checked = cells::all();
        let mut checked: Vec<String> = checked
            .iter()
            .filter(|cell| cell.table == table)
            .map(|cell| {
                // The arithmetic is shown, whatever it is.
                assert!(cell.sum.contains(" × "), "{cell:?}");
                format!("{} {}", cell.table, cell.keys)
            })
            .collect();
        checked.sort();
        assert_eq!(checked.iter().collect::<Vec<_>>(), published);
    }
}

#[test]
fn the_record_counts_the_cells() {
    let record = record("audit", &["--quick"]);
    common::has_facts(conclusions::FACTS, &record, &["cells", "impossible"]);
    assert_eq!(record.facts["impossible"].value, Some(12.0));
    assert_eq!(record.facts["cells"].value, Some(cells::all().len() as f64));
    let refuted = record.claims.iter().find(|c| c.verdict != Verdict::Holds);
    assert_eq!(refuted, None);
}

/// A record of these rows: id, impossible cells of three.
fn rows(rows: &[(&str, f64)]) -> RecordBuilder {
    rows.iter().fold(RecordBuilder::new("audit"), |record, (id, bad)| {
        record.row(id, "count", &[*bad]).extra(ids::CELLS, &[3.0])
    })
}

#[test]
fn every_claim_can_hold_and_can_fail() {
    let case = |claim, holds: RecordBuilder, fails: &[Record]| {
        BothWays::counted(claim, holds.build(), fails)
    };
    let waits = |one: f64, all: f64| {
        let name = ids::possible_s(1_000);
        rows(&[(ids::WAIT_PROCESS_ONE, 1.0)])
            .extra(&name, &[one])
            .row(ids::WAIT_PROCESS_ALL, "count", &[1.0])
            .extra(&name, &[all])
    };
    let processes = |one, all| {
        rows(&[(ids::CPU_PROCESS_ONE, one), (ids::CPU_PROCESS_ALL, all)])
    };
    let threads = |bad| rows(&[(ids::WAIT_THREAD_ONE, bad)]);
    judge_both_ways(
        conclusions::CLAIMS,
        &[
            case("some_are_impossible", threads(1.0), &[threads(0.0).build()]),
            case(
                "waits_at_once_survive",
                waits(50.2, 6.3),
                &[
                    waits(50.2, 7.3).build(),
                    processes(3.0, 3.0)
                        .row(ids::WAIT_PROCESS_ONE, "count", &[3.0])
                        .row(ids::WAIT_PROCESS_ALL, "count", &[3.0])
                        .build(),
                ],
            ),
            case(
                "one_by_one_threads_do_not_survive",
                threads(3.0),
                &[threads(2.0).build()],
            ),
            case(
                "computing_processes_do_not_survive",
                processes(3.0, 3.0),
                &[processes(2.0, 3.0).build(), processes(3.0, 2.0).build()],
            ),
        ],
    );
}

fn own(args: &str) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let output = run("audit", &args);
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_reader_s_number_is_checked_against_its_sum() {
    let text = own(
        "--tasks 1000 --delay 50ms --workers 8 --measured 7.185 --one-by-one",
    );
    assert!(
        text.contains("impossible. It can't be less than 50.0 s"),
        "{text}"
    );
    assert!(text.contains("It fits \"rounds × length\": 1.15 ×"), "{text}");
    let text = own("--tasks 1000 --delay 50ms --workers 8 --measured 6.3s");
    assert!(text.contains("possible, 1.01 × the least"), "{text}");
    let text = own("--tasks 100 --delay 1ms --workers 8 --measured 1ms");
    assert!(text.contains("fits none of the three sums"), "{text}");
    let text = own("--tasks=8 --delay=1s --workers=3 --measured=2700ms");
    assert!(text.contains("impossible"), "{text}");
    assert!(text.contains("It fits \"work ÷ workers\""), "{text}");
}

#[test]
fn the_text_fits_a_terminal() {
    let text = fitting_text("audit", &["--quick"]);
    assert!(text.contains("thread_one_by_one 1000"), "{text}");
}

#[test]
fn absurd_numbers_are_refused() {
    let with = |change: &[&'static str]| {
        let mut args = vec!["--tasks", "8", "--delay", "1s", "--workers", "2"];
        args.extend(["--measured", "4s"]);
        args.extend(change);
        args
    };
    refuses("audit", &["--tasks", "8"], "--delay");
    refuses("audit", &["--measured", "4s", "--tasks", "0"], "--tasks");
    let base = |name: &str, value: &'static str| -> Vec<&'static str> {
        let mut args = with(&[]);
        let at = args.iter().position(|word| *word == name).unwrap();
        args[at + 1] = value;
        args
    };
    for (name, value) in [
        ("--tasks", "-1"),
        ("--tasks", "1000000000000000000"),
        ("--delay", "0"),
        ("--delay", "NaN"),
        ("--delay", "inf"),
        ("--delay", "5 parsecs"),
        ("--delay", "1e300h"),
        ("--workers", "0"),
        ("--measured", "soon"),
    ] {
        refuses("audit", &base(name, value), value.trim_start_matches('-'));
    }
}
