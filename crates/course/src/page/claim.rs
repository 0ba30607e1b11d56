//! A claim on a page: the sentence, its verdict and its evidence.

use measure::record::{ClaimRecord, Verdict};

use crate::chapter::name::Name;
use crate::page::html;
use crate::page::piece::Piece;
use crate::records::results::Results;
use crate::system::problem::Problem;

/// A sentence with its verdict and its evidence.
pub(crate) fn claim(name: &Name, results: &Results) -> Result<Piece, Problem> {
    Ok(Piece::Block(block(&name.slug, results.claim(name)?)))
}

/// A claim as one block of HTML.
pub(crate) fn block(slug: &str, claim: &ClaimRecord) -> String {
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
        let block = block("cpu_bound", &claim);
        assert!(block.starts_with("<div class=\"claim fails\""));
        assert!(block.contains(">✗ not here</b>"));
        assert!(block.contains("0.9 ×. Likely reason: one core.</span>"));
        assert!(block.contains("Two <code>threads</code> &lt;beat&gt; one."));
        assert!(!block.contains('\n'));
    }

    #[test]
    fn a_claim_that_can_not_be_told_says_why() {
        let claim = record(Verdict::Untestable, "", Some("too few cores"));
        let block = block("cpu_bound", &claim);
        assert!(block.contains("class=\"claim na\""));
        assert!(block.contains("<span class=\"ev\">too few cores.</span>"));
    }
}
