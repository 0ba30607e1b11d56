//! Names of the rows and of their further values.

pub const IN_ORDER: &str = "joined/in_order";
pub const SLOWEST_FIRST: &str = "joined/slowest_first";
pub const TRY_JOIN_SPAWNED: &str = "try_join/spawned";
pub const TRY_JOIN_FUTURES: &str = "try_join/futures";
pub const SHUTDOWN: &str = "join_set/shutdown";
pub const DROPPED: &str = "join_set/dropped";
pub const TOKEN: &str = "token";
pub const TRACKER: &str = "tracker";
pub const TIMEOUT: &str = "timeout";
pub const PANIC: &str = "panic";
pub const SCOPE_FLAG: &str = "scope/flag";
pub const SCOPE_WAITS: &str = "scope/waits";
pub const REPEAT: &str = "repeat";
pub const CROWD_TOKEN: &str = "crowd/token";
pub const CROWD_ABORT: &str = "crowd/abort";
pub const ERRORS_FIRST: &str = "errors/first";
pub const ERRORS_ALL: &str = "errors/all";
pub const BLOCKING_ABORT: &str = "blocking/abort";
pub const BLOCKING_DROP: &str = "blocking/drop";
pub const BLOCKING_TIMEOUT: &str = "blocking/timeout";
pub const BLOCKING_BACKGROUND: &str = "blocking/background";
pub const SELECT_LOSSY: &str = "select/lossy";
pub const SELECT_MENDED: &str = "select/mended";

/// The caller has the error.
pub const TOLD_S: &str = "told_s";
/// The first of the work failed.
pub const FAILED_S: &str = "failed_s";
/// Work after the caller had the error.
pub const AFTER_TOLD_S: &str = "after_told_s";
pub const STEPS_AFTER_TOLD: &str = "steps_after_told";
pub const STOPPED_AFTER_MS: &str = "stopped_after_ms";
/// Tasks that were cancelled, by the note of their own `Drop`.
pub const CANCELLED: &str = "cancelled";
/// Clean-ups that came to their end.
pub const CLEANED: &str = "cleaned";
pub const RUNS: &str = "runs";
pub const TASKS: &str = "tasks";
/// What ended the blocking work took so long.
pub const CALL_S: &str = "call_s";
pub const AFTER_CALL_S: &str = "after_call_s";
pub const DONE: &str = "done";
pub const SENT: &str = "sent";
pub const INTERRUPTED: &str = "interrupted";

/// The value that says how fetch `name` ended.
pub fn how(name: char) -> String {
    format!("{name}_how")
}

/// The value that says when fetch `name` ended, in seconds.
pub fn end_s(name: char) -> String {
    format!("{name}_end_s")
}
