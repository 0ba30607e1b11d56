//! The command line that all examples share.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches as _, ValueEnum};

use crate::experiment::{Experiment, Options};
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

    /// Read records from standard input, one a line, and print the verdicts
    /// on each as a line of JSON: for the benchmark of the verdicts
    #[arg(long, hide = true)]
    pub(crate) judge: bool,

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

/// The whole command line of an experiment, read.
pub(crate) struct CommandLine {
    pub(crate) shared: Shared,
    pub(crate) matches: ArgMatches,
    options: Options,
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

impl CommandLine {
    /// Reads `args`, of which the first is the program's name.
    pub(crate) fn parse(
        experiment: &Experiment,
        args: &[OsString],
    ) -> Result<Self, clap::Error> {
        let command = Command::new(experiment.slug)
            .about(format!("{}: {}", experiment.title, experiment.question));
        let command = experiment
            .options
            .augment(command)
            .next_help_heading("Options of every example");
        let matches =
            Shared::augment_args(command).try_get_matches_from(args)?;
        let shared = Shared::from_arg_matches(&matches)?;
        Ok(Self { shared, matches, options: experiment.options })
    }

    /// The experiment's own options as they take effect: name → value, several
    /// values with commas between.
    pub(crate) fn effective_options(&self) -> BTreeMap<String, String> {
        self.own().map(|(name, value, _)| (name, value)).collect()
    }

    /// The options that shape the measurement and differ from the defaults,
    /// so that spelling out a default changes nothing.
    pub(crate) fn measurement_args(
        &self,
        default_rounds: u32,
    ) -> BTreeMap<String, String> {
        let mut args: BTreeMap<String, String> = self
            .own()
            .filter(|(_, value, default)| value != default)
            .map(|(name, value, _)| (name, value))
            .collect();
        if let Some(rounds) = self.shared.runs
            && rounds != default_rounds
        {
            args.insert("runs".into(), rounds.to_string());
        }
        args
    }

    /// Name, value and default of each own option that has a value.
    fn own(&self) -> impl Iterator<Item = (String, String, String)> + '_ {
        let command = self.options.augment(Command::new(""));
        let args: Vec<Arg> = command.get_arguments().cloned().collect();
        args.into_iter().filter_map(|arg| {
            let id = arg.get_id().as_str();
            let name = arg.get_long().unwrap_or(id).to_owned();
            let value = joined(self.matches.get_raw(id)?);
            let defaults = arg.get_default_values().iter();
            let default = joined(defaults.map(OsStr::new));
            // clap knows the default of a switch, but doesn't list it.
            let is_default = self.matches.value_source(id)
                == Some(ValueSource::DefaultValue);
            let default = if is_default { value.clone() } else { default };
            Some((name, value, default))
        })
    }
}

fn joined<'v>(values: impl Iterator<Item = &'v OsStr>) -> String {
    let values: Vec<_> = values.map(OsStr::to_string_lossy).collect();
    values.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::experiment;

    #[derive(Debug, Args)]
    struct Own {
        /// Workers.
        #[arg(long, value_delimiter = ',', default_value = "1,2")]
        workers: Vec<u32>,
        /// Work.
        #[arg(long)]
        work_size: Option<u64>,
        /// Also the rare ones.
        #[arg(long)]
        rare: bool,
    }

    fn try_parse(args: &[&str]) -> Result<CommandLine, clap::Error> {
        let demo = Experiment { options: Options::of::<Own>(), ..experiment() };
        let args = std::iter::once("x").chain(args.iter().copied());
        let args: Vec<OsString> = args.map(OsString::from).collect();
        CommandLine::parse(&demo, &args)
    }

    fn parse(args: &[&str]) -> CommandLine {
        try_parse(args).unwrap()
    }

    fn map<const N: usize>(
        pairs: [(&str, &str); N],
    ) -> BTreeMap<String, String> {
        pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).into()
    }

    #[test]
    fn the_defaults_are_no_options_even_when_spelt_out() {
        assert_eq!(parse(&[]).measurement_args(5), map([]));
        let spelt = parse(&["--workers", "1,2", "--runs", "5"]);
        assert_eq!(spelt.measurement_args(5), map([]));
    }

    #[test]
    fn only_what_shapes_the_measurement_is_kept() {
        let args = "--format json --workers 4,8 --runs 3 --work-size 7 -q \
                    --rare";
        let args: Vec<&str> = args.split(' ').collect();
        assert_eq!(
            parse(&args).measurement_args(5),
            map([
                ("runs", "3"),
                ("work-size", "7"),
                ("workers", "4,8"),
                ("rare", "true")
            ])
        );
    }

    #[test]
    fn the_effective_options_have_the_defaults_too() {
        let line = parse(&["--work-size", "7", "--quick"]);
        assert_eq!(
            line.effective_options(),
            map([("workers", "1,2"), ("work-size", "7"), ("rare", "false")])
        );
    }

    #[test]
    fn quick_and_full_exclude_each_other() {
        assert!(try_parse(&["--quick", "--full"]).is_err());
    }

    #[test]
    fn zero_and_absurd_rounds_are_refused() {
        for rounds in ["0", "-1", "1000001", "many"] {
            assert!(try_parse(&["--runs", rounds]).is_err());
        }
    }
}
