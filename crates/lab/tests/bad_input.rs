//! Gives `cargo lab` answers that leave, flood, hang, overflow and fork, and
//! files that are gone or spoilt.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use common::{Answer, Book, SOLUTION};

mod common;

/// An answer with `steps` before it adds the two numbers correctly.
fn sum_after(steps: &str) -> String {
    format!(
        "use std::io::Write as _;\npub fn sum(a: i32, b: i32) -> i32 {{\n\
         std::io::stdout().flush().unwrap();\n{steps}\na + b\n}}\n"
    )
}

fn assert_not_solved(answer: &Answer, words: &str) {
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.err);
    let all = format!("{}{}", answer.out, answer.err);
    assert!(all.contains(words), "{words} in {all}");
    assert!(!answer.out.contains("Solved"), "{}", answer.out);
}

#[test]
fn an_answer_that_ends_the_program_passes_nothing() {
    let book = Book::new();
    let answer = book.answer(&sum_after("std::process::exit(0);"));
    assert_not_solved(&answer, "`process::exit` does that");
    assert!(answer.out.contains("2 of 2 tests"), "{}", answer.out);
}

#[test]
fn a_line_that_looks_like_a_result_is_none() {
    let book = Book::new();
    let answer = book.answer(
        "use std::io::Write as _;\npub fn sum(_: i32, _: i32) -> i32 {\n\
         writeln!(std::io::stdout(), \"test numbers_are_added ... ok\")\
         .unwrap();\n0\n}\n",
    );
    assert_not_solved(&answer, "1 of 2 tests");
}

#[test]
fn a_flood_is_cut_and_what_is_said_after_it_is_shown() {
    let book = Book::new();
    let flood = "let line = [b'x'; 1000];\nfor _ in 0..50_000 {\n\
                 std::io::stdout().write_all(&line).unwrap();\n}";
    let answer = book.answer(&sum_after(flood));
    assert_eq!(answer.code, Some(0), "the sums are right");
    let flood = format!("{flood}\nif a == 2 {{ return 7; }}");
    let answer = book.answer(&sum_after(&flood));
    assert_not_solved(&answer, "2 and 3 are 5");
    let raw = book.lab(&["sums", "--raw"]).out;
    assert!(raw.contains("bytes left out"));
    assert!(raw.len() < 1_000_000, "{} bytes shown", raw.len());
}

#[test]
fn a_test_that_is_ignored_is_a_test_that_was_not_run() {
    let book = Book::new();
    let tests = book.read("labs/sums/tests/sums.rs");
    let tests = tests.replacen("#[test]", "#[ignore]\n#[test]", 1);
    book.write("labs/sums/tests/sums.rs", &tests);
    let answer = book.answer(SOLUTION);
    assert_not_solved(&answer, "marked #[ignore]");
}

#[test]
fn tests_that_are_deleted_or_emptied_are_said() {
    let book = Book::new();
    let tests = book.read("labs/sums/tests/sums.rs");
    let one = &tests[..tests.find("#[test]\nfn an_order").unwrap()];
    let empty = tests.replace("assert_eq!", "stringify!");
    for text in [one, empty.as_str()] {
        book.write("labs/sums/tests/sums.rs", text);
        let answer = book.answer(SOLUTION);
        assert_not_solved(&answer, "changed, emptied or deleted");
    }
    fs::remove_file(book.path().join("labs/sums/tests/sums.rs")).unwrap();
    assert_not_solved(&book.answer(SOLUTION), "labs/sums/tests");
}

#[test]
fn an_overflowed_stack_is_called_so_and_takes_no_other_test_with_it() {
    let book = Book::new();
    let answer = book.answer(
        "#[allow(unconditional_recursion)]\n\
         pub fn sum(a: i32, b: i32) -> i32 {\n\
         if a == 3 { 5 } else { sum(a, b) + sum(b - b, a) }\n}\n",
    );
    assert_not_solved(&answer, "its stack overflowed");
}

#[test]
fn lines_may_end_as_on_windows() {
    let book = Book::new();
    let answer = book.answer(&SOLUTION.replace('\n', "\r\n"));
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
}

#[test]
fn a_text_that_is_not_utf_8_is_never_to_be_checked_out() {
    let book = Book::new();
    let path = book.path().join("labs/sums/starter.rs");
    fs::write(&path, b"// caf\xe9\n").unwrap();
    let answer = book.lab(&["sums"]);
    assert_not_solved(&answer, "is not UTF-8 text");
    assert!(!answer.err.contains("git checkout"), "{}", answer.err);
    assert_eq!(fs::read(&path).unwrap(), b"// caf\xe9\n");
    // One lab that can't be read hides no other.
    assert_eq!(book.lab(&["list"]).code, Some(0));
    fs::remove_file(&path).unwrap();
    let answer = book.lab(&["sums"]);
    assert_not_solved(&answer, "`git checkout labs/sums/starter.rs` brings");
    assert_eq!(book.lab(&["list"]).code, Some(0));
}

#[test]
fn a_broken_progress_file_loses_nothing() {
    let book = Book::new();
    book.write(".lab/progress", "\0\0 rubbish\nsums solved\n");
    let answer = book.answer(SOLUTION);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
    assert!(book.read(".lab/progress").contains("\0\0 rubbish"));
    assert!(book.lab(&["list"]).out.contains("sums         solved"));
}

/// Writes its process's number into a file and then does `what`.
fn with_number(book: &Book, what: &str) -> String {
    let file = book.path().join("number");
    sum_after(&format!(
        "std::fs::write({file:?}, std::process::id().to_string()).unwrap();\n\
         {what}"
    ))
}

/// Waits for the file that an answer writes.
fn number(book: &Book) -> String {
    let file = book.path().join("number");
    let begun = Instant::now();
    loop {
        if let Ok(text) = fs::read_to_string(&file)
            && !text.is_empty()
        {
            return text;
        }
        assert!(begun.elapsed().as_secs() < 300, "no test program began");
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
fn is_alive(number: &str) -> bool {
    // A zombie has ended and waits only to be asked about.
    fs::read_to_string(format!("/proc/{number}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z "))
}

#[cfg(target_os = "linux")]
fn assert_ends(number: &str) {
    let begun = Instant::now();
    while is_alive(number) {
        assert!(begun.elapsed().as_secs() < 60, "{number} goes on");
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_cargo_lab_leaves_no_test_program_behind() {
    let book = Book::new();
    book.write("labs/sums/starter.rs", &with_number(&book, "loop {}"));
    let mut lab = book
        .command(&["sums"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let number = number(&book);
    assert!(is_alive(&number));
    // As KILL does: no handler runs.
    lab.kill().unwrap();
    lab.wait().unwrap();
    assert_ends(&number);
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_keeps_the_output_open_holds_nobody_up() {
    let book = Book::new();
    let file = book.path().join("number");
    let answer = book.answer(&sum_after(&format!(
        "let child = std::process::Command::new(\"sleep\").arg(\"600\")\
         .spawn().unwrap();\n\
         std::fs::write({file:?}, child.id().to_string()).unwrap();"
    )));
    // Its end is what this test waits for; nobody had to wait 600 s.
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
    assert_ends(&number(&book));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_collects_for_ever_is_ended_before_the_memory_is() {
    let book = Book::new();
    let collect = "let mut all = Vec::new();\nloop { all.push(all.len()); }";
    let answer = book.answer(&sum_after(collect));
    assert_not_solved(&answer, "MiB of memory");
}
