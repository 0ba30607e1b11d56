//! Names of experiments and of what they have.

use std::fmt;

/// Whether `name` can be the name of an example, and so of a file.
pub(crate) fn is_slug(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// The name of something in an experiment: `race.lost_percent`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    /// The experiment.
    pub(crate) slug: String,
    /// The name within it.
    pub(crate) name: String,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slug, self.name)
    }
}

impl Name {
    /// Reads `experiment.name`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (slug, name) = text.split_once('.')?;
        (is_slug(slug)
            && !name.is_empty()
            && !name.contains(char::is_whitespace))
        .then(|| Self { slug: slug.into(), name: name.into() })
    }
}
