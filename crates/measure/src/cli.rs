//! The command line that all examples share.

use std::collections::BTreeMap;

use clap::{Args, CommandFactory as _, Parser, ValueEnum};
use serde::Serialize;

use crate::profile::Profile;

/// Most rounds that `--runs` takes; beyond it a typing error is likelier
/// than a wish.
const MAX_ROUNDS: i64 = 1_000_000;

/// Options that all examples have.
#[derive(Clone, Debug, Args)]
pub(crate) struct Shared {
    /// Rounds to measure after the warm-up [default: mostly 5; quick: 1]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=MAX_ROUNDS))]
    pub(crate) runs: Option<u32>,

    /// One round of small problems: a smoke run
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,

    /// The published sizes, also where that takes minutes
    #[arg(long)]
    pub(crate) full: bool,

    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Print only this table; an unknown name lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,

    /// Print this chart (with `--format svg`); an unknown name lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) chart: Option<String>,

    /// Print the book's last measurement instead of measuring again
    #[arg(long)]
    pub(crate) replay: bool,

    /// List rows, facts and claims without measuring
    #[arg(long)]
    pub(crate) list: bool,

    /// No progress and no warnings on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables and claims for a terminal
    #[default]
    Text,
    /// One table for a page
    Markdown,
    /// The whole record
    Json,
    /// One chart as a `<figure>`
    Svg,
}

/// The whole command line of an example with options `O`.
#[derive(Debug, Parser)]
pub(crate) struct CommandLine<O: Args> {
    #[command(flatten)]
    pub(crate) own: O,
    #[command(flatten, next_help_heading = "Options of every example")]
    pub(crate) shared: Shared,
}

impl Shared {
    pub(crate) fn profile(&self) -> Profile {
        match (self.quick, self.full) {
            (true, _) => Profile::Quick,
            (_, true) => Profile::Full,
            _ => Profile::Standard,
        }
    }
}

impl<O: Args + Serialize> CommandLine<O> {
    /// The options that shape the measurement and differ from the defaults,
    /// name → value, so that spelling out a default changes nothing.
    pub(crate) fn measurement_args(
        &self,
        default_rounds: u32,
    ) -> BTreeMap<String, String> {
        let defaults = Self::command()
            .try_get_matches_from([""])
            .ok()
            .and_then(|matches| O::from_arg_matches(&matches).ok())
            .map(|own| flat(&own))
            .unwrap_or_default();
        let mut args = flat(&self.own);
        args.retain(|name, value| defaults.get(name) != Some(value));
        if let Some(rounds) = self.shared.runs
            && rounds != default_rounds
        {
            args.insert("runs".into(), rounds.to_string());
        }
        args
    }
}

/// The fields of `options` as command-line text: `workers` → `1,2,4`.
fn flat(options: &impl Serialize) -> BTreeMap<String, String> {
    use serde_json::Value;
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let Ok(Value::Object(fields)) = serde_json::to_value(options) else {
        return BTreeMap::new();
    };
    fields
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| {
            let value = match value {
                Value::Array(items) => {
                    items.iter().map(text).collect::<Vec<_>>().join(",")
                }
                other => text(other),
            };
            (name.replace('_', "-"), value)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Args, Serialize)]
    struct Own {
        /// Workers.
        #[arg(long, value_delimiter = ',', default_value = "1,2")]
        workers: Vec<u32>,
        /// Work.
        #[arg(long)]
        work_size: Option<u64>,
    }

    fn parse(args: &[&str]) -> CommandLine<Own> {
        let args = std::iter::once("x").chain(args.iter().copied());
        CommandLine::try_parse_from(args).unwrap()
    }

    #[test]
    fn the_defaults_are_no_options_even_when_spelt_out() {
        assert!(parse(&[]).measurement_args(5).is_empty());
        let spelt = parse(&["--workers", "1,2", "--runs", "5"]);
        assert!(spelt.measurement_args(5).is_empty());
    }

    #[test]
    fn only_what_shapes_the_measurement_is_kept() {
        let args = parse(&[
            "--format",
            "json",
            "--workers",
            "4,8",
            "--runs",
            "3",
            "--work-size",
            "7",
            "-q",
        ]);
        let args = args.measurement_args(5);
        let expected = [("runs", "3"), ("work-size", "7"), ("workers", "4,8")];
        assert_eq!(
            args,
            expected.map(|(k, v)| (k.to_owned(), v.to_owned())).into()
        );
    }

    #[test]
    fn quick_and_full_exclude_each_other() {
        let both = ["x", "--quick", "--full"];
        assert!(CommandLine::<Own>::try_parse_from(both).is_err());
    }

    #[test]
    fn zero_and_absurd_rounds_are_refused() {
        for rounds in ["0", "-1", "1000001", "many"] {
            let args = ["x", "--runs", rounds];
            assert!(CommandLine::<Own>::try_parse_from(args).is_err());
        }
    }
}
