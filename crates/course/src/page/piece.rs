//! A piece of a page.

/// What stands in the place of a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Part of a line.
    Inline(String),
    /// One or more blocks.
    Block(String),
}
