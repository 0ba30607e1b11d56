//! Programs that hang, flood, fail, and leave others behind.

use super::*;
use crate::system::pipes::STDERR_KEPT;

fn sh(script: &str, seconds: u64, output: usize) -> Outcome {
    let time = Duration::from_secs(seconds);
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let limits = Limits { time, output };
    run(&mut command, limits, Streams::default(), |_| {}).unwrap()
}

#[test]
fn code_output_and_error_text_are_kept() {
    let outcome = sh("echo out; echo err >&2; exit 3", 60, 100);
    let End::Exited(status) = outcome.end else { panic!() };
    assert_eq!(status.code(), Some(3));
    assert_eq!(outcome.stdout, b"out\n");
    assert_eq!(outcome.stderr, "err\n");
}

/// Waits until the process whose number `stdout` holds is gone. Killed at
/// once, it goes when the system comes to it; one that its new parent has
/// not waited for yet is gone for us.
fn until_gone(stdout: &[u8]) {
    let pid = String::from_utf8_lossy(stdout);
    let stat = format!("/proc/{}/stat", pid.trim());
    while std::fs::read_to_string(&stat)
        .is_ok_and(|stat| !stat.contains(") Z "))
    {
        thread::sleep(PAUSES[0]);
    }
}

#[test]
fn a_hanging_group_is_ended_whole() {
    let script = "trap '' TERM; sleep 600 & echo $!; wait";
    let outcome = sh(script, 1, 100);
    assert_eq!(outcome.end, End::TimedOut(Duration::from_secs(1)));
    until_gone(&outcome.stdout);
}

#[test]
fn what_a_program_leaves_running_goes_with_it() {
    let outcome = sh("sleep 600 & echo $!", 60, 100);
    assert!(matches!(outcome.end, End::Exited(_)));
    until_gone(&outcome.stdout);
}

#[test]
fn endless_output_is_ended() {
    let outcome = sh("yes", 60, 1000);
    assert_eq!(outcome.end, End::Flooded(1000));
    assert!(outcome.stdout.len() <= 1000);
}

#[test]
fn endless_error_text_keeps_its_end() {
    let outcome = sh("yes | head -c 1000000 >&2; echo last >&2", 60, 10);
    assert!(matches!(outcome.end, End::Exited(_)));
    assert!(outcome.stderr.ends_with("last\n"));
    assert!(outcome.stderr.len() <= 2 * STDERR_KEPT + 4096);
}

/// Starts a daemon that leaves its group and keeps standard output open.
const LEAVES_ITS_GROUP: &str = "setsid sh -c 'echo $$; exec sleep 600' &";

#[cfg(target_os = "linux")]
#[test]
fn who_left_the_group_and_keeps_the_pipe_open_is_not_waited_for() {
    let outcome = sh(&format!("{LEAVES_ITS_GROUP} sleep 0.1"), 60, 100);
    assert!(matches!(outcome.end, End::Exited(_)));
    until_gone(&outcome.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_holds_for_who_left_the_group() {
    let outcome = sh(&format!("{LEAVES_ITS_GROUP} sleep 600"), 1, 100);
    assert_eq!(outcome.end, End::TimedOut(Duration::from_secs(1)));
    until_gone(&outcome.stdout);
}

#[test]
fn lines_are_heard_as_they_come() {
    let (send, heard) = std::sync::mpsc::channel();
    let mut command = Command::new("sh");
    command.args(["-c", "printf 'one\\rtwo\\nthree\\n' >&2"]);
    let limits = Limits { time: Duration::from_secs(60), output: 100 };
    let streams = Streams {
        errors: Some(Box::new(move |line: &str| {
            send.send(line.to_owned()).unwrap();
        })),
        ..Streams::default()
    };
    run(&mut command, limits, streams, |_| {}).unwrap();
    assert_eq!(heard.iter().collect::<Vec<_>>(), ["one", "two", "three"]);
}

#[test]
fn a_missing_program_is_told_by_the_system() {
    let limits = Limits { time: Duration::from_secs(60), output: 100 };
    let mut command = Command::new("no such program");
    let run = run(&mut command, limits, Streams::default(), |_| {});
    assert_eq!(run.unwrap_err().kind(), io::ErrorKind::NotFound);
}
