//! The book that is tried, and a server for it.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::Context as _;

use crate::http::{self, Answer};

/// A built book and where it is served.
pub(crate) struct Book {
    folder: PathBuf,
    /// Where the book is served, without a slash at the end.
    pub(crate) address: String,
}

impl Book {
    /// The folder of the built book, if there is one.
    pub(crate) fn folder() -> Option<PathBuf> {
        let folder = env::var_os("BOOK_DIR").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book"),
            PathBuf::from,
        );
        folder.join("index.html").is_file().then_some(folder)
    }

    /// Serves the book to this machine until the process ends.
    pub(crate) fn serve(folder: PathBuf) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .context("can't listen on a free port of this machine")?;
        let address = format!("http://{}", listener.local_addr()?);
        let served = folder.clone();
        http::serve(listener, move |path| Answer::file(&served, path, ""));
        Ok(Self { folder, address })
    }

    /// The names of all pages but the one with everything on it and the
    /// table of contents, which is a frame of pages without JavaScript.
    pub(crate) fn pages(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let special = ["print.html", "toc.html"].contains(&&*name);
            if name.ends_with(".html") && !special {
                names.push(name);
            }
        }
        names.sort();
        anyhow::ensure!(
            names.len() > 5,
            "only {} pages in `{}`: type `cargo book --quick`",
            names.len(),
            self.folder.display()
        );
        Ok(names)
    }

    /// The source text of a page.
    pub(crate) fn source(&self, name: &str) -> anyhow::Result<String> {
        let path = self.folder.join(name);
        fs::read_to_string(&path)
            .with_context(|| format!("can't read `{}`", path.display()))
    }
}
