//! Stands in for mdBook 0.4, of which mdbook-cmdrun's library names five types.
//!
//! mdbook-cmdrun 0.7 asks for mdBook 0.4, and the builder renders with 0.5: of
//! the old one it only runs `CmdRun::run_cmdrun`, which takes and gives plain
//! text. Compiling the whole of mdBook 0.4 for that took more than half of a
//! first build. So `[patch.crates-io]` puts this package in its place, until
//! mdbook-cmdrun speaks 0.5; then delete it. Names and shapes are mdBook's
//! interface, which has to be met; nothing else is taken from it.

/// What a book consists of.
pub mod book {
    use std::path::PathBuf;

    /// The parts of a book, in order.
    #[derive(Debug)]
    pub struct Book {
        /// The outermost level.
        pub sections: Vec<BookItem>,
    }

    /// One entry of a book's summary.
    #[derive(Debug)]
    pub enum BookItem {
        /// A page.
        Chapter(Chapter),
        /// A line between pages.
        Separator,
        /// A heading over the pages after it.
        PartTitle(String),
    }

    /// A page and those below it.
    #[derive(Debug)]
    pub struct Chapter {
        /// Its Markdown.
        pub content: String,
        /// Its file, relative to the summary; a draft has none.
        pub path: Option<PathBuf>,
        /// The pages below it.
        pub sub_items: Vec<BookItem>,
    }
}

/// What changes a book before it is rendered.
pub mod preprocess {
    use crate::book::Book;

    /// What a preprocessor is told about the run. mdbook-cmdrun reads none.
    #[derive(Debug)]
    pub struct PreprocessorContext {
        _private: (),
    }

    /// A step between the chapters' files and the renderer.
    pub trait Preprocessor {
        /// What the book's configuration calls it.
        fn name(&self) -> &str;

        /// Gives the changed book.
        ///
        /// # Errors
        ///
        /// What stopped the step.
        fn run(
            &self,
            context: &PreprocessorContext,
            book: Book,
        ) -> anyhow::Result<Book>;

        /// Whether `renderer` can show what comes out.
        fn supports_renderer(&self, renderer: &str) -> bool;
    }
}
