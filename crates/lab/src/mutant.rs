//! What a mutant's first lines say about how it has to fail.

/// Read from lines such as ``//! Fails: `a_test`, `another`.``
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Tests that have to find the fault themselves.
    pub(crate) fails: Vec<String>,
    /// Tests whose program ends without a result.
    pub(crate) breaks_off: Vec<String>,
    /// The code of the compiler's error.
    pub(crate) refused: Option<String>,
    /// Words that one of the tests named has to say.
    pub(crate) says: Vec<String>,
}

impl Fate {
    pub(crate) fn read(text: &str) -> Fate {
        let mut fate = Fate::default();
        let header: Vec<_> = text
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .map(str::trim)
            .collect();
        for sentence in header.join(" ").split_inclusive(". ") {
            let Some((kind, names)) = sentence.split_once(": ") else {
                continue;
            };
            let names = names.split('`').skip(1).step_by(2).map(String::from);
            match kind.trim() {
                "Fails" => fate.fails.extend(names),
                "Breaks off" => fate.breaks_off.extend(names),
                "Does not compile" => fate.refused = names.last(),
                "Says" => fate.says.extend(names),
                _ => (),
            }
        }
        fate
    }

    pub(crate) fn is_open(&self) -> bool {
        self.fails.is_empty()
            && self.breaks_off.is_empty()
            && self.refused.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Fate;

    #[test]
    fn a_mutant_names_the_tests_that_fail() {
        let fate = Fate::read(
            "//! Locks the payer first.\n//!\n//! Fails: `a_test`,\n\
             //! `another`. Breaks off: `third`. Says: `wait for each other`.\n\n\
             // Fails: `not_this`.\n",
        );
        assert_eq!(fate.fails, ["a_test", "another"]);
        assert_eq!(fate.breaks_off, ["third"]);
        assert_eq!(fate.says, ["wait for each other"]);
        assert!(!fate.is_open());
    }

    #[test]
    fn a_mutant_can_be_refused_by_the_compiler() {
        let fate = Fate::read("//! Allows it. Does not compile: `E0453`.\n");
        assert_eq!(fate.refused.as_deref(), Some("E0453"));
    }

    #[test]
    fn a_mutant_that_names_nothing_is_open() {
        assert!(Fate::read("//! Is wrong: somehow.\n").is_open());
    }
}
