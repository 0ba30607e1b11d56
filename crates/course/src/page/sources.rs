//! What all pieces are made of.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use measure::Profile;

use crate::chapter::plan::Plan;
use crate::chapter::project::Project;
use crate::page::refused::Compiler;
use crate::records::results::Results;
use crate::system::problem::Problem;

/// The book, its programs and its records.
pub(crate) struct Sources<'a> {
    pub(crate) project: &'a Project,
    pub(crate) plan: &'a Plan,
    pub(crate) programs: &'a BTreeMap<String, PathBuf>,
    /// The SHA-256 of each program.
    pub(crate) digests: &'a BTreeMap<String, String>,
    pub(crate) results: &'a Results,
    pub(crate) profile: Profile,
    pub(crate) seconds: u64,
    /// The compiler, where a chapter shows what it says.
    pub(crate) compiler: Option<Result<Compiler, Problem>>,
    /// The folder of the records.
    pub(crate) records: &'a Path,
}
