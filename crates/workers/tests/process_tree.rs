//! Processes that start processes, and what a killed parent leaves behind.

use std::process::Command;

const FIXTURE: &str = env!("CARGO_BIN_EXE_worker_fixture");

#[test]
fn a_program_that_starts_itself_stops_at_the_last_generation() {
    let output = Command::new(FIXTURE).arg("spawns").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..3], ["0", "1", "2"]);
    assert!(lines[3].starts_with("generation `2` must not start"), "{text}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_contained_runaway_is_seven_processes_and_no_new_tree() {
    let output = Command::new(FIXTURE).arg("contains").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let count = |start| text.lines().filter(|l| l.starts_with(start)).count();
    let lines = |line| text.lines().filter(|l| *l == line).count();
    assert_eq!([lines("0"), lines("1"), lines("2")], [1, 2, 4], "{text}");
    assert_eq!(count("a child must not start a contained tree"), 7 * 5);
    assert_eq!(count("a contained process must not start more"), 3 * 3);
    assert_eq!(count("generation `2` must not start"), 4 * 5);
}

#[test]
fn workers_that_start_workers_grow_by_a_line_and_not_by_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(FIXTURE)
        .arg("forgets")
        .env("FIXTURE_FOLDER", folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("generation `2` must not start"), "{text}");
    let mut generations = [0; 3];
    for mark in folder.path().read_dir().unwrap() {
        let name = mark.unwrap().file_name().into_string().unwrap();
        let (generation, _) = name.split_once('-').unwrap();
        generations[generation.parse::<usize>().unwrap()] += 1;
    }
    // Three workers: a tree would have nine in the last generation.
    assert_eq!(generations[0], 1);
    assert!((1..=3).contains(&generations[1]), "{generations:?}");
    assert!((1..=3).contains(&generations[2]), "{generations:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_parent_leaves_no_worker_not_even_a_busy_one() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::time::Duration;
    let mut parent = Command::new(FIXTURE)
        .arg("parent")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ids = String::new();
    let mut stdout = BufReader::new(parent.stdout.take().unwrap());
    stdout.read_line(&mut ids).unwrap();
    let ids: Vec<_> = ids.split_whitespace().collect();
    assert_eq!(ids.len(), 3);
    parent.kill().unwrap();
    parent.wait().unwrap();
    // Whoever inherits the dead workers may take its time to reap them.
    let runs = |id: &str| {
        std::fs::read_to_string(format!("/proc/{id}/stat"))
            .is_ok_and(|stat| !stat.contains(") Z") && !stat.contains(") X"))
    };
    let gone = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !ids.iter().any(|id| runs(id))
    });
    assert!(gone, "of {ids:?} at least one still runs");
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_owner_leaves_no_shared_bytes() {
    use std::io::{BufRead, BufReader, ErrorKind};
    use std::process::Stdio;

    let mut owner = Command::new(FIXTURE)
        .arg("shares")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let mut stdout = BufReader::new(owner.stdout.take().unwrap());
    stdout.read_line(&mut address).unwrap();
    let shared: workers::SharedBytes = serde_json::from_str(&address).unwrap();
    assert_eq!(&*shared.map().unwrap(), b"shared");
    owner.kill().unwrap();
    owner.wait().unwrap();
    assert_eq!(shared.map().unwrap_err().kind(), ErrorKind::NotFound);
}
