//! `cargo lab watch`: runs a lab again whenever the student saves.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::Exit;
use crate::attempt::{Show, test};
use crate::house::{House, Lab};
use crate::seal;

/// Short beside the compile that follows, long beside the reading of a file.
const LOOK: Duration = Duration::from_millis(250);

/// Ends when the lab is solved, or with Ctrl-C.
pub(crate) fn watch(house: &House, lab: &Lab) -> Result<Exit> {
    loop {
        let ran = digest(lab);
        if io::stdout().is_terminal() {
            // Only what belongs to this run is on the screen.
            print!("\u{1b}[2J\u{1b}[H");
        }
        match test(house, lab, Show::FirstFailure) {
            Ok(Exit::Good) => return Ok(Exit::Good),
            Ok(Exit::Bad) => (),
            // A file that can't be read now may be whole at the next save.
            Err(error) => eprintln!("error: {error:#}"),
        }
        println!(
            "\nWaiting for the next save of {}; Ctrl-C ends.",
            lab.shown("starter.rs")
        );
        while digest(lab) == ran {
            thread::sleep(LOOK);
        }
    }
}

/// Nothing while an editor replaces the file.
fn digest(lab: &Lab) -> Option<String> {
    seal::answer(lab).ok()
}
