//! The pieces that a name puts into a sentence or on a line of its own.

use measure::record::{ClaimRecord, Verdict};
use measure::{provenance, published, show};

use crate::chapter::directive::Name;
use crate::page::html;
use crate::page::piece::Piece;
use crate::records::results::Results;
use crate::system::problem::Problem;
use crate::system::suggestion::{nearest, suggestion};

/// A value in a sentence; hovering tells where it comes from.
pub(crate) fn fact(name: &Name, results: &Results) -> Result<Piece, Problem> {
    let Some((fact, record)) = results.fact(name) else {
        return Err(unknown("fact", name, results));
    };
    let text = match (fact.value, &fact.reason) {
        (Some(value), _) => {
            let from = provenance::line(record, results.now);
            span("fact", &from, &show::quantity(value, &fact.unit))
        }
        (None, reason) => {
            let reason = reason.as_deref().unwrap_or("not measured here");
            span("fact na", reason, "n/a")
        }
    };
    Ok(Piece::Inline(text))
}

/// A sentence with its verdict and its evidence.
pub(crate) fn claim(name: &Name, results: &Results) -> Result<Piece, Problem> {
    match results.claim(name) {
        Some(claim) => Ok(Piece::Block(claim_block(&name.slug, claim))),
        None => Err(unknown("claim", name, results)),
    }
}

/// A claim as one block of HTML.
pub(crate) fn claim_block(slug: &str, claim: &ClaimRecord) -> String {
    let (class, mark) = match claim.verdict {
        Verdict::Holds => ("holds", "✓ held here"),
        Verdict::Fails => ("fails", "✗ not here"),
        Verdict::Untestable => ("na", "– can’t tell"),
    };
    let mut evidence = sentence(&claim.evidence);
    if let Some(reason) = &claim.reason {
        let lead = match (claim.verdict, evidence.is_empty()) {
            (Verdict::Fails, true) => "Likely reason: ",
            (Verdict::Fails, false) => " Likely reason: ",
            (_, true) => "",
            (_, false) => " Reason: ",
        };
        evidence.push_str(lead);
        evidence.push_str(&sentence(reason));
    }
    format!(
        "<div class=\"claim {class}\" data-claim=\"{}\">\
         <b class=\"v\">{mark}</b><span>{}</span>\
         <span class=\"ev\">{}</span></div>",
        html::attribute(&format!("{slug}.{}", claim.id)),
        html::prose(&claim.sentence),
        html::prose(&evidence),
    )
}

/// `text` with a full stop at its end.
fn sentence(text: &str) -> String {
    let text = text.trim();
    match text.is_empty() || text.ends_with(['.', '!', '?']) {
        true => text.into(),
        false => format!("{text}."),
    }
}

/// A published figure, with its machine always in sight.
pub(crate) fn published(path: &str) -> Result<Piece, Problem> {
    let Some(cell) = published::cell(path) else {
        return Err(Problem::new(
            format!("nothing was published as `{path}`"),
            near_paths(path),
        ));
    };
    let unit = match cell.unit.as_str() {
        "" | "count" => String::new(),
        unit => match unit.strip_prefix("us") {
            Some(rest) => format!(" µs{rest}"),
            None => format!(" {unit}"),
        },
    };
    let lowest = cell.values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = cell.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let value = match lowest == highest {
        true => as_published(lowest),
        false => {
            format!("{} to {}", as_published(lowest), as_published(highest))
        }
    };
    let text = format!("{value}{unit} ({})", short_machine(&cell.machine));
    Ok(Piece::Inline(span("pubfig", &cell.machine, &text)))
}

/// The digits that were published, no more and no fewer.
fn as_published(value: f64) -> String {
    match value.fract() == 0.0 {
        true => show::count(value),
        false => value.to_string(),
    }
}

/// `machine A: Apple M1 Pro, 6 … cores, macOS, CPython 3.9.6 (…)` as
/// `A: Apple M1 Pro, CPython 3.9`.
fn short_machine(machine: &str) -> String {
    let machine = machine.strip_prefix("machine ").unwrap_or(machine);
    let first = machine.split(", ").next().unwrap_or(machine);
    let python = machine.split(", ").find_map(|part| {
        let version = part.strip_prefix("CPython ")?;
        let version = version.split(' ').next().unwrap_or(version);
        let mut parts = version.split('.');
        Some(match (parts.next(), parts.next()) {
            (Some(major), Some(minor)) => format!("CPython {major}.{minor}"),
            _ => format!("CPython {version}"),
        })
    });
    match python {
        Some(python) => format!("{first}, {python}"),
        None => first.into(),
    }
}

fn near_paths(path: &str) -> String {
    /// As many as an error message can show.
    const SHOWN: usize = 8;
    let paths = published::paths();
    let near = nearest(path, paths.iter().map(String::as_str));
    let near: Vec<&str> = near.iter().take(SHOWN).map(|(_, p)| *p).collect();
    format!("the nearest of {}: {}", paths.len(), near.join("; "))
}

/// The version of a crate that was measured.
pub(crate) fn version(name: &str, results: &Results) -> Result<Piece, Problem> {
    match results.version(name) {
        Ok(version) => Ok(Piece::Inline(html::escaped(version))),
        Err(next) => Err(Problem::new(
            format!("no experiment of this book names a version of `{name}`"),
            next,
        )),
    }
}

fn unknown(what: &str, name: &Name, results: &Results) -> Problem {
    let Some(record) = results.record(&name.slug) else {
        let slug = &name.slug;
        return Problem::new(
            format!("there is no measurement of `{slug}`"),
            format!("type `cargo book measure {slug}`"),
        );
    };
    let known: Vec<&str> = match what {
        "fact" => record.facts.keys().map(String::as_str).collect(),
        _ => record.claims.iter().map(|claim| claim.id.as_str()).collect(),
    };
    unknown_name(what, name, known)
}

/// What to say of a fact or claim that its experiment doesn't have.
pub(crate) fn unknown_name<'a>(
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'a str>,
) -> Problem {
    let Name { slug, name } = name;
    Problem::new(
        format!("experiment `{slug}` has no {what} `{name}`"),
        suggestion(name, known),
    )
}

/// `text` is a number with its unit and maybe, in brackets, a machine: a line
/// may end before the bracket and within it, never between number and unit.
fn span(class: &str, title: &str, text: &str) -> String {
    let text = html::escaped(text);
    let (figure, rest) = text.split_at(text.find(" (").unwrap_or(text.len()));
    let text = figure.replace(' ', "\u{a0}") + rest;
    format!(
        "<span class=\"{class}\" title=\"{}\">{text}</span>",
        html::attribute(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(
        verdict: Verdict,
        evidence: &str,
        reason: Option<&str>,
    ) -> ClaimRecord {
        ClaimRecord {
            id: "two_are_faster".into(),
            sentence: "Two `threads` <beat> one.".into(),
            verdict,
            evidence: evidence.into(),
            reason: reason.map(Into::into),
        }
    }

    #[test]
    fn a_failed_claim_says_so_and_names_the_likely_reason() {
        let claim = record(Verdict::Fails, "0.9 ×", Some("one core"));
        let block = claim_block("cpu_bound", &claim);
        assert!(block.starts_with("<div class=\"claim fails\""));
        assert!(block.contains(">✗ not here</b>"));
        assert!(block.contains("0.9 ×. Likely reason: one core.</span>"));
        assert!(block.contains("Two <code>threads</code> &lt;beat&gt; one."));
        assert!(!block.contains('\n'));
    }

    #[test]
    fn a_claim_that_can_not_be_told_says_why() {
        let claim = record(Verdict::Untestable, "", Some("too few cores"));
        let block = claim_block("cpu_bound", &claim);
        assert!(block.contains("class=\"claim na\""));
        assert!(block.contains("<span class=\"ev\">too few cores.</span>"));
    }

    #[test]
    fn a_published_figure_shows_its_machine_and_its_own_digits() {
        let Ok(Piece::Inline(text)) = published("cpu_bound/A threads 8") else {
            panic!("it was published")
        };
        assert!(text.contains(">1.85\u{a0}s (A: Apple M1 Pro, CPython 3.9)<"));
        assert!(text.contains("title=\"machine A: Apple M1 Pro, 6"));
        let Ok(Piece::Inline(text)) = published("race/A unsynchronised_3.9")
        else {
            panic!("it was published")
        };
        assert!(text.contains(">1,492,419\u{a0}to\u{a0}2,606,045 ("));
    }

    #[test]
    fn an_unknown_cell_lists_near_ones() {
        let Problem { what, next, .. } =
            published("cpu_bound/A thread 8").unwrap_err();
        assert!(what.contains("`cpu_bound/A thread 8`"));
        assert!(next.contains("cpu_bound/A threads 8"), "{next}");
    }
}
