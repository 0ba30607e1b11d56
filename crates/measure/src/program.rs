//! `main` of every example: arguments in, text out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Instant, SystemTime};

use clap::{CommandFactory as _, FromArgMatches as _};

use crate::cli::{CommandLine, Format};
use crate::experiment::{Experiment, Listing, Named};
use crate::fresh;
use crate::machine::{Machine, file_sha256_hex};
use crate::progress::Watch;
use crate::record::{REPLAY_VARIABLE, Record, SCHEMA, Wanted};
use crate::{report, run};

/// A failure, as its reader sees it, and the exit code.
#[derive(Debug)]
struct Failure {
    text: String,
    code: u8,
}

impl Failure {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), code: 1 }
    }

    fn usage(text: impl Into<String>) -> Self {
        Self { text: text.into(), code: 2 }
    }
}

/// Runs `experiment` as a program: reads the command line, measures or
/// replays, prints. Exit code 1 where the run failed, 2 for wrong use.
pub fn main(experiment: &impl Experiment) -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let stdout = io::stdout().lock();
    run_with(experiment, args, stdout, io::stderr())
}

/// [`main`] with arguments and streams given; clap's help and the progress
/// bar still go to the process's own.
pub fn run_with<E: Experiment>(
    experiment: &E,
    args: Vec<OsString>,
    mut out: impl Write,
    mut err: impl Write,
) -> ExitCode {
    let about = experiment.about();
    let matches = CommandLine::<E::Options>::command()
        .name(about.slug)
        .about(format!("{}: {}", about.title, about.question))
        .try_get_matches_from(&args);
    let line = match matches.and_then(|m| CommandLine::from_arg_matches(&m)) {
        Ok(line) => line,
        Err(error) => return show_usage(&error),
    };
    let result = Program { experiment, line, args: &args[1..] }.run(&mut err);
    match result.and_then(|text| print(&mut out, &text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to do where even standard error is closed.
            let _ = writeln!(err, "error: {}", failure.text);
            ExitCode::from(failure.code)
        }
    }
}

/// clap prints help to standard output and errors to standard error, with
/// the exit code that belongs to each.
fn show_usage(error: &clap::Error) -> ExitCode {
    // As above: a closed stream can't be told about.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// A closed pipe (`| head`) is the reader's choice, not a failure.
fn print(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("can't write the result: {error}")))
        }
        _ => Ok(()),
    }
}

struct Program<'a, E: Experiment> {
    experiment: &'a E,
    line: CommandLine<E::Options>,
    args: &'a [OsString],
}

impl<E: Experiment> Program<'_, E> {
    fn run(&self, err: &mut impl Write) -> Result<String, Failure> {
        let shared = &self.line.shared;
        if let Some(row) = fresh::requested_row() {
            return self.one_row(&row);
        }
        if shared.list {
            return self.list();
        }
        if shared.chart.is_some() && shared.format != Format::Svg {
            return Err(Failure::usage("`--chart` needs `--format svg`"));
        }
        let replay = shared.replay
            || std::env::var_os(REPLAY_VARIABLE).is_some_and(|v| v == "1");
        let record = if replay { self.replay()? } else { self.measure()? };
        if !shared.quiet && !replay && record.machine.build != "release" {
            let _ = writeln!(
                err,
                "note: measured code is optimised, the libraries below it \
                 less; --release gives the book's numbers"
            );
        }
        self.render(&record)
    }

    fn slug(&self) -> &'static str {
        self.experiment.about().slug
    }

    fn rows(&self) -> Result<Vec<crate::Row<'_>>, Failure> {
        self.experiment
            .rows(&self.line.own, self.line.shared.profile())
            .map_err(|error| Failure::usage(error.to_string()))
    }

    fn default_rounds(&self) -> u32 {
        self.experiment.rounds(self.line.shared.profile())
    }

    fn rounds(&self) -> u32 {
        self.line.shared.runs.unwrap_or_else(|| self.default_rounds())
    }

    fn measurement_args(&self) -> BTreeMap<String, String> {
        self.line.measurement_args(self.default_rounds())
    }

    fn one_row(&self, id: &str) -> Result<String, Failure> {
        let sample =
            fresh::run_alone(self.rows()?, id).map_err(Failure::new)?;
        serde_json::to_string(&sample)
            .map(|text| text + "\n")
            .map_err(|error| Failure::new(error.to_string()))
    }

    fn list(&self) -> Result<String, Failure> {
        let about = self.experiment.about();
        let profile = self.line.shared.profile();
        let listing = Listing {
            experiment: about.slug.into(),
            title: about.title.into(),
            profile,
            args: self.measurement_args(),
            budget_s: self.experiment.budget(profile).as_secs_f64(),
            rows: self
                .rows()?
                .iter()
                .map(|row| Named::new(&row.id, &row.label))
                .collect(),
            facts: self
                .experiment
                .facts()
                .iter()
                .map(|fact| Named::new(fact.name, fact.about))
                .collect(),
            claims: self
                .experiment
                .claims()
                .iter()
                .map(|claim| Named::new(claim.id, claim.sentence))
                .collect(),
        };
        match self.line.shared.format {
            Format::Json => serde_json::to_string_pretty(&listing)
                .map(|text| text + "\n")
                .map_err(|error| Failure::new(error.to_string())),
            _ => Ok(report::listing(&listing)),
        }
    }

    fn measure(&self) -> Result<Record, Failure> {
        let shared = &self.line.shared;
        let started = SystemTime::now();
        let clock = Instant::now();
        let mut watch = Watch::begin(shared.quiet);
        let measured =
            run::run(self.rows()?, self.rounds(), self.args, &mut watch);
        let (quietness, conditions) = watch.end().end();
        let measured = measured.map_err(|error| {
            Failure::new(format!("{}: {error}", self.slug()))
        })?;
        let about = self.experiment.about();
        let mut record = Record {
            schema: SCHEMA,
            experiment: about.slug.into(),
            profile: shared.profile(),
            args: self.measurement_args(),
            binary: own_digest()?,
            machine: Machine { conditions, ..Machine::here(about.versions) },
            quietness,
            started: humantime::format_rfc3339_seconds(started).to_string(),
            duration_s: clock.elapsed().as_secs_f64(),
            timed_s: measured.timed.as_secs_f64(),
            rows: measured.rows,
            facts: BTreeMap::new(),
            claims: Vec::new(),
        };
        self.conclude(&mut record)?;
        Ok(record)
    }

    fn conclude(&self, record: &mut Record) -> Result<(), Failure> {
        let claims = self.experiment.claims();
        if record.args.is_empty() {
            for claim in &claims {
                if let Some(row) = claim.unknown_row(record) {
                    return Err(Failure::new(format!(
                        "claim `{}.{}` needs row `{row}`, which this \
                         experiment doesn't have; `--list` shows its rows",
                        self.slug(),
                        claim.id
                    )));
                }
            }
        }
        record.facts = self
            .experiment
            .facts()
            .iter()
            .map(|fact| (fact.name.to_owned(), fact.of(record)))
            .collect();
        record.claims = claims.iter().map(|claim| claim.of(record)).collect();
        Ok(())
    }

    fn replay(&self) -> Result<Record, Failure> {
        let slug = self.slug();
        let unusable = |why: &str| {
            Failure::new(format!(
                "no fresh measurement of `{slug}`: {why}; run \
                 `cargo book measure {slug}`"
            ))
        };
        let folder = Record::folder(&own_program()?)
            .ok_or_else(|| unusable("this program is outside of `target`"))?;
        let wanted = Wanted {
            experiment: slug,
            profile: self.line.shared.profile(),
            args: &self.measurement_args(),
            binary: &own_digest()?,
        };
        wanted.load(&folder).map_err(|why| unusable(&why))
    }

    fn render(&self, record: &Record) -> Result<String, Failure> {
        let shared = &self.line.shared;
        let now = SystemTime::now();
        if shared.format == Format::Json {
            return serde_json::to_string_pretty(record)
                .map(|text| text + "\n")
                .map_err(|error| Failure::new(error.to_string()));
        }
        if shared.format == Format::Svg {
            let charts = self.experiment.charts(record);
            let chart =
                chosen(&charts, shared.chart.as_deref(), "chart", |chart| {
                    &chart.name
                })?;
            return Ok(chart.to_figure() + "\n");
        }
        let tables = self.experiment.tables(record);
        let table =
            chosen(&tables, shared.table.as_deref(), "table", |table| {
                &table.name
            })?;
        if shared.format == Format::Markdown {
            let is_main = table.name == tables[0].name;
            return Ok(report::markdown(table, is_main, record, now));
        }
        let about = self.experiment.about();
        let tables = match shared.table {
            Some(_) => std::slice::from_ref(table),
            None => &tables[..],
        };
        Ok(report::text(&about, tables, record, now))
    }
}

/// The item called `name`, or the first where no name is given.
fn chosen<'t, T>(
    items: &'t [T],
    name: Option<&str>,
    what: &str,
    name_of: impl Fn(&T) -> &String,
) -> Result<&'t T, Failure> {
    let found = match name {
        None => items.first(),
        Some(name) => items.iter().find(|item| name_of(item) == name),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> =
            items.iter().map(|item| name_of(item).as_str()).collect();
        Failure::usage(match (name, names.is_empty()) {
            (_, true) => format!("this experiment has no {what}"),
            (name, _) => format!(
                "no {what} is called `{}`; there are: {}",
                name.unwrap_or_default(),
                names.join(", ")
            ),
        })
    })
}

fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| {
        Failure::new(format!("can't find this program's own file: {error}"))
    })
}

fn own_digest() -> Result<String, Failure> {
    let program = own_program()?;
    file_sha256_hex(&program).map_err(|error| {
        Failure::new(format!("can't read `{}`: {error}", program.display()))
    })
}

#[cfg(test)]
mod tests;
