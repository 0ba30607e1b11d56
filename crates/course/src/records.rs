//! The measurements behind the book: the programs, what they would measure,
//! what they measured.

pub(crate) mod compiling;
pub(crate) mod digest;
pub(crate) mod kept;
pub(crate) mod measuring;
pub(crate) mod results;
pub(crate) mod runs;
pub(crate) mod settings;
pub(crate) mod taking;
pub(crate) mod toolchain;
pub(crate) mod unknown;
