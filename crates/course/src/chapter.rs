//! What the book's author wrote: the folder, the chapters and what their
//! markers ask for.

pub(crate) mod call;
pub(crate) mod conditional;
pub(crate) mod directive;
pub(crate) mod includes;
pub(crate) mod invocation;
pub(crate) mod name;
pub(crate) mod plan;
pub(crate) mod project;
pub(crate) mod scan;
