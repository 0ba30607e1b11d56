//! What the book's author wrote: the folder, the chapters and what their
//! markers ask for.

mod beside;
pub(crate) mod call;
pub(crate) mod conditional;
pub(crate) mod directive;
pub(crate) mod includes;
pub(crate) mod invocation;
pub(crate) mod name;
mod origin;
mod part;
pub(crate) mod plan;
pub(crate) mod project;
pub(crate) mod scan;
pub(crate) mod sections;
mod settings;
pub(crate) mod summary;
pub(crate) mod targets;
pub(crate) mod words;
