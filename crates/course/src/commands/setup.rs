//! What every command begins with: the project, the settings, the folder of
//! the book.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::chapter::project::Project;
use crate::commands::cli::Options;
use crate::commands::failure::Usage;
use crate::records::settings::Settings;
use crate::steps::session::Session;
use crate::system::console::Console;

/// The project that the current folder lies in.
pub(crate) fn here() -> anyhow::Result<Project> {
    let folder = std::env::current_dir().context(
        "can't find the current folder\n    next: go to the book's folder",
    )?;
    Project::find(&folder)
}

pub(crate) fn settings(options: &Options) -> Settings {
    Settings {
        profile: options.profile(),
        again: options.fresh,
        timeout: options.timeout(),
        console: Console::new(options.quiet),
    }
}

pub(crate) fn session(options: &Options) -> anyhow::Result<Session> {
    Ok(Session::new(here()?, settings(options)))
}

/// Where the book goes: absolute, so that it means the same to everybody.
pub(crate) fn destination(
    options: &Options,
    project: &Project,
) -> anyhow::Result<PathBuf> {
    let folder = match &options.dest_dir {
        Some(folder) => folder.clone(),
        None => project.destination(),
    };
    let absolute = std::path::absolute(&folder)
        .with_context(|| format!("`{}` is no folder", folder.display()))?;
    if project.root.starts_with(&absolute)
        || absolute.starts_with(project.source())
    {
        return Err(Usage(format!(
            "the book can't be built into `{}`, which holds its sources or is \
             one of them\n    next: name another folder with --dest-dir",
            absolute.display()
        ))
        .into());
    }
    Ok(absolute)
}
