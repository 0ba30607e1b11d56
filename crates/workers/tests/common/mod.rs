//! What the process tests share: the fixture as a pool.

use workers::ProcessPool;
use workers::process::Builder;

#[path = "../fixture/job.rs"]
mod job;
pub(crate) use job::Job;

pub(crate) type Pool = ProcessPool<Job, u64>;

pub(crate) const FIXTURE: &str = env!("CARGO_BIN_EXE_worker_fixture");

pub(crate) fn pool() -> Builder<Job, u64> {
    Pool::builder().program(FIXTURE)
}
