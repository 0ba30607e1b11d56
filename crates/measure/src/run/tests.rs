//! Tests of the runner, with rows that return what they are told.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use super::*;
use crate::row::{BodyError, Unavailable};

fn ok<T>(value: T) -> Result<T, Infallible> {
    Ok(value)
}

fn run_quietly(rows: Vec<Row<'_>>, rounds: u32) -> Result<Measured, RunError> {
    let plan = Plan { rounds, baselines: &["base"], args: &[] };
    run(rows, plan, &mut Unobserved)
}

fn returns(value: f64) -> impl FnMut() -> Result<Sample, BodyError> {
    move || Ok(Sample::of(value))
}

/// The order in which rows `A`, `B`, `C` run, the baseline among them.
fn order_of(baselines: &[&str], rounds: u32) -> String {
    let order = RefCell::new(String::new());
    let row = |id: &'static str| {
        let order = &order;
        Row::timed(id, id, (), move || {
            order.borrow_mut().push_str(id);
            ok(())
        })
    };
    let rows = vec![row("A"), row("B"), row("C")];
    let plan = Plan { rounds, baselines, args: &[] };
    run(rows, plan, &mut Unobserved).unwrap();
    order.into_inner()
}

#[test]
fn rounds_go_forwards_and_backwards_in_turn() {
    assert_eq!(order_of(&[], 3), "ABC ABC CBA ABC".replace(' ', ""));
}

#[test]
fn a_baseline_runs_first_and_last_in_each_round() {
    assert_eq!(order_of(&["B"], 2), "BAC BACB BCAB".replace(' ', ""));
    assert_eq!(order_of(&["absent"], 1), "ABCABC");
}

#[test]
fn the_second_runs_of_a_baseline_are_kept_apart() {
    let runs = Cell::new(0.0);
    let base = Row::sampled("base", "base", "s", || {
        runs.set(runs.get() + 1.0);
        Ok(Sample::of(runs.get()))
    });
    let measured = run_quietly(vec![base], 2).unwrap();
    assert_eq!(measured.rows[0].samples, [2.0, 4.0]);
    assert_eq!(measured.rows[0].again, [3.0, 5.0]);
}

#[test]
fn a_second_run_under_its_hard_floor_is_impossible_too() {
    let runs = Cell::new(0);
    let base = Row::sampled("base", "base", "s", || {
        runs.set(runs.get() + 1);
        Ok(Sample::of(if runs.get() == 3 { 0.4 } else { 0.6 }))
    });
    let rows = vec![base.floor(Floor::hard(0.5, "5 × 0.1 s"))];
    assert!(run_quietly(rows, 1).is_err());
}

#[test]
fn warmup_runs_are_not_counted() {
    let measured =
        run_quietly(vec![Row::timed("a", "A", (), || ok(()))], 3).unwrap();
    assert_eq!(measured.rows[0].samples.len(), 3);
}

#[test]
fn a_row_without_warm_up_runs_once_a_round() {
    let runs = Cell::new(0);
    let row = Row::timed("a", "A", (), || {
        runs.set(runs.get() + 1);
        ok(())
    });
    run_quietly(vec![row.without_warm_up()], 3).unwrap();
    assert_eq!(runs.get(), 3);
}

#[test]
fn a_shorter_warm_up_stands_in_for_the_body() {
    let (runs, warm_ups) = (Cell::new(0), Cell::new(0));
    let row = Row::timed("a", "A", (), || {
        runs.set(runs.get() + 1);
        ok(())
    });
    let row = row.warm_up_with(|| warm_ups.set(warm_ups.get() + 1));
    run_quietly(vec![row], 2).unwrap();
    assert_eq!((runs.get(), warm_ups.get()), (2, 1));
}

#[test]
fn every_answer_is_checked() {
    let answers = Cell::new(0);
    let row = Row::timed("a", "A", 1, || {
        answers.set(answers.get() + 1);
        ok(if answers.get() == 3 { 2 } else { 1 })
    });
    let error = run_quietly(vec![row], 5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row `a`, round 2: wrong answer: 2, expected 1"
    );
}

#[test]
fn a_sample_under_a_hard_floor_is_an_error() {
    let row = Row::sampled("wait", "wait", "s", returns(0.49))
        .floor(Floor::hard(0.5, "5 rounds × 0.1 s"));
    let error = run_quietly(vec![row], 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row `wait`, round 1: 0.49 s is impossible: below its floor of \
         0.5 s (5 rounds × 0.1 s)"
    );
}

#[test]
fn a_soft_floor_is_a_share_of_another_row_s_median() {
    let rows = vec![
        Row::sampled("one", "one", "s", returns(2.0)),
        Row::sampled("two", "two", "s", returns(0.5))
            .floor_share_of("one", 2.0, "one ÷ 2"),
    ];
    let measured = run_quietly(rows, 1).unwrap();
    let floor = measured.rows[1].floor.as_ref().unwrap();
    assert_eq!((floor.value, floor.certainty), (1.0, Certainty::Soft));
}

#[test]
fn a_floor_on_a_row_that_does_not_exist_is_an_error() {
    let row = Row::sampled("two", "two", "s", returns(0.5))
        .floor_share_of("one", 2.0, "one ÷ 2");
    let error = run_quietly(vec![row], 1).unwrap_err();
    assert!(error.to_string().contains("rests on row `one`"));
}

#[test]
fn a_floor_on_a_row_that_could_not_be_run_is_no_floor() {
    let rows = vec![
        Row::sampled("one", "one", "s", || {
            Err(Unavailable::because("pinning was refused"))
        }),
        Row::sampled("two", "two", "s", returns(0.5))
            .floor_share_of("one", 2.0, "one ÷ 2"),
    ];
    let measured = run_quietly(rows, 2).unwrap();
    assert_eq!(measured.rows[1].floor, None);
    assert_eq!(measured.rows[1].samples, [0.5, 0.5]);
}

#[test]
fn two_rows_of_one_name_are_refused_before_anything_runs() {
    let runs = Cell::new(0);
    let row = || {
        Row::timed("a", "A", (), || {
            runs.set(runs.get() + 1);
            ok(())
        })
    };
    let error = run_quietly(vec![row(), row()], 1).unwrap_err();
    assert_eq!(error.to_string(), "two rows are called `a`");
    assert_eq!(runs.get(), 0);
}

#[test]
fn further_values_are_kept_a_round() {
    let row = Row::sampled("a", "A", "s", || {
        Ok(Sample::of(1.0).with("peak_mib", Some(3.0)).with("none", None))
    });
    let measured = run_quietly(vec![row], 2).unwrap();
    let extra = &measured.rows[0].extra;
    assert_eq!(extra["peak_mib"], [Some(3.0), Some(3.0)]);
    assert!(!extra.contains_key("none"));
}

#[test]
fn a_further_value_that_a_round_lacks_keeps_its_place() {
    let round = Cell::new(0);
    let row = Row::sampled("a", "A", "s", || {
        round.set(round.get() + 1);
        let value = (round.get() != 2).then(|| f64::from(round.get()));
        Ok(Sample::of(1.0)
            .with("x", value)
            .with("y", (round.get() == 2).then_some(7.0)))
    })
    .without_warm_up();
    let measured = run_quietly(vec![row], 3).unwrap();
    let extra = &measured.rows[0].extra;
    assert_eq!(extra["x"], [Some(1.0), None, Some(3.0)]);
    assert_eq!(extra["y"], [None, Some(7.0), None]);
}

#[test]
fn of_what_a_row_says_the_last_round_is_kept() {
    let rounds = Cell::new(0);
    let row = Row::sampled("a", "A", "s", || {
        rounds.set(rounds.get() + 1);
        let text = format!("round {}", rounds.get());
        Ok(Sample::of(1.0).saying("stderr", text))
    })
    .without_warm_up();
    let measured = run_quietly(vec![row], 2).unwrap();
    assert_eq!(measured.rows[0].said["stderr"], "round 2");
}

#[test]
fn a_sample_that_is_no_number_is_an_error() {
    let row = Row::sampled("a", "A", "s", returns(f64::NAN));
    let error = run_quietly(vec![row], 1).unwrap_err();
    assert!(error.to_string().contains("NaN, which is no number"));
}

#[test]
fn a_failing_body_names_its_row_and_round() {
    let row = Row::sampled("a", "A", "s", || Err("no such device".into()));
    let error = run_quietly(vec![row], 1).unwrap_err();
    assert_eq!(error.to_string(), "row `a`, round 0: no such device");
}

#[test]
fn a_row_that_is_not_run_keeps_its_place_and_reason() {
    let rows = vec![
        Row::not_run("a", "A", "s", "would take 100 s"),
        Row::sampled("b", "B", "s", returns(1.0)),
    ];
    let measured = run_quietly(rows, 2).unwrap();
    assert_eq!(measured.rows[0].not_run.as_deref(), Some("would take 100 s"));
    assert!(measured.rows[0].samples.is_empty());
    assert_eq!(measured.rows[1].samples, [1.0, 1.0]);
}

#[test]
fn the_observer_sees_every_sample_and_the_gaps_between_rounds() {
    #[derive(Default)]
    struct Log(Vec<String>);
    impl Observer for Log {
        fn before_sample(&mut self, step: Step<'_>) {
            self.0.push(format!("{} {}/{}", step.label, step.done, step.of));
        }
        fn between_rounds(&mut self) {
            self.0.push("gap".into());
        }
    }
    let mut log = Log::default();
    let rows = vec![Row::timed("a", "A", (), || ok(()))];
    let plan = Plan { rounds: 1, baselines: &["a"], args: &[] };
    run(rows, plan, &mut log).unwrap();
    assert_eq!(log.0, ["gap", "A 0/3", "gap", "A 1/3", "A 2/3", "gap"]);
}

#[test]
fn without_rows_there_is_nothing_to_measure() {
    assert!(run_quietly(Vec::new(), 5).unwrap().rows.is_empty());
}

#[test]
fn a_row_that_this_machine_can_not_run_leaves_the_others_alone() {
    let rounds = Cell::new(0);
    let refused = Row::sampled("a", "A", "s", || {
        rounds.set(rounds.get() + 1);
        match rounds.get() {
            3 => Err(Unavailable::because("pinning was refused")),
            _ => Ok(Sample::of(1.0)),
        }
    });
    let rows = vec![refused, Row::sampled("b", "B", "s", returns(1.0))];
    let measured = run_quietly(rows, 4).unwrap();
    assert_eq!(
        measured.rows[0].not_run.as_deref(),
        Some("pinning was refused")
    );
    assert!(measured.rows[0].samples.is_empty());
    assert_eq!(measured.rows[1].samples, [1.0; 4]);
}
