//! What a marker asks for.

use crate::chapter::invocation::{self, Invocation};
use crate::chapter::name::{Name, is_slug};
use crate::chapter::scan::Kind;
use crate::chapter::words::{self, CONDITIONS, MDBOOK_NAMES};
use crate::system::problem::Problem;
use crate::system::suggestion::suggestion;

/// What the builder puts in the place of a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    /// The output of a command.
    Command(Invocation),
    /// A named value of an experiment.
    Fact(Name),
    /// A sentence with its verdict.
    Claim(Name),
    /// A chart of an experiment: the named one, or its first.
    Chart {
        /// The experiment.
        slug: String,
        /// The chart.
        name: Option<String>,
    },
    /// A figure of the earlier lectures.
    Published(String),
    /// All claims of the book, with totals.
    Claims,
    /// The machine in a table.
    Machine,
    /// The experiments in a table.
    Experiments,
    /// The rows that were not run, with their reasons.
    NotRun,
    /// What this build did not try, beside what it did.
    NotTried,
    /// How many claims held, within a sentence.
    Totals,
    /// The version of a crate that was measured.
    Version(String),
    /// What the compiler says of a program.
    Rustc {
        /// The experiment whose folder holds the program.
        slug: String,
        /// The program's file, without `.rs`.
        name: String,
        /// What it must say.
        words: String,
    },
    /// The marker itself: its author put a backslash before it.
    Literal(String),
}

impl Directive {
    /// Reads a marker. The error says what is wrong and what to do.
    pub(crate) fn parse(
        kind: &Kind<'_>,
        allowed: &[String],
    ) -> Result<Self, Problem> {
        match kind {
            Kind::Command(text) => {
                invocation::parse(text, allowed).map(Self::Command)
            }
            Kind::Name { name, argument } => Self::named(name, argument),
            Kind::Unclosed => Err(Problem::new(
                "a marker begins here and does not end on its line",
                "close it with `}}` or `-->`, or put it into back-ticks",
            )),
            Kind::NearMiss { written, .. } => Err(Problem::new(
                format!("`{written}` looks like a marker and is none"),
                "write `{{#name …}}`, `<!-- cmdrun … -->` or what mdBook \
                 knows, `{{#include path}}`; text stands in back-ticks or \
                 after a backslash",
            )),
        }
    }

    fn named(name: &str, argument: &str) -> Result<Self, Problem> {
        let wrong = |usage: &str| {
            Err(Problem::new(
                format!(
                    "`{{{{#{}}}}}` is not understood",
                    format!("{name} {argument}").trim_end()
                ),
                format!("write `{{{{#{usage}}}}}`"),
            ))
        };
        let bare = |directive: Self| match argument {
            "" => Ok(directive),
            _ => wrong(name),
        };
        match name {
            "fact" => match Name::parse(argument) {
                Some(name) => Ok(Self::Fact(name)),
                None => wrong("fact experiment.name"),
            },
            "claim" => match Name::parse(argument) {
                Some(name) => Ok(Self::Claim(name)),
                None => wrong("claim experiment.name"),
            },
            "chart" => {
                let (slug, chart) = match argument.split_once(':') {
                    Some((slug, chart)) => (slug, Some(chart)),
                    None => (argument, None),
                };
                let is_word = |word: &str| {
                    !word.is_empty() && !word.contains(char::is_whitespace)
                };
                if is_slug(slug) && chart.is_none_or(is_word) {
                    let name = chart.map(str::to_owned);
                    Ok(Self::Chart { slug: slug.into(), name })
                } else {
                    wrong("chart experiment:name")
                }
            }
            "rustc" => {
                let (program, words) =
                    argument.split_once(' ').unwrap_or((argument, ""));
                match program.split_once('/') {
                    Some((slug, name))
                        if is_slug(slug)
                            && is_slug(name)
                            && !words.trim().is_empty() =>
                    {
                        Ok(Self::Rustc {
                            slug: slug.into(),
                            name: name.into(),
                            words: words.trim().into(),
                        })
                    }
                    _ => wrong("rustc race/two_borrows E0499"),
                }
            }
            "published" if !argument.is_empty() => {
                Ok(Self::Published(argument.into()))
            }
            "published" => wrong("published cpu_bound/A threads 8"),
            "version" if !argument.is_empty() => {
                Ok(Self::Version(argument.into()))
            }
            "version" => wrong("version tokio"),
            "claims" => bare(Self::Claims),
            "machine" => bare(Self::Machine),
            "experiments" => bare(Self::Experiments),
            "not_run" => bare(Self::NotRun),
            "not_tried" => bare(Self::NotTried),
            "totals" => bare(Self::Totals),
            name if CONDITIONS.contains(&name) => Err(Problem::new(
                format!("`{{{{#{name}}}}}` is not alone on its line"),
                "write `{{#if chapter}}`, `{{#else}}` and `{{#end}}` each on \
                 a line of its own",
            )),
            name if MDBOOK_NAMES.contains(&name) => wrong(match name {
                "title" => "title words",
                _ => "include path",
            }),
            _ => Err(Problem::new(
                format!("`{{{{#{name}}}}}` is not known"),
                suggestion(name, words::all()),
            )),
        }
    }

    /// The experiment whose standard record this needs.
    pub(crate) fn experiment(&self) -> Option<&str> {
        match self {
            Self::Fact(name) | Self::Claim(name) => Some(&name.slug),
            Self::Chart { slug, .. } => Some(slug),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, argument: &str) -> Result<Directive, String> {
        Directive::parse(&Kind::Name { name, argument }, &[])
            .map_err(|problem| problem.to_string())
    }

    #[test]
    fn each_name_is_understood() {
        for (name, argument) in [
            ("fact", "race.lost"),
            ("claim", "race.loses"),
            ("chart", "race"),
            ("chart", "race:by_kind"),
            ("published", "race/A locked_3.9"),
            ("version", "tokio"),
            ("rustc", "race/two_borrows E0499"),
            ("claims", ""),
            ("machine", ""),
            ("experiments", ""),
            ("not_run", ""),
            ("not_tried", ""),
            ("totals", ""),
        ] {
            assert!(named(name, argument).is_ok(), "{name} {argument}");
        }
    }

    #[test]
    fn a_wrong_argument_is_answered_with_the_right_form() {
        for (name, argument) in [
            ("fact", "race"),
            ("fact", ""),
            ("claim", "../x.y"),
            ("chart", "race:"),
            ("claims", "race"),
            ("published", ""),
            ("version", ""),
            ("rustc", "race/two_borrows"),
            ("rustc", "../race E0499"),
        ] {
            let error = named(name, argument).unwrap_err();
            assert!(error.contains(&format!("`{{{{#{name}")), "{error}");
        }
    }

    #[test]
    fn an_unknown_word_lists_the_known_ones() {
        let error = named("facts", "race.lost").unwrap_err();
        assert!(error.contains("did you mean `fact`?"), "{error}");
        assert!(error.contains("published"), "{error}");
    }
}
