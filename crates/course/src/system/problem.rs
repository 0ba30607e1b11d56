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

/// Wrong use of the command line: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Ctrl-C or a request to terminate: exit code 130.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted; the last good book and all records are kept")
    }
}

impl std::error::Error for Interrupted {}

/// `--strict`, and so many claims did not hold: exit code 3.
#[derive(Debug)]
pub(crate) struct Refuted(pub(crate) usize);

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, verb) = match self.0 {
            1 => ("claim", "does"),
            _ => ("claims", "do"),
        };
        write!(
            f,
            "{} {noun} {verb} not hold here, and --strict was asked for\n    \
             next: `cargo book check` shows the numbers behind each",
            self.0
        )
    }
}

impl std::error::Error for Refuted {}

/// The line of `text` in which byte `at` stands, from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|byte| *byte == b'\n').count()
}

/// Names of `known` that are likely meant by `name`, for an error message.
pub(crate) fn suggestion<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    /// Beyond this many a list hides what it should show.
    const LISTED: usize = 24;
    let mut known: Vec<&str> = known.into_iter().collect();
    if known.is_empty() {
        return "there are none".into();
    }
    let nearest = known
        .iter()
        .map(|other| (distance(name, other), *other))
        .min()
        .filter(|(steps, _)| *steps <= name.len() / 3 + 1);
    known.truncate(LISTED);
    match nearest {
        Some((_, near)) => {
            format!("did you mean `{near}`? There are: {}", known.join(", "))
        }
        None => format!("there are: {}", known.join(", ")),
    }
}

/// Levenshtein's edit distance in characters.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_the_textbook_s() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("race", "race"), 0);
    }

    #[test]
    fn a_typing_error_is_guessed_and_nonsense_is_not() {
        let known = ["lost_percent", "lost_count"];
        let near = suggestion("lost_precent", known);
        assert!(near.starts_with("did you mean `lost_percent`?"), "{near}");
        let far = suggestion("weather", known);
        assert_eq!(far, "there are: lost_percent, lost_count");
        assert_eq!(suggestion("x", []), "there are none");
    }

    #[test]
    fn a_problem_names_place_cause_and_next_step() {
        let place = Place { file: "src/race.md".into(), line: Some(42) };
        assert_eq!(
            Problem::at(&place, "it failed\ndetail", "type this").to_string(),
            "src/race.md:42: it failed\n    detail\n    next: type this"
        );
    }
}
