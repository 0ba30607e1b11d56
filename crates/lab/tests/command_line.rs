//! Runs `cargo lab` on a workspace with one small lab.

use std::fs;

use common::{Book, SOLUTION, STARTER};

mod common;

#[test]
fn a_lab_in_order_passes_the_check() {
    let answer = Book::new().lab(&["check"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
    for part in
        ["starter", "solution", "minus", "1 caught, 0 survive", "0 faults"]
    {
        assert!(answer.out.contains(part), "{part} in {}", answer.out);
    }
}

#[test]
fn a_mutant_and_a_starter_that_pass_fail_the_check() {
    let book = Book::new();
    for mutant in ["minus", "first"] {
        book.write(&format!("labs/sums/mutants/{mutant}.rs"), SOLUTION);
    }
    book.write("labs/sums/starter.rs", &format!("// TODO\n{SOLUTION}"));
    assert_eq!(book.lab(&["seal"]).code, Some(0));
    let answer = book.lab(&["check", "sums"]);
    assert_eq!(answer.code, Some(1));
    for part in [
        "labs/sums/starter.rs passes",
        "labs/sums/mutants/minus.rs is wrong and no test notices",
        "the test `an_order_makes_no_difference` never fails",
    ] {
        assert!(answer.err.contains(part), "{part} in {}", answer.err);
    }
}

#[test]
fn a_change_of_the_solution_that_no_test_notices_fails_the_check() {
    let book = Book::new();
    let slack = "pub fn sum(a: i32, b: i32) -> i32 {\n    if a > 77 {\n        \
        return 0;\n    }\n    a + b\n}\n";
    book.write("labs/sums/solution.rs", slack);
    let answer = book.lab(&["check"]);
    assert_eq!(answer.code, Some(1));
    let change = "solution.rs:2: `if a > 77 {` became `if a > 78 {`";
    assert!(answer.err.contains(change), "{}", answer.err);
    assert!(!book.lab(&["check", "--quick"]).err.contains(change));
}

#[test]
fn a_stray_file_fails_the_check_before_anything_is_compiled() {
    let book = Book::new();
    book.write("labs/sums/notes.txt", "");
    book.write("labs/list.txt", "");
    let answer = book.lab(&["check"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("`rm -r labs/sums/notes.txt`"));
    assert!(answer.err.contains("`rm -r labs/list.txt`"));
    assert!(!book.path().join("target").exists());
}

#[test]
fn a_student_gets_from_not_yet_to_solved() {
    let book = Book::new();
    assert!(book.lab(&[]).out.contains("sums         not yet        sums of"));
    assert!(book.lab(&["next"]).out.contains("sums: sums of two"));
    let answer = book.lab(&["sums"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("Not yet: 1 of 2 tests"), "{}", answer.out);
    assert!(answer.out.contains("    assertion `left == right` failed: 2 and"));
    assert!(answer.out.contains("`cargo lab hint sums`"));
    assert!(book.lab(&["list"]).out.contains("sums         1 of 2"));

    let answer = book.answer("pub fn sum(a: i32) {");
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("unclosed delimiter"), "{}", answer.err);
    assert!(answer.out.contains("does not compile yet"));

    let answer = book.answer(SOLUTION);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("Solved: all 2 tests pass"));
    assert!(book.lab(&["list"]).out.contains("sums         solved"));
    assert!(book.lab(&["next"]).out.contains("All 1 labs are solved"));

    book.write("labs/sums/starter.rs", STARTER);
    assert!(book.lab(&["list"]).out.contains("sums         changed"));
}

#[test]
fn the_solution_is_shown_to_those_who_have_one_or_give_up() {
    let book = Book::new();
    let answer = book.lab(&["solution", "sums"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("--give-up") && !answer.out.contains("a + b"));
    let answer = book.lab(&["solution", "sums", "--give-up"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), SOLUTION));
    book.answer(SOLUTION);
    assert_eq!(book.lab(&["solution", "sums"]).out, SOLUTION);
}

#[test]
fn a_reset_keeps_each_text_of_the_student_s() {
    let book = Book::new();
    // Seen once as it was given out, it can be put back without git.
    book.lab(&["list"]);
    for (number, text) in [(1, "mine"), (2, "mine too")] {
        book.write("labs/sums/starter.rs", text);
        let answer = book.lab(&["reset", "sums"]);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let kept = format!(".lab/kept/sums-{number}.rs");
        assert!(answer.out.contains(&kept), "{}", answer.out);
        assert_eq!(book.read(&kept), text);
        assert_eq!(book.read("labs/sums/starter.rs"), STARTER);
    }
    fs::remove_file(book.path().join("labs/sums/starter.rs")).unwrap();
    assert_eq!(book.lab(&["reset", "sums"]).code, Some(0));
    assert_eq!(book.read("labs/sums/starter.rs"), STARTER);
}

#[test]
fn a_reset_that_is_not_possible_changes_nothing() {
    let book = Book::new();
    book.write("labs/sums/starter.rs", "mine");
    let answer = book.lab(&["reset", "sums"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("as it was given out"), "{}", answer.err);
    assert_eq!(book.read("labs/sums/starter.rs"), "mine");
}

#[test]
fn hints_come_one_at_a_time() {
    let book = Book::new();
    let first = book.lab(&["hint", "sums"]).out;
    assert!(first.contains("Add.") && !first.contains("a + b"), "{first}");
    assert!(first.contains("`cargo lab hint sums 2`"));
    let second = book.lab(&["hint", "sums", "2"]).out;
    assert!(second.contains("a + b") && !second.contains("Add."), "{second}");
}

#[test]
fn wrong_use_is_told_from_failure() {
    let book = Book::new();
    for arguments in [
        &["test", "sum"][..],
        &["check", "sums", "sum"],
        &["hint", "sums", "4"],
        &["hint", "sums", "0"],
        &["solve"],
    ] {
        let answer = book.lab(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}");
    }
    let answer = book.lab(&["test", "sum"]);
    assert!(answer.err.contains("there are sums"), "{}", answer.err);
}
