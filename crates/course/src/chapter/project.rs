//! The folder that holds the book, and its settings.

use std::fs;
use std::path::{Path, PathBuf};

use mdbook_driver::config::{Config, HtmlConfig};
use measure::Profile;

use crate::chapter::sections::{PREPROCESSOR, Wishes};
use crate::chapter::settings::{self, FILE};
use crate::system::problem::Problem;

/// The folder that holds `book.toml`, and what stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    /// The folder, absolute.
    pub(crate) root: PathBuf,
    /// The settings.
    pub(crate) config: Config,
    /// Commands besides the examples that chapters may run.
    pub(crate) allowed: Vec<String>,
    /// The size of the run that is asked for there.
    pub(crate) profile: Option<Profile>,
}

impl Project {
    /// The project that `start` lies in.
    pub(crate) fn find(start: &Path) -> anyhow::Result<Self> {
        let root = start
            .ancestors()
            .find(|folder| folder.join(FILE).is_file())
            .ok_or_else(|| {
                Problem::new(
                    format!(
                        "no {FILE} in `{}` or a folder above it",
                        start.display()
                    ),
                    "go to the book's folder and type the command again",
                )
            })?;
        let text = fs::read_to_string(root.join(FILE)).map_err(|error| {
            Problem::new(
                format!("can't read `{FILE}`: {error}"),
                "mend the file and type the command again",
            )
        })?;
        let (config, wishes) =
            settings::read(&text, root, std::env::vars_os())?;
        Ok(Self::with(root.to_owned(), config, wishes))
    }

    /// The project as mdBook describes it to a preprocessor.
    pub(crate) fn new(root: PathBuf, config: Config) -> anyhow::Result<Self> {
        let unusable = |error: anyhow::Error| {
            Problem::new(
                format!("can't use `{FILE}`: {error:#}"),
                "mend the file and type the command again",
            )
        };
        // mdBook would only log it, and drop the whole section.
        config.get::<HtmlConfig>("output.html").map_err(unusable)?;
        let wishes: Option<Wishes> = config
            .get(&format!("preprocessor.{PREPROCESSOR}"))
            .map_err(unusable)?;
        Ok(Self::with(root, config, wishes.unwrap_or_default()))
    }

    fn with(root: PathBuf, mut config: Config, wishes: Wishes) -> Self {
        // Otherwise mdBook writes files for chapters it does not find.
        config.build.create_missing = false;
        let Wishes { allow, profile, .. } = wishes;
        Self { root, config, allowed: allow, profile }
    }

    /// The folder of the chapters.
    pub(crate) fn source(&self) -> PathBuf {
        self.root.join(&self.config.book.src)
    }

    /// A chapter's file as messages show it.
    pub(crate) fn shown(&self, chapter: &Path) -> String {
        let path = self.config.book.src.join(chapter);
        path.display().to_string().replace('\\', "/")
    }

    /// The folder that the book is built into.
    pub(crate) fn destination(&self) -> PathBuf {
        self.root.join(&self.config.build.build_dir)
    }
}
