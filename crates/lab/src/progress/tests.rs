//! Writes progress files of all kinds and looks at what is made of them.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{Progress, State};
use crate::house::{Lab, Sealed};

/// A folder for progress with a lab beside it.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        for file in ["sums/Cargo.toml", "sums/starter.rs", "sums/tests/a.rs"] {
            desk.write(file, file);
        }
        desk
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn read(&self) -> String {
        fs::read_to_string(self.path(".lab/progress")).unwrap()
    }

    fn lab(&self, slug: &str) -> Lab {
        let folder = self.path("sums");
        Lab { slug: slug.to_string(), folder, sealed: Sealed::default() }
    }

    fn progress(&self) -> Progress {
        Progress::load_from(self.path(".lab")).unwrap()
    }

    fn state(&self, slug: &str) -> State {
        self.progress().state(&self.lab(slug)).unwrap()
    }
}

#[test]
fn a_lab_goes_from_not_yet_over_tried_to_solved() {
    let desk = Desk::new();
    assert_eq!(desk.state("sums"), State::NotYet);
    desk.progress().note_tried(&desk.lab("sums"), 3, 11).unwrap();
    assert_eq!(desk.state("sums"), State::Tried(3, 11));
    desk.progress().note_solved(&desk.lab("sums")).unwrap();
    assert_eq!(desk.state("sums"), State::Solved);
}

#[test]
fn a_changed_answer_is_not_taken_for_a_solved_one() {
    let desk = Desk::new();
    desk.progress().note_solved(&desk.lab("sums")).unwrap();
    desk.write("sums/starter.rs", "another");
    assert_eq!(desk.state("sums"), State::Changed);
    desk.progress().note_tried(&desk.lab("sums"), 0, 11).unwrap();
    assert_eq!(desk.state("sums"), State::Changed);
}

#[test]
fn new_tests_ask_for_another_run() {
    let desk = Desk::new();
    desk.progress().note_solved(&desk.lab("sums")).unwrap();
    desk.write("sums/tests/b.rs", "");
    assert_eq!(desk.state("sums"), State::NewTests);
}

#[test]
fn a_lab_that_was_renamed_is_still_solved() {
    let desk = Desk::new();
    desk.progress().note_solved(&desk.lab("sums")).unwrap();
    // A new name is in the tests too.
    desk.write("sums/tests/a.rs", "renamed");
    assert_eq!(desk.state("added"), State::NewTests);
}

#[test]
fn a_forged_line_is_not_believed() {
    let desk = Desk::new();
    desk.write(".lab/progress", "sums solved 0123456789abcdef 0\n");
    assert_eq!(desk.state("sums"), State::Changed);
}

#[test]
fn lines_that_nobody_knows_are_kept() {
    let desk = Desk::new();
    let head = format!("{}1\n", super::HEAD);
    desk.write(".lab/progress", format!("{head}old solved a b\nhello\n"));
    desk.progress().note_tried(&desk.lab("sums"), 1, 2).unwrap();
    let kept = "old solved a b\nhello\nsums tried 1 2\n";
    assert_eq!(desk.read(), format!("{head}{kept}"));
}

#[test]
fn a_file_from_the_future_is_read_and_never_written() {
    let desk = Desk::new();
    let text = format!("{}99\nsums tried 1 2\n", super::HEAD);
    desk.write(".lab/progress", &text);
    let mut progress = desk.progress();
    assert!(progress.frozen().unwrap().contains("format 99"));
    progress.note_solved(&desk.lab("sums")).unwrap();
    assert_eq!(desk.read(), text);
    assert_eq!(desk.state("sums"), State::Tried(1, 2));
}

#[test]
fn a_broken_file_is_kept_aside() {
    let desk = Desk::new();
    desk.write(".lab/progress", [0xff, 0xfe, 0x00]);
    assert_eq!(desk.state("sums"), State::NotYet);
    let aside = fs::read(desk.path(".lab/progress.unreadable-1")).unwrap();
    assert_eq!(aside, [0xff, 0xfe, 0x00]);
}

#[test]
fn what_cannot_be_written_leaves_the_file_as_it_was() {
    let desk = Desk::new();
    desk.progress().note_tried(&desk.lab("sums"), 1, 2).unwrap();
    let before = desk.read();
    // A folder in the place of the new file: nothing can be written there.
    fs::create_dir(desk.path(".lab/progress.new")).unwrap();
    let error = desk.progress().note_solved(&desk.lab("sums")).unwrap_err();
    assert!(error.to_string().contains("which is as it was"), "{error}");
    assert_eq!(desk.read(), before);
}

#[test]
fn two_at_once_lose_nothing() {
    let desk = Desk::new();
    let (mut one, mut two) = (desk.progress(), desk.progress());
    one.note_tried(&desk.lab("sums"), 1, 2).unwrap();
    two.note("race", "tried 3 4").unwrap();
    assert!(desk.read().ends_with("sums tried 1 2\nrace tried 3 4\n"));
}
