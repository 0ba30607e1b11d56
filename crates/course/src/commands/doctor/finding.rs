//! What the doctor found.

/// A finding.
pub(crate) struct Finding {
    pub(crate) what: String,
    pub(crate) grade: Grade,
}

pub(crate) enum Grade {
    Good,
    /// Something can't be shown: what that means, and the mend.
    Limited(&'static str, &'static str),
    /// The book can't be built: why, and the mend.
    Bad(&'static str, &'static str),
}

pub(crate) fn finding(
    what: impl Into<String>,
    good: bool,
    means: &'static str,
    mend: &'static str,
) -> Finding {
    let grade = if good { Grade::Good } else { Grade::Limited(means, mend) };
    Finding { what: what.into(), grade }
}
