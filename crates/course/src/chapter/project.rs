//! The folder that holds the book, and its settings.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use mdbook_driver::config::Config;
use measure::Profile;

use crate::system::problem::Problem;

/// The name under which `book.toml` knows this builder.
pub(crate) const PREPROCESSOR: &str = "cmdrun";

/// The folder that holds `book.toml`, and what stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    /// The folder, absolute.
    pub(crate) root: PathBuf,
    /// The settings.
    pub(crate) config: Config,
    /// Commands besides the examples that chapters may run.
    pub(crate) allowed: Vec<String>,
}

impl Project {
    /// The project that `start` lies in.
    pub(crate) fn find(start: &Path) -> anyhow::Result<Self> {
        let root = start
            .ancestors()
            .find(|folder| folder.join("book.toml").is_file())
            .ok_or_else(|| {
                Problem::new(
                    format!(
                        "no book.toml in `{}` or a folder above it",
                        start.display()
                    ),
                    "go to the book's folder and type the command again",
                )
            })?;
        let file = root.join("book.toml");
        let mut config = Config::from_disk(&file)
            .map_err(|error| unreadable(&file, &error))?;
        config
            .update_from_env()
            .context("a variable MDBOOK_… of the environment is wrong")?;
        Self::new(root.to_owned(), config)
    }

    /// The project as mdBook describes it to a preprocessor.
    pub(crate) fn new(
        root: PathBuf,
        mut config: Config,
    ) -> anyhow::Result<Self> {
        // Otherwise mdBook writes files for chapters it does not find.
        config.build.create_missing = false;
        let allowed = config
            .get(&format!("preprocessor.{PREPROCESSOR}.allow"))
            .map_err(|error| unreadable(&root.join("book.toml"), &error))?
            .unwrap_or_default();
        Ok(Self { root, config, allowed })
    }

    /// The size of the run that `book.toml` asks for, if any: the stock
    /// `mdbook build` has no option for it.
    pub(crate) fn profile(&self) -> anyhow::Result<Option<Profile>> {
        self.config
            .get(&format!("preprocessor.{PREPROCESSOR}.profile"))
            .map_err(|error| {
                unreadable(&self.root.join("book.toml"), &error).into()
            })
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

fn unreadable(file: &Path, error: &anyhow::Error) -> Problem {
    Problem::new(
        format!("can't use `{}`: {error:#}", file.display()),
        "mend the file and type the command again",
    )
}
