//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Rounds, show};

use crate::ids::*;
use crate::judges::{
    self, CORE_TAKEN, MENDED, STALLED, mended, share, stalled, with_none_before,
};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "handler_sees_nothing",
        "The handler takes the time it was told in all rows, within a fifth, \
         so a test of the handler can't see the stall.",
        judges::handler_sees_nothing,
    ),
    Claim::new(
        "one_thread_stalls",
        "On one thread, a handler that sleeps or computes without an await \
         stops the heartbeat for four fifths of its time or more.",
        |r| {
            let why = "the ticks and the sleep read different clocks";
            Ok(stalled(r, &[ONE_SLEEP, ONE_COMPUTE])?.likely(why))
        },
    ),
    Claim::new(
        "one_thread_mended",
        "On one thread, awaiting, off-loading or yielding keeps the largest \
         gap under a third of the handler's time.",
        |r| mended(r, &[ONE_ASYNC, ONE_SPAWN, ONE_YIELD]),
    ),
    Claim::new(
        "median_sees_nothing",
        "The median gap of the stalled heartbeat is less than twice that of \
         the undisturbed one.",
        |r| {
            let median = |id| r.extra_rounds(id, GAP_MEDIAN_MS);
            let ratio = median(ONE_SLEEP)?.over(&median(ONE_ASYNC)?);
            let question = ratio.at_most(2.0).called("stalled ÷ undisturbed");
            Ok(Judgement::by_rounds(r, &question)
                .likely("another program had the core when the ticks were due"))
        },
    ),
    Claim::new(
        "one_blocker_hides",
        "On two workers, one blocker spawned from outside leaves the largest \
         gap under a third of the handler's time.",
        |r| mended(r, &[BLOCKER_SLEEP, BLOCKER_COMPUTE]),
    ),
    Claim::new(
        "two_blockers_stall",
        "On two workers, two blockers stop the heartbeat for four fifths of \
         their time or more.",
        |r| {
            let why = "the second worker started its blocker late";
            Ok(stalled(r, &[TWO_SLEEP, TWO_COMPUTE])?.likely(why))
        },
    ),
    Claim::new(
        "two_blockers_mended",
        "Two handlers that do not block keep the largest gap under a third of the time \
         that the blocking ones take.",
        |r| mended(r, &[TWO_ASYNC, TWO_SPAWN, TWO_IN_PLACE, TWO_YIELD]),
    ),
    Claim::new(
        "driver_stalls_alone",
        "One blocker is enough on two workers, for four fifths of its time \
         or more, if the worker that waited for events is the one that runs \
         it.",
        |r| {
            Ok(stalled(r, &[DRIVER_SLEEP])?.likely(
                "the other worker was awake and took the driver over, or \
                 this tokio hands it over",
            ))
        },
    ),
    Claim::new(
        "child_waits",
        "A task that spawns a child and then blocks delays that child by four \
         fifths of the block or more, beside an idle worker.",
        |r| {
            let why = "this tokio lets other workers steal from the slot";
            Ok(stalled(r, &[CHILD_BLOCKED])?.likely(why))
        },
    ),
    Claim::new(
        "only_the_last_child_waits",
        "Of two children only the last is delayed by four fifths of the block \
         or more: the first starts within a third of it.",
        |r| {
            let first = r.extra_rounds(CHILD_TWO, FIRST_MS)?;
            let first = first.over(&r.extra_rounds(CHILD_TWO, PAUSE_MS)?);
            let last = share(r, CHILD_TWO, PAUSE_MS)?;
            let both = first.at_most(MENDED).called("first ÷ block");
            let both = both.and(last.at_least(STALLED).called("last ÷ block"));
            Ok(Judgement::by_rounds(r, &both).likely(
                "the idle worker woke late, or this tokio steals from the \
                 slot",
            ))
        },
    ),
    Claim::new(
        "child_cured",
        "Yielding first, `block_in_place` and `spawn_blocking` each let the \
         child start within a third of the block.",
        |r| mended(r, &CHILD_CURED),
    ),
    Claim::new(
        "pool_runs_out",
        "Behind as many long jobs as the blocking pool has threads, a short \
         job waits for four fifths of a long one or more.",
        |r| {
            let waited = share(r, POOL_FULL, HOLD_MS)?.at_least(STALLED);
            Ok(Judgement::by_rounds(r, &waited.called("wait ÷ long job"))
                .seen(with_none_before(r)?)
                .likely("the short job was asked for late"))
        },
    ),
    Claim::new(
        "pool_is_silent",
        "While the short job waits for a thread of the pool, no gap of the \
         heartbeat reaches half of that wait.",
        |r| {
            let gap = r.extra_rounds(POOL_FULL, GAP_MS)?;
            let gap = gap.over(&r.rounds(POOL_FULL)?).at_most(0.5);
            Ok(Judgement::by_rounds(r, &gap.called("largest gap ÷ wait"))
                .likely(CORE_TAKEN))
        },
    ),
    Claim::new(
        "pool_limited",
        "Where the long jobs take turns, the short one starts within a third \
         of a long one's time.",
        |r| {
            let waited = share(r, POOL_LIMITED, HOLD_MS)?.at_most(MENDED);
            Ok(Judgement::by_rounds(r, &waited.called("wait ÷ long job"))
                .seen(with_none_before(r)?)
                .likely("a new thread of the pool started late"))
        },
    ),
    Claim::new(
        "yields_are_cheap",
        "On one thread, yielding every 0.1 ms takes less than a tenth of the \
         loop's time.",
        |r| {
            let share = r.extra_rounds(ONE_YIELD, YIELD_SHARE)?.at_most(10.0);
            let share = share.in_unit("%").called("time away");
            let yields = show::count(r.extra(ONE_YIELD, YIELDS)?);
            Ok(Judgement::by_rounds(r, &share)
                .seen(format!("{yields} yields"))
                .likely("another program had the core during yields"))
        },
    ),
    Claim::new(
        "yields_wake_the_idle",
        "Beside an idle worker, the same yields take at least three times as \
         large a share.",
        judges::yields_wake_the_idle,
    ),
    Claim::new(
        "poll_timer_finds_it",
        "The poll timer reports the two blocking handlers once each, and \
         nothing else on one thread.",
        judges::poll_timer_finds_it,
    ),
    Claim::new(
        "poll_timer_is_cheap",
        "The poll timer adds less than 100 ns to a poll.",
        |r| {
            let more = r.rounds(COST_TIMED)?.minus(&r.rounds(COST_BARE)?);
            let clock = show::quantity(r.median(COST_CLOCK)?, "ns");
            let question = more.at_most(100.0).in_unit("ns").called("more");
            Ok(Judgement::by_rounds(r, &question)
                .seen(format!("two reads of the clock {clock}"))
                .likely("this system reads its clock through the kernel"))
        },
    ),
    Claim::new(
        "asleep_counts_as_busy",
        "The runtime counts four fifths of a blocking sleep or more as busy \
         time, and of an awaited one less than a third.",
        |r| {
            let busy = |id| -> Result<Rounds, Missing> {
                let pause = r.extra_rounds(id, PAUSE_MS)?;
                Ok(r.extra_rounds(id, BUSY_MS)?.over(&pause))
            };
            let blocked = busy(ONE_SLEEP)?.at_least(STALLED);
            let awaited = busy(ONE_ASYNC)?.at_most(MENDED);
            let both = blocked.called("busy ÷ sleep, thread::sleep");
            let both = both.and(awaited.called("tokio sleep"));
            Ok(Judgement::by_rounds(r, &both)
                .likely("this tokio counts busy time otherwise"))
        },
    ),
];
