//! What any program needs of the system it runs on: processes, files, locks,
//! a terminal, and words for what went wrong.

pub(crate) mod bound;
pub(crate) mod child;
pub(crate) mod console;
pub(crate) mod disk;
pub(crate) mod exchange;
pub(crate) mod files;
pub(crate) mod group;
pub(crate) mod holder;
pub(crate) mod interrupt;
pub(crate) mod line;
pub(crate) mod lock;
pub(crate) mod pipes;
pub(crate) mod problem;
pub(crate) mod strays;
pub(crate) mod suggestion;
pub(crate) mod terminal;
pub(crate) mod text;
pub(crate) mod warnings;
