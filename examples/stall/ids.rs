//! Names of the rows and of their further values, as rows, facts and claims
//! use them.

pub const ONE_THREAD: &str = "one_thread";
pub const ONE_BLOCKER: &str = "one_blocker";
pub const TWO_BLOCKERS: &str = "two_blockers";
pub const FROM_DRIVER: &str = "from_driver";

/// The groups in which handlers run beside a heartbeat.
pub const STAGES: [&str; 4] =
    [ONE_THREAD, ONE_BLOCKER, TWO_BLOCKERS, FROM_DRIVER];

pub const ONE_SLEEP: &str = "one_thread/thread_sleep";
pub const ONE_ASYNC: &str = "one_thread/async_sleep";
pub const ONE_SPAWN: &str = "one_thread/spawn_blocking";
pub const ONE_IN_PLACE: &str = "one_thread/block_in_place";
pub const ONE_COMPUTE: &str = "one_thread/compute";
pub const ONE_YIELD: &str = "one_thread/compute_yield";
pub const BLOCKER_SLEEP: &str = "one_blocker/thread_sleep";
pub const BLOCKER_COMPUTE: &str = "one_blocker/compute";
pub const BLOCKER_YIELD: &str = "one_blocker/compute_yield";
pub const TWO_SLEEP: &str = "two_blockers/thread_sleep";
pub const TWO_ASYNC: &str = "two_blockers/async_sleep";
pub const TWO_SPAWN: &str = "two_blockers/spawn_blocking";
pub const TWO_IN_PLACE: &str = "two_blockers/block_in_place";
pub const TWO_COMPUTE: &str = "two_blockers/compute";
pub const TWO_YIELD: &str = "two_blockers/compute_yield";
pub const DRIVER_SLEEP: &str = "from_driver/thread_sleep";

pub const CHILD: &str = "child";
pub const CHILD_BLOCKED: &str = "child/blocked";
pub const CHILD_TWO: &str = "child/two";
/// The three cures.
pub const CHILD_CURED: [&str; 3] =
    ["child/yield", "child/in_place", "child/elsewhere"];

pub const POOL: &str = "pool";
pub const POOL_FREE: &str = "pool/free";
pub const POOL_FULL: &str = "pool/full";
pub const POOL_LIMITED: &str = "pool/limited";

pub const COST: &str = "cost";
pub const COST_BARE: &str = "cost/bare";
pub const COST_TIMED: &str = "cost/timed";
pub const COST_CLOCK: &str = "cost/clock";

/// How long a blocking handler blocks, and this row's handler takes.
pub const PAUSE_MS: &str = "pause_ms";
pub const TOLD_MS: &str = "told_ms";
/// How long it did take.
pub const HANDLER_MS: &str = "handler_ms";
pub const GAP_MEDIAN_MS: &str = "gap_median_ms";
pub const TICKS: &str = "ticks";
pub const SLOW_POLLS: &str = "slow_polls";
pub const BUSY_MS: &str = "busy_ms";
pub const PARKS: &str = "parks";
pub const YIELDS: &str = "yields";
pub const YIELD_SHARE: &str = "yield_share_percent";
pub const FIRST_MS: &str = "first_ms";
/// How long a long job takes, and the largest gap meanwhile.
pub const HOLD_MS: &str = "hold_ms";
pub const GAP_MS: &str = "gap_ms";
