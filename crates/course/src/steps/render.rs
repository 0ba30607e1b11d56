//! Renders into a new folder and swaps it in whole.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use mdbook_driver::book::Book;
use mdbook_html::HtmlHandlebars;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use mdbook_renderer::{RenderContext, Renderer};

use crate::chapter::sections::PREPROCESSOR;
use crate::steps::front;
use crate::steps::links;
use crate::steps::readable::copied_without_dangling;
use crate::steps::session::Session;
use crate::steps::staging::{Staging, refuse_foreign};
use crate::steps::timings::BuildStep;
use crate::system::console::Console;
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

/// mdBook's renderer, given sources that can all be read.
struct Pages {
    html: HtmlHandlebars,
    console: Console,
    /// For a copy of the sources.
    copy: PathBuf,
}

impl Renderer for Pages {
    fn name(&self) -> &str {
        self.html.name()
    }

    fn render(&self, context: &RenderContext) -> anyhow::Result<()> {
        let source = context.source_dir();
        let dangling = copied_without_dangling(&source, &self.copy)?;
        if dangling.is_empty() {
            return self.html.render(context);
        }
        for link in dangling {
            self.console.say(&format!(
                "note: `{}` is a link that leads nowhere, and is left out of \
                 the book",
                context.config.book.src.join(link).display()
            ));
        }
        let mut context = context.clone();
        context.config.book.src = self.copy.clone();
        self.html.render(&context)
    }
}

/// Builds the book into `destination`, which keeps its last good book if
/// anything fails.
pub(crate) fn build(
    session: &Rc<Session>,
    destination: &Path,
) -> anyhow::Result<()> {
    session.begin(BuildStep::Plan, "reading the chapters");
    refuse_foreign(destination)?;
    let mut staging = Staging::beside(destination)
        .map_err(|error| unwritable(destination, &error.to_string()))?;
    let mut mdbook = session.load(staging.folder.clone())?;
    mdbook.with_preprocessor(Filler(Rc::clone(session)));
    let pages = Pages {
        html: HtmlHandlebars::new(),
        console: session.console(),
        copy: staging.aside("src"),
    };
    mdbook
        .execute_build_process(&pages)
        .map_err(|error| explained(error, destination))?;
    let rendered = mdbook.build_dir_for("html");
    session.begin(BuildStep::Check, "links and leftovers");
    let chapters = session.chapters.borrow();
    let language = session.project.config.book.language.as_deref();
    front::lead_to_first(&rendered, &chapters, language.unwrap_or("en"))
        .map_err(|error| unwritable(destination, &error.to_string()))?;
    let project = &session.project;
    Problems::check(links::problems(&rendered, project, &chapters)?)?;
    interrupt::check()?;
    staging.swap_in(&rendered, destination).map_err(|error| match error
        .downcast::<io::Error>(
    ) {
        Ok(error) => unwritable(destination, &error.to_string()).into(),
        Err(error) => error,
    })?;
    session.timings.borrow_mut().end();
    Ok(())
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
    let cause = error.chain().find_map(|e| e.downcast_ref::<io::Error>());
    match cause.is_some_and(is_of_the_disk) {
        true => unwritable(destination, &full),
        false => Problem::new(
            format!("mdBook can't render the book: {full}"),
            "mend what it names and type the command again",
        ),
    }
    .into()
}

/// Whether only writing can end so.
fn is_of_the_disk(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge
            | io::ErrorKind::ReadOnlyFilesystem
    )
}

fn unwritable(destination: &Path, why: &str) -> Problem {
    Problem::new(
        format!("can't write the book to `{}`: {why}", destination.display()),
        "make room, or the folder writable, or name another with --dest-dir",
    )
}
