//! `cargo book check`: what held on this machine, in the terminal.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use measure::record::{ClaimRecord, Verdict};

use crate::commands::cli::Options;
use crate::commands::failure::Refuted;
use crate::commands::setup::session;
use crate::records::results::{Results, Totals};
use crate::system::console::print;
use crate::system::problem::{Problem, Problems};
use crate::system::text::plain;

/// Prints all claims with their verdicts. Nothing is measured.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let session = session(options)?;
    let strict = options.strict;
    let prepared = session.prepare_alone()?;
    session.timings.borrow_mut().end();
    let profile = session.settings.profile;
    let results = Results::of(&prepared.runs, profile);
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    let mut missing = Vec::new();
    for run in prepared.runs.iter().filter(|run| run.is_standard(profile)) {
        let slug = &run.call.slug;
        if !seen.insert(slug) {
            continue;
        }
        match (results.record(slug), run.fresh_record()) {
            (Some(record), _) => {
                let _ = writeln!(text, "{slug}");
                for claim in &record.claims {
                    text.push_str(&line(claim));
                }
            }
            (None, Err(why)) => {
                let _ = writeln!(text, "{slug}\n  no verdicts: {why}");
                missing.push(slug.as_str());
            }
            // Measured by another build since the records were read.
            (None, Ok(_)) => {}
        }
    }
    let Totals { holds, fails, untestable } = results.totals();
    let _ = writeln!(
        text,
        "\n{holds} held here, {fails} did not, {untestable} can't be told"
    );
    print(&text)?;
    if strict && fails > 0 {
        return Err(Refuted(fails).into());
    }
    if missing.is_empty() {
        return Ok(());
    }
    let problem = Problem::new(
        format!("without a fresh measurement: {}", missing.join(", ")),
        format!("type `cargo book measure {}`", missing.join(" ")),
    );
    if strict {
        return Err(Problems(vec![problem]).into());
    }
    session.console().warn(&problem.to_string());
    Ok(())
}

fn line(claim: &ClaimRecord) -> String {
    let mark = match claim.verdict {
        Verdict::Holds => "✓ held here ",
        Verdict::Fails => "✗ not here  ",
        Verdict::Untestable => "– can't tell",
    };
    let mut text = format!("  {mark} {}\n", claim.sentence);
    let mut because = claim.evidence.clone();
    if let Some(reason) = &claim.reason {
        let link = if because.is_empty() { "" } else { "; " };
        let likely = match claim.verdict {
            Verdict::Fails => "likely reason: ",
            _ => "",
        };
        let _ = write!(because, "{link}{likely}{reason}");
    }
    if !because.is_empty() {
        let _ = writeln!(text, "                 {because}");
    }
    // A record may come from anywhere, a terminal obeys what it is shown.
    plain(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_claim_is_never_shown_as_if_true() {
        let claim = ClaimRecord {
            id: "x".into(),
            sentence: "Two are \u{1b}[2Jfaster.".into(),
            verdict: Verdict::Fails,
            evidence: "0.9 ×".into(),
            reason: Some("one core".into()),
        };
        assert_eq!(
            line(&claim),
            "  ✗ not here   Two are faster.\n                 \
             0.9 ×; likely reason: one core\n"
        );
    }
}
