//! `cargo book measure`: measures what is stale, without building.

use std::time::SystemTime;

use measure::{provenance, show};

use crate::chapter::plan;
use crate::commands::cli::Options;
use crate::commands::failure::Usage;
use crate::commands::setup::session;
use crate::system::console::print;
use crate::system::suggestion::suggestion;

/// Measures those of `slugs` that are stale; without any, all of the book.
pub(crate) fn run(options: &Options, slugs: &[String]) -> anyhow::Result<()> {
    let session = session(options)?;
    let mut prepared = session.prepare_alone()?;
    let calls: Vec<&str> =
        prepared.runs.iter().map(|run| run.call.slug.as_str()).collect();
    for slug in slugs {
        if !calls.contains(&slug.as_str()) {
            return Err(Usage(format!(
                "no chapter uses an experiment `{slug}`\n    next: {}",
                suggestion(slug, plan::unique(&calls))
            ))
            .into());
        }
    }
    let wanted = |slug: &String| slugs.is_empty() || slugs.contains(slug);
    prepared.runs.retain(|run| wanted(&run.call.slug));
    session.measure(&prepared.runs)?;
    session.timings.borrow_mut().end();
    let now = SystemTime::now();
    let mut text = String::new();
    for run in &prepared.runs {
        if let Ok(record) = run.fresh_record() {
            text.push_str(&format!(
                "{}: measured {}\n    {}\n",
                run.call.slug,
                show::age(record.age(now)),
                provenance::command(&record),
            ));
        }
    }
    print(&text)
}
