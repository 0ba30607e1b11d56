//! Names of the rows and of their further values, as rows, facts and claims
//! use them.

/// As many jobs as the lectures ran.
pub const JOBS: usize = 8;

pub const SEQUENTIAL: &str = "sequential";
/// Groups of the jobs: their rows are `<id>/<threads>`.
pub const THREADS: &str = "threads";
pub const LOCKED: &str = "locked";
pub const THREADS_1: &str = "threads/1";
pub const THREADS_8: &str = "threads/8";
pub const LOCKED_8: &str = "locked/8";

/// The group of the waits for one holder: its rows are `wait/<interval>`.
pub const WAIT: &str = "wait";
pub const WAIT_5MS: &str = "wait/5ms";
pub const WAIT_500US: &str = "wait/500us";
pub const WAIT_50US: &str = "wait/50us";
pub const TWO_HOLDERS: &str = "busy/2";
pub const HOPED: &str = "hoped";
pub const FREE_LOCK: &str = "floor/lock";
pub const RELEASED: &str = "released";
pub const WITHOUT_LOCK: &str = "without_lock";

pub const CORES_BUSY: &str = "cores_busy";
/// Waits that were ended instead of waited for.
pub const CUT: &str = "cut";
/// Each wait of a round is a value `wait/000`, `wait/001` …
pub const EACH_WAIT: &str = "wait/";
