//! A value within a sentence: a fact, or the version of what was measured.

use measure::{provenance, show};

use crate::chapter::name::Name;
use crate::page::html;
use crate::page::piece::Piece;
use crate::records::results::Results;
use crate::system::problem::Problem;

/// A value in a sentence; hovering tells where it comes from.
pub(crate) fn fact(name: &Name, results: &Results) -> Result<Piece, Problem> {
    let (fact, record) = results.fact(name)?;
    let text = match (fact.value, &fact.reason) {
        (Some(value), _) => {
            let from = provenance::line(record);
            html::figure("fact", &from, &show::quantity(value, &fact.unit))
        }
        (None, reason) => {
            let reason = reason.as_deref().unwrap_or("not measured here");
            html::figure("fact na", reason, "n/a")
        }
    };
    Ok(Piece::Inline(text))
}

/// The version of a crate that was measured.
pub(crate) fn version(name: &str, results: &Results) -> Result<Piece, Problem> {
    Ok(Piece::Inline(html::escaped(results.version(name)?)))
}
