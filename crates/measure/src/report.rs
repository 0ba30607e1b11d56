//! The result of a run as a reader sees it: text for a terminal, Markdown
//! for a page.

use std::fmt::Write as _;

use crate::chart::escape as html;
use crate::experiment::{Experiment, Listing, Named};
use crate::floor::Certainty;
use crate::noise::Noise;
use crate::provenance;
use crate::record::{ClaimRecord, Record, RowRecord, Verdict};
use crate::show;
use crate::table::{Table, wrapped};

/// Writing to a `String` can't fail.
macro_rules! push {
    ($out:expr, $($arg:tt)*) => {
        let _ = writeln!($out, $($arg)*);
    };
}

/// Everything for a terminal: question, tables, doubts, claims, provenance.
pub(crate) fn text(
    experiment: &Experiment,
    tables: &[Table],
    record: &Record,
) -> String {
    let mut out =
        wrapped(&format!("{}: {}", experiment.slug, experiment.question), "");
    for table in tables {
        out.push('\n');
        out.push_str(&table.to_text());
    }
    out.push('\n');
    if let Some(doubts) = doubts(record) {
        out.push_str(&wrapped(&doubts, "  "));
    }
    for claim in &record.claims {
        out.push_str(&wrapped(&verdict_line(claim), "  "));
    }
    out.push('\n');
    out.push_str(&wrapped(&provenance::line(record), ""));
    out
}

/// One table with its provenance, as Markdown. The main table also has the
/// doubts about all rows.
pub(crate) fn markdown(
    table: &Table,
    is_main: bool,
    record: &Record,
) -> String {
    let mut out = table.to_markdown();
    if let (true, Some(doubts)) = (is_main, doubts(record)) {
        push!(out, "\n<p class=\"m-src\">{}</p>", html(&doubts));
    }
    push!(
        out,
        "\n<p class=\"m-src\">{}<br><code>{}</code></p>\n",
        html(&provenance::line(record)).replacen(
            &html(&provenance::moment(record)),
            &provenance::moment_html(record),
            1,
        ),
        // A line may end between arguments, not within one.
        provenance::command(record)
            .split(' ')
            .map(|word| format!("<span class=\"arg\">{}</span>", html(word)))
            .collect::<Vec<_>>()
            .join(" "),
    );
    out
}

/// What `--list` shows a person.
pub(crate) fn listing(listing: &Listing) -> String {
    let mut out = format!("{}: {}\n", listing.experiment, listing.title);
    push!(out, "measures for about {}", show::seconds(listing.budget_s));
    let groups: [(&str, &[Named]); 3] = [
        ("rows", &listing.rows),
        ("facts", &listing.facts),
        ("claims", &listing.claims),
    ];
    for (title, names) in groups {
        push!(out, "\n{title}");
        let width =
            names.iter().map(|n| n.name.chars().count()).max().unwrap_or(0);
        for Named { name, about } in names {
            push!(out, "  {name:<width$}  {about}");
        }
    }
    for (title, names) in
        [("tables", &listing.tables), ("charts", &listing.charts)]
    {
        if !names.is_empty() {
            push!(out, "\n{title}\n  {}", names.join(", "));
        }
    }
    out
}

/// The rows that are faster than their soft floor by more than its noise.
fn doubts(record: &Record) -> Option<String> {
    let noise = Noise::of(record).factor;
    let doubtful = |row: &RowRecord| {
        let floor = row.floor.as_ref()?;
        let median = row.median?;
        (floor.certainty == Certainty::Soft
            && floor.is_undercut_by(median, noise))
        .then(|| {
            format!(
                "{} ({} under {}, {})",
                row.id,
                show::quantity(median, &row.unit),
                show::quantity(floor.value, &row.unit),
                floor.why
            )
        })
    };
    let rows: Vec<String> = record.rows.iter().filter_map(doubtful).collect();
    (!rows.is_empty()).then(|| {
        format!(
            "Doubtful, since faster than their floor: {}. The machine was \
             slower while the floors were measured.",
            rows.join("; ")
        )
    })
}

fn verdict_line(claim: &ClaimRecord) -> String {
    let mark = match claim.verdict {
        Verdict::Holds => "✓ held here:",
        Verdict::Fails => "✗ not here:",
        Verdict::Untestable => "– can't tell:",
    };
    let mut line = format!("{mark} {}", claim.sentence);
    if !claim.evidence.is_empty() {
        let _ = write!(line, " ({})", claim.evidence);
    }
    if let Some(reason) = &claim.reason {
        let _ = match claim.verdict {
            Verdict::Fails => write!(line, " Likely reason: {reason}."),
            _ => write!(line, " Reason: {reason}."),
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Floor;
    use crate::testing::RecordBuilder;

    #[test]
    fn a_row_under_its_soft_floor_is_doubted_on_the_page() {
        let under = |samples: &[f64]| {
            let record = RecordBuilder::new("demo")
                .row("two", "s", samples)
                .floor(Floor::soft(1.0, "sequential ÷ 2"))
                .build();
            doubts(&record).is_some()
        };
        assert!(under(&[0.9]));
        assert!(!under(&[0.97]));
    }

    #[test]
    fn a_failed_claim_is_never_printed_as_if_true() {
        let line = verdict_line(&ClaimRecord {
            id: "x".into(),
            sentence: "Two are faster.".into(),
            verdict: Verdict::Fails,
            evidence: "0.9 ×".into(),
            reason: Some("one core".into()),
        });
        assert_eq!(
            line,
            "✗ not here: Two are faster. (0.9 ×) Likely reason: one core."
        );
    }

    #[test]
    fn the_page_shows_where_the_numbers_come_from() {
        let record =
            RecordBuilder::new("demo").row("a", "s", &[1.0, 2.0]).build();
        let mut table = Table::new("caption", &["a"]);
        table.row(["1"]);
        let page = markdown(&table, true, &record);
        assert!(page.contains("<p class=\"m-src\">Median of 2 rounds"));
        assert!(page.contains("<span class=\"arg\">--release</span>"));
    }
}
