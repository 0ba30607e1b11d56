//! The steps from a folder of chapters to a rendered and checked book.

pub(crate) mod address;
pub(crate) mod front;
pub(crate) mod links;
pub(crate) mod readable;
pub(crate) mod render;
pub(crate) mod rendered;
pub(crate) mod session;
pub(crate) mod staging;
pub(crate) mod timings;
