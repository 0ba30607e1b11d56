//! The stock `mdbook build`: a book comes in on standard input and leaves,
//! filled in, on standard output.

use std::io;

use anyhow::Context as _;

use crate::chapter::project::Project;
use crate::commands::cli::Options;
use crate::commands::setup::settings;
use crate::steps::session::Session;
use crate::system::console::print;

/// Answers mdBook's request.
pub(crate) fn preprocess(options: &Options) -> anyhow::Result<()> {
    let (context, book) = mdbook_preprocessor::parse_input(io::stdin().lock())
        .context(
            "no book came in on standard input\n    next: type `cargo book`; \
             this subcommand is what `mdbook build` calls",
        )?;
    let project = Project::new(context.root, context.config)?;
    let mut settings = settings(options);
    if let Some(profile) = project.profile()? {
        settings.profile = profile;
    }
    let book = Session::new(project, settings).fill(book)?;
    print(&serde_json::to_string(&book)?)
}
