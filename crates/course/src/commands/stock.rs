//! The stock `mdbook build`: a book comes in on standard input and leaves,
//! filled in, on standard output.

use std::io::{self, Read as _};

use anyhow::Context as _;

use crate::chapter::project::Project;
use crate::commands::cli::Options;
use crate::commands::setup::settings;
use crate::steps::session::Session;
use crate::system::console::print;
use crate::system::problem::Problem;

/// Answers mdBook's request.
pub(crate) fn preprocess(options: &Options) -> anyhow::Result<()> {
    let mut request = String::new();
    io::stdin().lock().read_to_string(&mut request).context(
        "can't read the book from standard input\n    next: type `cargo book`",
    )?;
    let (context, book) = mdbook_preprocessor::parse_input(request.as_bytes())
        .map_err(|error| not_understood(&request, &error))?;
    let project = Project::new(context.root, context.config)?;
    let mut settings = settings(options);
    if let Some(profile) = project.profile {
        settings.profile = profile;
    }
    let book = Session::new(project, settings).fill(book)?;
    print(&serde_json::to_string(&book)?)
}

/// Says who speaks another protocol, where that is what happened.
fn not_understood(request: &str, error: &anyhow::Error) -> Problem {
    let request: serde_json::Value =
        serde_json::from_str(request).unwrap_or_default();
    let theirs = request[0]["mdbook_version"].as_str().unwrap_or_default();
    let ours = mdbook_preprocessor::MDBOOK_VERSION;
    let is_other = !theirs.is_empty() && line(theirs) != line(ours);
    if is_other {
        return Problem::new(
            format!("mdBook {theirs} speaks another protocol than {ours}"),
            format!(
                "type `cargo book`, or `cargo install mdbook --version {ours}`"
            ),
        );
    }
    Problem::new(
        format!("no book came in on standard input: {error:#}"),
        "type `cargo book`; this subcommand is what `mdbook build` calls",
    )
}

/// `0.5` of `0.5.4`: all of them speak the same.
fn line(version: &str) -> &str {
    version.rsplit_once('.').map_or(version, |(line, _)| line)
}
