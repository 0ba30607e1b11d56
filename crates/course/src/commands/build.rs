//! `cargo book build`: measures what is stale and builds the book.

use std::rc::Rc;

use crate::commands::cli::Options;
use crate::commands::failure::Refuted;
use crate::commands::setup::{destination, session};
use crate::steps::render;
use crate::system::problem::Problem;

/// Builds the book, says what held, and shows it if asked to.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let session = Rc::new(session(options)?);
    let destination = destination(options, &session.project)?;
    render::build(&session, &destination)?;
    let console = session.console();
    if options.timings {
        console.warn(session.timings.borrow().table().trim_end());
    }
    let totals = session.totals.get();
    let index = destination.join("index.html");
    console.say(&format!(
        "{} claims held here, {} did not, {} can't be told\n{}",
        totals.holds,
        totals.fails,
        totals.untestable,
        index.display()
    ));
    if options.open {
        opener::open(&index).map_err(|error| {
            Problem::new(
                format!("can't open the browser: {error}"),
                format!("open `{}` yourself", index.display()),
            )
        })?;
    }
    if options.strict && totals.fails > 0 {
        return Err(Refuted(totals.fails).into());
    }
    Ok(())
}
