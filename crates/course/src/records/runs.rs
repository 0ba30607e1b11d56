//! The measurements that a book needs, and whether they are there.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use measure::experiment::Listing;
use measure::machine::Machine;
use measure::record::{REPLAY_VARIABLE, Wanted};
use measure::{Profile, Record};

use crate::chapter::call::{ExampleCall, with_profile};
use crate::records::digest;
use crate::records::kept::Kept;
use crate::system::child::{self, Limits, Streams};
use crate::system::problem::{Place, Problem, Problems};

/// How long `--list` may take; it measures nothing.
const LIST_TIME: Duration = Duration::from_secs(20);

/// Most bytes of a listing.
const LIST_BYTES: usize = 4 * 1024 * 1024;

/// One measurement: an example with the options that shape it.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The example and its options, as the chapter has them.
    pub(crate) call: ExampleCall,
    /// Where the book first needs it.
    pub(crate) place: Place,
    /// The program.
    pub(crate) program: PathBuf,
    /// The program's SHA-256.
    digest: String,
    /// What the program says of itself.
    pub(crate) listing: Listing,
    /// Where the record stands.
    pub(crate) record: PathBuf,
}

/// Asks each program what it would measure; `digests` are those of the
/// programs.
pub(crate) fn survey(
    calls: Vec<(ExampleCall, Place)>,
    programs: &BTreeMap<String, PathBuf>,
    digests: &BTreeMap<String, String>,
    profile: Profile,
) -> anyhow::Result<Vec<Run>> {
    let Some(folder) = programs.values().next().and_then(|p| Record::folder(p))
    else {
        return Ok(Vec::new());
    };
    let name = format!("listings.{}", profile.name());
    let mut kept = Kept::<Listing>::load(&folder, &name);
    // A program may measure other rows on another machine.
    let machine = serde_json::to_string(&Machine::here(&[]))?;
    let mut runs: Vec<Run> = Vec::new();
    let mut problems = Vec::new();
    for (call, place) in calls {
        let (Some(program), Some(digest)) =
            (programs.get(&call.slug), digests.get(&call.slug))
        else {
            continue;
        };
        let args = with_profile(&call.args, profile).join("\n");
        let key = digest::of_all(&[&call.slug, digest, &args, &machine]);
        let listing = match kept.get(&key) {
            Some(listing) => listing,
            None => match list(&call, program, profile, &place) {
                Ok(listing) => {
                    kept.put(key, listing.clone());
                    listing
                }
                Err(error) => match error.downcast::<Problem>() {
                    Ok(problem) => {
                        problems.push(problem);
                        continue;
                    }
                    Err(error) => return Err(error),
                },
            },
        };
        let record = Record::path(
            &folder,
            &listing.experiment,
            listing.profile,
            &listing.args,
        );
        let (program, digest) = (program.clone(), digest.clone());
        runs.push(Run { call, place, program, digest, listing, record });
    }
    kept.save();
    Problems::check(problems)?;
    Ok(runs)
}

fn list(
    call: &ExampleCall,
    program: &Path,
    profile: Profile,
    place: &Place,
) -> anyhow::Result<Listing> {
    let mut command = Command::new(program);
    command
        .args(with_profile(&call.args, profile))
        .args(["--list", "--format", "json"])
        .env_remove(REPLAY_VARIABLE);
    let limits = Limits { time: LIST_TIME, output: LIST_BYTES };
    let slug = &call.slug;
    let shown = call.shown();
    let fail = |why: String| {
        anyhow::Error::from(Problem::at(
            place,
            format!("`{shown}` doesn't say what it measures: {why}"),
            format!(
                "see `cargo run --release --example {slug} -- {}--list`",
                spaced(&call.args)
            ),
        ))
    };
    let outcome = child::run(&mut command, limits, Streams::default(), |_| {})
        .map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied => not_permitted(program, place),
            _ => fail(format!("it can't be started: {error}")),
        })?;
    if let Some(why) = outcome.fault()? {
        return Err(fail(why));
    }
    let listing: Listing = serde_json::from_slice(&outcome.stdout)
        .map_err(|error| fail(format!("its listing is damaged: {error}")))?;
    if listing.experiment != *slug {
        let other = &listing.experiment;
        return Err(fail(format!("it calls itself `{other}`")));
    }
    Ok(listing)
}

/// cargo makes its programs executable: the folder forbids it.
fn not_permitted(program: &Path, place: &Place) -> anyhow::Error {
    Problem::at(
        place,
        format!("the system doesn't let `{}` run", program.display()),
        "its disk may be mounted with `noexec`: set CARGO_TARGET_DIR to a \
         folder that programs may run from",
    )
    .into()
}

fn spaced(args: &[String]) -> String {
    args.iter().map(|arg| format!("{arg} ")).collect()
}

impl Run {
    /// The record, where it is of this run; else why not.
    pub(crate) fn fresh_record(&self) -> Result<Record, String> {
        let folder = self.record.parent().unwrap_or(Path::new(""));
        let record = self.wanted().load(folder)?;
        // RFC 3339 in UTC sorts as text.
        let now = humantime::format_rfc3339_seconds(SystemTime::now());
        match record.started > now.to_string() {
            true => Err("it is from the future: the clock was wrong".into()),
            false => Ok(record),
        }
    }

    /// The run that a record must be of.
    pub(crate) fn wanted(&self) -> Wanted<'_> {
        Wanted {
            experiment: &self.call.slug,
            profile: self.listing.profile,
            args: &self.listing.args,
            binary: &self.digest,
        }
    }

    /// How long the measurement is expected to take.
    pub(crate) fn budget(&self) -> Duration {
        // A hostile listing may say anything.
        Duration::try_from_secs_f64(self.listing.budget_s).unwrap_or_default()
    }

    /// Whether this is the run without options, the one that facts, claims
    /// and the status page quote.
    pub(crate) fn is_standard(&self, profile: Profile) -> bool {
        self.listing.args.is_empty() && self.listing.profile == profile
    }
}
