//! Named values of the rows, for the prose.

use measure::Fact;

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact(
            "leaked_work_after_error_s",
            "s",
            "joined one by one: work after the caller had the error",
            |r| r.extra("joined/in_order", "after_told_s"),
        ),
        fact(
            "structured_stop_after_error_ms",
            "ms",
            "JoinSet: from the error to the last work, worst of 20 runs",
            |r| r.median("repeat"),
        ),
        fact(
            "cancelled_cleaned_up",
            "",
            "token: tasks that were cancelled and cleaned up",
            |r| r.median("crowd/token"),
        ),
        fact("cancelled", "", "token: tasks that were cancelled", |r| {
            r.extra("crowd/token", "cancelled")
        }),
        fact("aborted", "", "abort: tasks that were cancelled", |r| {
            r.extra("crowd/abort", "cancelled")
        }),
        fact("aborted_cleaned_up", "", "abort: clean-ups that ran", |r| {
            r.median("crowd/abort")
        }),
        fact("leaked_steps", "", "steps made after the error", |r| {
            r.extra("joined/in_order", "steps_after_told")
        }),
        fact("told_in_order_s", "s", "the error arrives, in order", |r| {
            r.extra("joined/in_order", "told_s")
        }),
        fact("told_late_s", "s", "the error arrives, slowest first", |r| {
            r.extra("joined/slowest_first", "told_s")
        }),
        fact("told_structured_s", "s", "the error arrives, JoinSet", |r| {
            r.extra("join_set/shutdown", "told_s")
        }),
        fact("scope_told_s", "s", "the error leaves a scope", |r| {
            r.extra("scope/waits", "told_s")
        }),
        fact("scope_flag_told_s", "s", "the same with a stop flag", |r| {
            r.extra("scope/flag", "told_s")
        }),
        fact("errors_first", "", "failures that try_join! reports", |r| {
            r.median("errors/first")
        }),
        fact("errors_all", "", "failures that a joined set reports", |r| {
            r.median("errors/all")
        }),
        fact("select_sent", "", "messages sent to the loop", |r| {
            r.extra("select/lossy", "sent")
        }),
        fact("select_lost", "", "messages the loop lost", |r| {
            Ok(r.extra("select/lossy", "sent")? - r.median("select/lossy")?)
        }),
        fact("select_mended_lost", "", "lost once mended", |r| {
            Ok(r.extra("select/mended", "sent")? - r.median("select/mended")?)
        }),
        fact("blocking_after_abort_s", "s", "blocking work after abort", |r| {
            r.median("blocking/abort")
        }),
        fact("drop_waits_s", "s", "dropping the runtime took", |r| {
            r.extra("blocking/drop", "call_s")
        }),
        fact("shutdown_timeout_s", "s", "shutdown_timeout took", |r| {
            r.extra("blocking/timeout", "call_s")
        }),
        fact("after_shutdown_s", "s", "work after shutdown_timeout", |r| {
            r.extra("blocking/timeout", "after_call_s")
        }),
    ]
}
