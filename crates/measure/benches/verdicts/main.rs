//! How often noise turns a verdict: real records as the truth, with noise
//! added in known ways.
//!
//! `cargo book` first, for the records and the programs, then
//! `cargo bench -p measure --bench verdicts [-- FOLDER [DRAWS]]`. FOLDER
//! holds the records, `target/book-records` by default.
//!
//! Each draw takes one record, spoils it and lets its program judge it. The
//! truth is the verdict on the record as measured. A verdict is *wrong* where
//! it holds instead of failing or fails instead of holding; "can't be told"
//! is never wrong, but a rule that always said so would be of no use.
//!
//! Beside the book's rule stands the one that most benchmarks use
//! ([`medians`]), on the same draws.

mod medians;
mod noise;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use measure::Record;
use measure::record::Verdict;

use noise::Noise;

/// Draws of each kind of noise for each record, unless told otherwise: a rate
/// of one in a hundred is then known to about three in a thousand.
const DRAWS: usize = 1_000;

/// The same draws in every run of this benchmark.
const SEED: u64 = 5;

type Failure = Box<dyn Error>;

/// Claim → verdict.
type Verdicts = BTreeMap<String, Verdict>;

/// What became of a claim's draws.
#[derive(Clone, Copy, Default)]
struct Tally {
    draws: usize,
    wrong: usize,
    open: usize,
}

impl Tally {
    fn add(&mut self, truth: Verdict, drawn: Verdict) {
        self.draws += 1;
        if drawn == Verdict::Untestable {
            self.open += 1;
        } else if drawn != truth {
            self.wrong += 1;
        }
    }

    fn percent(self, count: usize) -> f64 {
        100.0 * count as f64 / self.draws.max(1) as f64
    }
}

fn main() -> Result<(), Failure> {
    let target = target_folder();
    // `cargo bench` adds an option of its own.
    let mut words = env::args().skip(1).filter(|w| !w.starts_with("--"));
    let folder = words.next();
    let folder =
        folder.map_or_else(|| target.join("book-records"), PathBuf::from);
    let draws = words.next().map_or(Ok(DRAWS), |number| number.parse())?;
    let records = records(&folder)?;
    if records.is_empty() {
        let folder = folder.display();
        return Err(format!(
            "no record of a standard run in `{folder}`; run `cargo book` first"
        )
        .into());
    }
    let mut bench = Bench::default();
    for record in &records {
        writeln!(io::stderr(), "{}", record.experiment)?;
        bench.add(&target.join("release/examples"), record, draws)?;
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} records, {draws} draws each\n", records.len())?;
    bench.print(&mut out)?;
    Ok(())
}

/// The sums over all records.
#[derive(Default)]
struct Bench {
    /// By the book's rule and by medians, for each kind of noise.
    sums: [[Tally; 2]; Noise::ALL.len()],
    /// By the book's rule, for each claim and kind of noise.
    claims: BTreeMap<(String, &'static str), Tally>,
    /// Claims without a truth.
    open: Vec<String>,
}

impl Bench {
    /// So many draws from `record`, judged by its program in `folder`.
    fn add(
        &mut self,
        folder: &Path,
        record: &Record,
        draws: usize,
    ) -> Result<(), Failure> {
        let mut rng = fastrand::Rng::with_seed(SEED);
        let program = folder.join(&record.experiment);
        let truth = judged(&program, std::slice::from_ref(record))?.remove(0);
        self.open.extend(open(record, &truth));
        for (kind, [book, plain]) in Noise::ALL.iter().zip(&mut self.sums) {
            let draws: Vec<Record> =
                (0..draws).map(|_| kind.spoil(record, &mut rng)).collect();
            let flat: Vec<Record> = draws.iter().map(medians::only).collect();
            let by_medians = judged(&program, &flat)?;
            let drawn = judged(&program, &draws)?;
            for ((draw, verdicts), flat) in
                draws.iter().zip(drawn).zip(by_medians)
            {
                for (claim, &truth) in &truth {
                    if truth == Verdict::Untestable {
                        continue;
                    }
                    let verdict = verdicts[claim];
                    book.add(truth, verdict);
                    plain.add(truth, medians::excused(draw, flat[claim]));
                    let name = format!("{}.{claim}", record.experiment);
                    let claims = self.claims.entry((name, kind.name()));
                    claims.or_default().add(truth, verdict);
                }
            }
        }
        Ok(())
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{:<24} {:>24} {:>24}",
            "", "rounds and noise", "medians"
        )?;
        writeln!(
            out,
            "{:<24} {:>9} {:>14} {:>9} {:>14}",
            "noise", "wrong %", "can't tell %", "wrong %", "can't tell %"
        )?;
        for (kind, [book, plain]) in Noise::ALL.iter().zip(&self.sums) {
            writeln!(
                out,
                "{:<24} {:>9.2} {:>14.1} {:>9.2} {:>14.1}",
                kind.name(),
                book.percent(book.wrong),
                book.percent(book.open),
                plain.percent(plain.wrong),
                plain.percent(plain.open),
            )?;
        }
        writeln!(out, "\nclaims over 1 % wrong, or 10 % open without noise:")?;
        for ((claim, kind), tally) in &self.claims {
            let (wrong, open) =
                (tally.percent(tally.wrong), tally.percent(tally.open));
            if wrong > 1.0 || (open > 10.0 && *kind == Noise::None.name()) {
                writeln!(
                    out,
                    "  {claim}, {kind}: {wrong:.1} % wrong, {open:.1} % open"
                )?;
            }
        }
        writeln!(out, "\ncan't be told in the record itself, so no truth:")?;
        for claim in &self.open {
            writeln!(out, "  {claim}")?;
        }
        Ok(())
    }
}

/// `target`, above this benchmark's own program in `release/deps`.
fn target_folder() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    program.ancestors().nth(3).unwrap_or(Path::new("target")).to_owned()
}

/// The standard runs in `folder`, in the order of their names.
fn records(folder: &Path) -> Result<Vec<Record>, Failure> {
    let Ok(files) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut paths = files
        .map(|file| file.map(|file| file.path()))
        .collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    let records = paths.iter().filter_map(|path| Record::load(path).ok());
    Ok(records
        .filter(|record| {
            record.profile == measure::Profile::Standard
                && record.args.is_empty()
        })
        .collect())
}

/// What `program` says of each of `records`.
fn judged(
    program: &Path,
    records: &[Record],
) -> Result<Vec<Verdicts>, Failure> {
    let mut child = Command::new(program)
        .arg("--judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| {
            format!("`{}`: {error}; run `cargo book` first", program.display())
        })?;
    let mut input = child.stdin.take().ok_or("it takes no input")?;
    for record in records {
        serde_json::to_writer(&mut input, record)?;
        input.write_all(b"\n")?;
    }
    drop(input);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("`{}` failed", program.display()).into());
    }
    let lines = output.stdout.split(|byte| *byte == b'\n');
    let lines = lines.filter(|line| !line.is_empty());
    Ok(lines.map(serde_json::from_slice).collect::<Result<_, _>>()?)
}

fn open(record: &Record, truth: &Verdicts) -> Vec<String> {
    let open = truth.iter().filter(|(_, v)| **v == Verdict::Untestable);
    open.map(|(claim, _)| format!("{}.{claim}", record.experiment)).collect()
}
