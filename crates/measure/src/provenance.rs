//! Where the numbers of a table come from, in one line.

use crate::chart::escape;
use crate::profile::Profile;
use crate::record::{Record, RowRecord};
use crate::show;
use crate::stats::Summary;

/// The line below each table: rounds, moment, machine, compiler, quietness.
/// It stays true however long a page is kept: it tells no age.
pub fn line(record: &Record) -> String {
    let machine = &record.machine;
    let rounds =
        record.rows.iter().map(|row| row.samples.len()).max().unwrap_or(0);
    let mut parts = vec![match rounds {
        1 => "One round".to_owned(),
        n => format!("Median of {n} rounds"),
    }];
    if record.profile == Profile::Quick {
        parts[0].push_str(" of small problems (quick run)");
    }
    parts.push(format!("measured {}", moment(record)));
    let cores = match machine.cores {
        1 => "1 core".to_owned(),
        n => format!("{n} cores"),
    };
    parts.push(format!("{}, {cores}, {}", machine.cpu, machine.os));
    if let Some(rustc) = machine.versions.get("rustc") {
        parts.push(format!("rustc {rustc}"));
    }
    if machine.build != "release" {
        parts.push("not optimised: add --release".into());
    }
    parts.push(match record.quietness {
        Some(percent) => format!("quietness {percent:.0} %"),
        None => "quietness unknown".into(),
    });
    if let Some(throttled) = machine.conditions.throttled_percent {
        parts.push(format!("throttled by a quota {throttled:.0} %"));
    }
    let pairs = record.rows.iter().filter_map(RowRecord::again_over_first);
    let values: Vec<f64> = pairs.flat_map(|pair| pair.values()).collect();
    if let Some(pairs) = Summary::of(&values) {
        parts.push(format!(
            "same row twice in a round: {} … {} ×",
            show::number(pairs.min),
            show::number(pairs.max)
        ));
    }
    for (name, value) in &machine.environment {
        parts.push(format!("{name}={value}"));
    }
    parts.join(" · ")
}

/// When the run began: `2026-01-02 03:04:05 UTC`.
pub fn moment(record: &Record) -> String {
    let moment = record.started.trim_end_matches('Z').replace('T', " ");
    format!("{moment} UTC")
}

/// The same as an element that programs can read, too.
pub fn moment_html(record: &Record) -> String {
    format!(
        "<time datetime=\"{}\">{}</time>",
        escape(&record.started),
        escape(&moment(record))
    )
}

/// The command that measures the same again.
pub fn command(record: &Record) -> String {
    let mut command =
        format!("cargo run --release --example {}", record.experiment);
    let profile = match record.profile {
        Profile::Standard => None,
        other => Some(format!("--{}", other.name())),
    };
    let options = record.args.iter().map(|(k, v)| format!("--{k} {v}"));
    for (i, word) in profile.into_iter().chain(options).enumerate() {
        command.push_str(if i == 0 { " -- " } else { " " });
        command.push_str(&word);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RecordBuilder;

    #[test]
    fn the_line_says_who_measured_when_and_how_quietly() {
        let record = RecordBuilder::new("race")
            .row("a", "s", &[1.0, 2.0, 3.0])
            .again(&[1.0, 2.1, 2.91])
            .quietness(97.2)
            .build();
        assert_eq!(
            line(&record),
            "Median of 3 rounds · measured 2026-01-02 03:04:05 UTC · \
             Test CPU, 2 cores, Linux 6.1 · \
             rustc 1.95.0 · quietness 97 % · same row twice in a round: \
             0.970 … 1.05 ×"
        );
    }

    #[test]
    fn a_quick_run_is_marked_as_such() {
        let record = RecordBuilder::new("race")
            .row("a", "s", &[1.0])
            .profile(Profile::Quick)
            .build();
        let line = line(&record);
        assert!(line.starts_with("One round of small problems (quick run)"));
    }

    #[test]
    fn the_command_repeats_profile_and_options() {
        let mut record =
            RecordBuilder::new("race").profile(Profile::Full).build();
        assert_eq!(
            command(&record),
            "cargo run --release --example race -- --full"
        );
        record.args.insert("threads".into(), "8".into());
        assert_eq!(
            command(&record),
            "cargo run --release --example race -- --full --threads 8"
        );
    }
}
