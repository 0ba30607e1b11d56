//! Named values of the rows, for the prose.

use measure::{Fact, Missing, Record, Rounds};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::extra(
        "leaked_work_after_error_s",
        IN_ORDER,
        AFTER_TOLD_S,
        "joined one by one: work after the caller had the error",
    ),
    Fact::median(
        "structured_stop_after_error_ms",
        REPEAT,
        "JoinSet: from the error to the last work, worst of 20 runs",
    ),
    Fact::median(
        "cancelled_cleaned_up",
        CROWD_TOKEN,
        "token: tasks that were cancelled and cleaned up",
    ),
    Fact::extra("cancelled", CROWD_TOKEN, CANCELLED, "token: cancelled"),
    Fact::extra("aborted", CROWD_ABORT, CANCELLED, "abort: cancelled"),
    Fact::median("aborted_cleaned_up", CROWD_ABORT, "abort: clean-ups"),
    Fact::extra("leaked_steps", IN_ORDER, STEPS_AFTER_TOLD, "after the error"),
    Fact::extra("a_ends_s", IN_ORDER, "a_end_s", "fetch a ends"),
    Fact::extra("b_fails_s", IN_ORDER, FAILED_S, "fetch b fails"),
    Fact::extra("c_ends_s", IN_ORDER, "c_end_s", "fetch c, left alone, ends"),
    Fact::extra("told_in_order_s", IN_ORDER, TOLD_S, "the error arrives"),
    Fact::extra("told_late_s", SLOWEST_FIRST, TOLD_S, "slowest joined first"),
    Fact::extra("told_structured_s", SHUTDOWN, TOLD_S, "JoinSet"),
    Fact::extra("scope_told_s", SCOPE_WAITS, TOLD_S, "it leaves a scope"),
    Fact::extra("scope_flag_told_s", SCOPE_FLAG, TOLD_S, "with a stop flag"),
    Fact::median("errors_first", ERRORS_FIRST, "failures of try_join!"),
    Fact::median("errors_all", ERRORS_ALL, "failures of a joined set"),
    Fact::extra("select_sent", SELECT_LOSSY, SENT, "messages sent"),
    Fact::rounds("select_lost", "", "messages the loop lost", |r| {
        lost(r, SELECT_LOSSY)
    }),
    Fact::rounds("select_mended_lost", "", "lost once mended", |r| {
        lost(r, SELECT_MENDED)
    }),
    Fact::median("blocking_after_abort_s", BLOCKING_ABORT, "work after abort"),
    Fact::extra("drop_waits_s", BLOCKING_DROP, CALL_S, "dropping the runtime"),
    Fact::extra("shutdown_timeout_s", BLOCKING_TIMEOUT, CALL_S, "its call"),
    Fact::extra("after_shutdown_s", BLOCKING_TIMEOUT, AFTER_CALL_S, "work"),
];

/// Messages that were sent to row `id` and did not arrive.
pub(crate) fn lost(record: &Record, id: &str) -> Result<Rounds, Missing> {
    Ok(record.extra_rounds(id, SENT)?.minus(&record.rounds(id)?))
}
