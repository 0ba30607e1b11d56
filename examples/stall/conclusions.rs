//! The sentences that the rows decide.

use measure::Claim;

use crate::judges::{self, STALLED, at_least, below};

pub(crate) fn claims() -> Vec<Claim> {
    let claim = Claim::new;
    vec![
        claim(
            "handler_sees_nothing",
            "The handler takes the time it was told in all rows, within a \
             tenth, so a test of the handler can't see the stall.",
            judges::handler_sees_nothing,
        ),
        claim(
            "one_thread_stalls",
            "On one thread, a handler that sleeps or computes without an \
             await stops the heartbeat for all of its time.",
            |r| {
                let ids = ["one_thread/thread_sleep", "one_thread/compute"];
                at_least(
                    r,
                    &ids,
                    1.0,
                    "the ticks and the sleep read different clocks",
                )
            },
        ),
        claim(
            "one_thread_mended",
            "On one thread, awaiting, off-loading or yielding keeps the \
             largest gap under a tenth of the handler's time.",
            |r| {
                below(
                    r,
                    &[
                        "one_thread/async_sleep",
                        "one_thread/spawn_blocking",
                        "one_thread/compute_yield",
                    ],
                )
            },
        ),
        claim(
            "median_sees_nothing",
            "The median gap of the stalled heartbeat is less than twice that \
             of the undisturbed one.",
            judges::median_sees_nothing,
        ),
        claim(
            "one_blocker_hides",
            "On two workers, one blocker spawned from outside leaves the \
             largest gap under a tenth of the handler's time.",
            |r| {
                let ids = ["one_blocker/thread_sleep", "one_blocker/compute"];
                below(r, &ids)
            },
        ),
        claim(
            "two_blockers_stall",
            "On two workers, two blockers stop the heartbeat for 98 % of \
             their time or more.",
            |r| {
                let ids = ["two_blockers/thread_sleep", "two_blockers/compute"];
                at_least(
                    r,
                    &ids,
                    STALLED,
                    "the second worker started its blocker late",
                )
            },
        ),
        claim(
            "two_blockers_mended",
            "Two mended handlers keep the largest gap under a tenth of the \
             time that the blocking ones take.",
            |r| {
                below(
                    r,
                    &[
                        "two_blockers/async_sleep",
                        "two_blockers/spawn_blocking",
                        "two_blockers/block_in_place",
                        "two_blockers/compute_yield",
                    ],
                )
            },
        ),
        claim(
            "driver_stalls_alone",
            "One blocker is enough on two workers if the worker that waited \
             for events is the one that runs it.",
            |r| {
                at_least(
                    r,
                    &["from_driver/thread_sleep"],
                    STALLED,
                    "the other worker was awake and took the driver over, \
                     or this tokio hands it over",
                )
            },
        ),
        claim(
            "child_waits",
            "A task that spawns a child and then blocks delays that child by \
             98 % of the block or more, beside an idle worker.",
            |r| {
                let why = "this tokio lets other workers steal from the slot";
                at_least(r, &["child/blocked"], STALLED, why)
            },
        ),
        claim(
            "only_the_last_child_waits",
            "Of two children only the last is delayed: the first starts \
             within a tenth of the block.",
            judges::only_the_last_child_waits,
        ),
        claim(
            "child_cured",
            "Yielding first, `block_in_place` and `spawn_blocking` each let \
             the child start within a tenth of the block.",
            |r| {
                let ids = ["child/yield", "child/in_place", "child/elsewhere"];
                below(r, &ids)
            },
        ),
        claim(
            "pool_runs_out",
            "Behind as many long jobs as the blocking pool has threads, a \
             short job waits for 90 % of a long one or more.",
            judges::pool_runs_out,
        ),
        claim(
            "pool_is_silent",
            "While the short job waits for a thread of the pool, no gap of \
             the heartbeat reaches half of that wait.",
            judges::pool_is_silent,
        ),
        claim(
            "pool_limited",
            "Where the long jobs take turns, the short one starts within a \
             tenth of a long one's time.",
            judges::pool_limited,
        ),
        claim(
            "yields_are_cheap",
            "On one thread, yielding every 0.1 ms takes less than a tenth of \
             the loop's time.",
            judges::yields_are_cheap,
        ),
        claim(
            "yields_wake_the_idle",
            "Beside an idle worker, the same yields take at least three times \
             as large a share.",
            judges::yields_wake_the_idle,
        ),
        claim(
            "poll_timer_finds_it",
            "The poll timer reports the two blocking handlers once each, and \
             nothing else on one thread.",
            judges::poll_timer_finds_it,
        ),
        claim(
            "poll_timer_is_cheap",
            "The poll timer adds less than 100 ns to a poll.",
            judges::poll_timer_is_cheap,
        ),
        claim(
            "asleep_counts_as_busy",
            "The runtime counts all of a blocking sleep as busy time, and of \
             an awaited one less than a tenth.",
            judges::asleep_counts_as_busy,
        ),
    ]
}
