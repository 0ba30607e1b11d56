//! Reads from a test program's status and words how its one test has ended.

use std::process::ExitStatus;

/// How one test has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Passed,
    /// The test itself found something wrong and said what.
    Failed,
    /// The program was gone before the test could say anything; in words.
    BrokeOff(String),
    /// Marked `#[ignore]`, so it was not run.
    Ignored,
}

/// Of a test program that ended by itself, whatever made it do so.
pub(crate) fn ending(
    name: &str,
    status: ExitStatus,
    out: &str,
    err: &str,
) -> Ending {
    // The last line is the test program's own; a line of the answer's before
    // it, whatever it says, decides nothing.
    let last = out.trim_end().lines().next_back().unwrap_or_default();
    if status.success()
        && last.starts_with("test result: ok. 1 passed; 0 failed; 0 ignored;")
    {
        return Ending::Passed;
    }
    if status.code() == Some(101)
        && last.starts_with("test result: FAILED. 0 passed; 1 failed;")
    {
        return Ending::Failed;
    }
    Ending::BrokeOff(if err.contains("has overflowed its stack") {
        "its stack overflowed: something calls itself without end".to_string()
    } else if status.success() {
        format!(
            "the program ended as if all were well, but `{name}` has no \
             result: `process::exit` does that"
        )
    } else {
        format!("the program broke off, {status}")
    })
}

/// What a failed test said, without what belongs to the test program.
pub(crate) struct Said {
    /// `labs/race/tests/bank.rs:88`, where the test gave up.
    pub(crate) place: Option<String>,
    pub(crate) message: String,
}

/// Finds the panic of the test's own thread among all that was printed.
///
/// The answer's threads may panic too, which a test may even have asked for;
/// backtraces and notes about them help nobody here.
pub(crate) fn said(name: &str, out: &str) -> Said {
    let begin = format!("---- {name} stdout ----\n");
    let printed = out.split_once(&begin).map_or(out, |(_, printed)| printed);
    let printed = printed
        .rsplit_once("\n\nfailures:\n")
        .map_or(printed, |(printed, _)| printed);
    let own = format!("thread '{name}' ");
    let mut lines = printed.lines();
    let mut found = None;
    while let Some(line) = lines.next() {
        if !line.starts_with(&own) {
            continue;
        }
        let Some((_, place)) = line.split_once(" panicked at ") else {
            continue;
        };
        let message: Vec<_> =
            lines.clone().take_while(|line| !ends_message(line)).collect();
        // Without the column.
        let place = place.trim_end_matches(':').rsplit_once(':');
        found = Some(Said {
            place: place.map(|(place, _)| place.to_string()),
            message: message.join("\n").trim_end().to_string(),
        });
    }
    found.unwrap_or_else(|| Said {
        place: None,
        message: printed.trim_end().to_string(),
    })
}

fn ends_message(line: &str) -> bool {
    line == "stack backtrace:"
        || line.starts_with("note: ")
        || line.starts_with("thread '") && line.contains(" panicked at ")
        // The model checker's own words.
        || line.starts_with("test panicked in task")
        || line == "Task failed, serializing schedule"
}

#[cfg(test)]
mod tests;
