//! What went wrong, where, and what to type next.

use std::fmt;

/// A position in the book's sources, as messages show it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// `src/race.md`, or another file.
    pub(crate) file: String,
    /// Line in that file; absent for text that an include brought in.
    pub(crate) line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => write!(f, "{} (in an included file)", self.file),
        }
    }
}

/// One failure: where, what, and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Where it shows; absent where it concerns no chapter.
    pub(crate) place: Option<Place>,
    /// What failed; further lines are details.
    pub(crate) what: String,
    /// What to do or type next.
    pub(crate) next: String,
}

impl Problem {
    pub(crate) fn at(
        place: &Place,
        what: impl Into<String>,
        next: impl Into<String>,
    ) -> Self {
        Self {
            place: Some(place.clone()),
            what: what.into(),
            next: next.into(),
        }
    }

    pub(crate) fn new(
        what: impl Into<String>,
        next: impl Into<String>,
    ) -> Self {
        Self { place: None, what: what.into(), next: next.into() }
    }

    /// The same, shown at `place`.
    pub(crate) fn placed(self, place: &Place) -> Self {
        Self { place: Some(place.clone()), ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.what.trim_end().replace('\n', "\n    "))?;
        write!(f, "\n    next: {}", self.next)
    }
}

impl std::error::Error for Problem {}

/// All failures of one pass.
#[derive(Debug)]
pub(crate) struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    /// Fails where there is a problem.
    pub(crate) fn check(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self(problems)) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_place_cause_and_next_step() {
        let place = Place { file: "src/race.md".into(), line: Some(42) };
        assert_eq!(
            Problem::at(&place, "it failed\ndetail", "type this").to_string(),
            "src/race.md:42: it failed\n    detail\n    next: type this"
        );
    }
}
