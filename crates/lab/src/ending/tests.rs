//! Holds the reading against what test programs have printed.

use std::process::{Command, ExitStatus};

use super::{Ending, ending, said};

const PASSED: &str = "\nrunning 1 test\ntest sums ... ok\n\ntest result: ok. \
    1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in \
    0.00s\n\n";

fn exited(code: i32) -> ExitStatus {
    let shell =
        Command::new("sh").args(["-c", &format!("exit {code}")]).status();
    shell.unwrap()
}

#[cfg(unix)]
#[test]
fn a_test_passes_by_its_status_and_its_last_line() {
    assert_eq!(ending("sums", exited(0), PASSED, ""), Ending::Passed);
    let Ending::BrokeOff(how) = ending("sums", exited(3), PASSED, "") else {
        panic!("passed with a status of 3");
    };
    assert!(how.contains("exit status: 3"), "{how}");
}

#[cfg(unix)]
#[test]
fn a_program_that_leaves_early_has_passed_nothing() {
    for out in ["", "\nrunning 1 test\n", "test sums ... ok\n"] {
        let Ending::BrokeOff(how) = ending("sums", exited(0), out, "") else {
            panic!("passed with {out:?}");
        };
        assert!(how.contains("`process::exit`"), "{how}");
    }
}

#[cfg(unix)]
#[test]
fn an_overflowed_stack_is_named() {
    let err = "thread 'main' (7) has overflowed its stack\nfatal runtime";
    let Ending::BrokeOff(how) = ending("sums", exited(134), "", err) else {
        panic!("passed with an overflow");
    };
    assert!(how.contains("stack overflowed"), "{how}");
}

#[test]
fn the_message_is_that_of_the_test_s_own_thread() {
    let out = "\nrunning 1 test\ntest sums ... FAILED\n\nfailures:\n\n\
        ---- sums stdout ----\nTask failed, serializing schedule\n\n\
        thread '<unnamed>' (4) panicked at labs/sums/starter.rs:3:9:\nboo\n\
        note: run with `RUST_BACKTRACE=1` environment variable to display a \
        backtrace\n\nthread 'sums' (7881) panicked at \
        labs/sums/tests/sums.rs:123:9:\nthe total was 15;\nit must be 10\n\
        stack backtrace:\n   0: __rustc::rust_begin_unwind\n\n\n\
        failures:\n    sums\n\ntest result: FAILED. 0 passed; 1 failed;\n";
    let said = said("sums", out);
    assert_eq!(said.message, "the total was 15;\nit must be 10");
    assert_eq!(said.place.as_deref(), Some("labs/sums/tests/sums.rs:123"));
}

#[test]
fn without_a_panic_all_that_was_printed_is_shown() {
    let out = "---- sums stdout ----\nError: \"no\"\n\n\nfailures:\n    sums\n";
    let said = said("sums", out);
    assert_eq!((said.message.as_str(), said.place), ("Error: \"no\"", None));
}
