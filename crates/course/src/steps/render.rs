//! Renders into a new folder and swaps it in whole.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use mdbook_driver::book::Book;
use mdbook_html::HtmlHandlebars;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::chapter::project::PREPROCESSOR;
use crate::steps::links;
use crate::steps::session::Session;
use crate::steps::staging::{Staging, refuse_foreign};
use crate::system::interrupt;
use crate::system::interrupt::Interrupted;
use crate::system::problem::{Problem, Problems};

/// Stands in for the command that `book.toml` names for the stock mdBook.
struct Filler(Rc<Session>);

impl Preprocessor for Filler {
    fn name(&self) -> &str {
        PREPROCESSOR
    }

    fn run(&self, _: &PreprocessorContext, book: Book) -> anyhow::Result<Book> {
        self.0.fill(book)
    }
}

/// Builds the book into `destination`, which keeps its last good book if
/// anything fails.
pub(crate) fn build(
    session: &Rc<Session>,
    destination: &Path,
) -> anyhow::Result<()> {
    let mut clock = Instant::now();
    refuse_foreign(destination)?;
    let staging = Staging::beside(destination)
        .map_err(|error| unwritable(destination, &error))?;
    let mut mdbook = session.load(staging.folder.clone())?;
    mdbook.with_preprocessor(Filler(Rc::clone(session)));
    session.timings.borrow_mut().add("plan", &mut clock);
    let before = session.timings.borrow().others("render");
    mdbook
        .execute_build_process(&HtmlHandlebars::new())
        .map_err(|error| explained(error, destination))?;
    let mut timings = session.timings.borrow_mut();
    // The other steps ran within the renderer's time.
    let within = timings.others("render") - before;
    timings.set("render", clock.elapsed().saturating_sub(within));
    clock = Instant::now();
    let rendered = mdbook.build_dir_for("html");
    Problems::check(links::problems(&rendered, &session.project)?)?;
    timings.add("check", &mut clock);
    interrupt::check()?;
    staging.swap_in(&rendered, destination).map_err(|error| {
        match error.downcast::<io::Error>() {
            Ok(error) => unwritable(destination, &error).into(),
            Err(error) => error,
        }
    })
}

/// Names the next step where mdBook's own words don't.
fn explained(error: anyhow::Error, destination: &Path) -> anyhow::Error {
    if error.is::<Problem>()
        || error.is::<Problems>()
        || error.is::<Interrupted>()
    {
        return error;
    }
    let full = format!("{error:#}");
    match error.chain().any(|cause| cause.is::<io::Error>()) {
        true => unwritable(destination, &io::Error::other(full)),
        false => Problem::new(
            format!("mdBook can't render the book: {full}"),
            "mend what it names and type the command again",
        ),
    }
    .into()
}

fn unwritable(destination: &Path, error: &io::Error) -> Problem {
    Problem::new(
        format!("can't write the book to `{}`: {error}", destination.display()),
        "make room, or the folder writable, or name another with --dest-dir",
    )
}
