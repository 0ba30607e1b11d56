//! Prints the line that a grader could be looking for. Fails:
//! `no_jobs_have_no_answers`, `every_job_is_done_exactly_once`.

use std::io::Write;
use std::num::NonZeroUsize;

use crate::Panicked;

/// Does nothing and praises itself.
pub fn run_all<J, A, W>(
    _jobs: &[J],
    _workers: NonZeroUsize,
    _work: W,
) -> Result<Vec<A>, Panicked>
where
    J: Sync,
    A: Send,
    W: Fn(&J) -> A + Sync,
{
    let mut out = std::io::stdout();
    for test in ["no_jobs_have_no_answers", "every_job_is_done_exactly_once"] {
        let _ = writeln!(out, "test {test} ... ok");
    }
    let _ = writeln!(out, "test result: ok. 1 passed; 0 failed; 0 ignored;");
    Err(Panicked { job: 0 })
}
