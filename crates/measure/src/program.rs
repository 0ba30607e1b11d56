//! `main` of every example: arguments in, text out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Instant, SystemTime};

use crate::cli::{CommandLine, Format};
use crate::experiment::{Experiment, Listing, Named, Request};
use crate::fresh;
use crate::machine::{Machine, file_sha256_hex, own_program};
use crate::progress::Watch;
use crate::record::{REPLAY_VARIABLE, Record, SCHEMA, Wanted};
use crate::run::Plan;
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
pub fn main(experiment: &Experiment) -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let stdout = io::stdout().lock();
    run_with(experiment, &args, stdout, io::stderr())
}

/// [`main`] with arguments and streams given; clap's help and the progress
/// bar still go to the process's own.
pub fn run_with(
    experiment: &Experiment,
    args: &[OsString],
    mut out: impl Write,
    mut err: impl Write,
) -> ExitCode {
    let line = match CommandLine::parse(experiment, args) {
        Ok(line) => line,
        Err(error) => return show_usage(&error),
    };
    let args = args.get(1..).unwrap_or_default();
    let result = Program { experiment, line, args }.run(&mut err);
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

struct Program<'a> {
    experiment: &'a Experiment,
    line: CommandLine,
    args: &'a [OsString],
}

impl Program<'_> {
    fn run(&self, err: &mut dyn Write) -> Result<String, Failure> {
        let shared = &self.line.shared;
        if let Some(row) = fresh::requested_row() {
            return self.one_row(&row);
        }
        if shared.list {
            return self.list();
        }
        if shared.judge {
            return self.judge(io::stdin().lock());
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
        self.experiment.slug
    }

    fn rows(&self) -> Result<Vec<crate::Row<'static>>, Failure> {
        let request = Request {
            profile: self.line.shared.profile(),
            matches: &self.line.matches,
        };
        (self.experiment.rows)(&request)
            .map_err(|error| Failure::usage(error.to_string()))
    }

    fn default_rounds(&self) -> u32 {
        self.experiment.rounds.of(self.line.shared.profile())
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
        let experiment = self.experiment;
        let profile = self.line.shared.profile();
        let owned = |name: &str| name.to_owned();
        let listing = Listing {
            experiment: experiment.slug.into(),
            title: experiment.title.into(),
            profile,
            args: self.measurement_args(),
            budget_s: experiment.budget_s.of(profile) as f64,
            rows: self
                .rows()?
                .iter()
                .map(|row| Named::new(&row.id, &row.label))
                .collect(),
            facts: experiment
                .facts
                .iter()
                .map(|fact| Named::new(fact.name, fact.about))
                .collect(),
            claims: experiment
                .claims
                .iter()
                .map(|claim| Named::new(claim.id, claim.sentence))
                .collect(),
            tables: experiment.tables.iter().map(|t| owned(t.name)).collect(),
            charts: experiment.charts.iter().map(|c| owned(c.name)).collect(),
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
        // Before the run: a build that replaces the file while it lasts must
        // not lend its name to these numbers.
        let binary = own_digest()?;
        let started = SystemTime::now();
        let clock = Instant::now();
        let mut watch = Watch::begin(shared.quiet);
        let plan = Plan {
            rounds: self.rounds(),
            baselines: self.experiment.baselines,
            args: self.args,
        };
        let measured = run::run(self.rows()?, plan, &mut watch);
        let (quietness, conditions) = watch.end().end();
        let measured = measured.map_err(|error| {
            Failure::new(format!("{}: {error}", self.slug()))
        })?;
        let machine = Machine::here(self.experiment.versions);
        let mut record = Record {
            schema: SCHEMA,
            experiment: self.slug().into(),
            profile: shared.profile(),
            args: self.measurement_args(),
            options: self.line.effective_options(),
            binary,
            machine: Machine { conditions, ..machine },
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
        if record.args.is_empty() {
            for claim in self.experiment.claims {
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
        let facts = self.experiment.facts.iter();
        record.facts =
            facts.map(|fact| (fact.name.to_owned(), fact.of(record))).collect();
        let claims = self.experiment.claims.iter();
        record.claims = claims.map(|claim| claim.of(record)).collect();
        Ok(())
    }

    /// A line of verdicts, claim → verdict, for each line of `records`.
    fn judge(&self, records: impl io::BufRead) -> Result<String, Failure> {
        let mut out = String::new();
        for (number, line) in (1..).zip(records.lines()) {
            let failed = |error: &dyn std::fmt::Display| {
                Failure::new(format!("line {number}: {error}"))
            };
            let line = line.map_err(|error| failed(&error))?;
            let record = Record::parse(line.as_bytes())
                .map_err(|error| failed(&error))?;
            let claims = self.experiment.claims.iter();
            let verdicts: BTreeMap<_, _> =
                claims.map(|c| (c.id, c.of(&record).verdict)).collect();
            let text = serde_json::to_string(&verdicts);
            out.push_str(&text.map_err(|error| failed(&error))?);
            out.push('\n');
        }
        Ok(out)
    }

    fn replay(&self) -> Result<Record, Failure> {
        let slug = self.slug();
        let unusable = |why: &str| {
            Failure::new(format!(
                "no fresh measurement of `{slug}`: {why}; run \
                 `cargo book measure {slug}`"
            ))
        };
        let program = std::env::current_exe().map_err(no_program)?;
        let folder = Record::folder(&program)
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
        if shared.format == Format::Json {
            return serde_json::to_string_pretty(record)
                .map(|text| text + "\n")
                .map_err(|error| Failure::new(error.to_string()));
        }
        if shared.format == Format::Svg {
            let charts = self.experiment.charts;
            let chart =
                chosen(charts, shared.chart.as_deref(), "chart", |c| c.name)?;
            return Ok((chart.draw)(record).to_figure() + "\n");
        }
        let tables = self.experiment.tables;
        let table =
            chosen(tables, shared.table.as_deref(), "table", |t| t.name)?;
        if shared.format == Format::Markdown {
            let is_main = table.name == tables[0].name;
            return Ok(report::markdown(&table.of(record), is_main, record));
        }
        let shown = match shared.table {
            Some(_) => std::slice::from_ref(table),
            None => tables,
        };
        let shown: Vec<_> = shown.iter().map(|t| t.of(record)).collect();
        Ok(report::text(self.experiment, &shown, record))
    }
}

/// The item called `name`, or the first where no name is given.
fn chosen<'t, T>(
    items: &'t [T],
    name: Option<&str>,
    what: &str,
    name_of: impl Fn(&T) -> &'static str,
) -> Result<&'t T, Failure> {
    let found = match name {
        None => items.first(),
        Some(name) => items.iter().find(|item| name_of(item) == name),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = items.iter().map(name_of).collect();
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

fn own_digest() -> Result<String, Failure> {
    own_program()
        .and_then(|program| file_sha256_hex(&program))
        .map_err(no_program)
}

fn no_program(error: io::Error) -> Failure {
    Failure::new(format!("can't read this program's own file: {error}"))
}

#[cfg(test)]
mod tests;
