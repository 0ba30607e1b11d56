//! The sentences that the rows decide.

use measure::{Claim, Judgement, show};

use crate::ids::*;
use crate::judges::{self, judged, medians};

/// CPython's switch interval, and the giant lock's, in seconds.
const INTERVAL_S: f64 = 5e-3;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "tasks_make_no_switch",
        "A round trip between two tasks on one thread makes no OS switch: \
         fewer than one in a hundred.",
        judges::tasks_make_no_switch,
    ),
    Claim::new(
        "threads_make_two",
        "On one core a round trip between two threads over `park`, a \
         condition variable or std's channel makes two OS switches, within \
         0.75.",
        judges::threads_make_two,
    ),
    Claim::new(
        "tasks_are_cheaper",
        "A round trip between tasks on one thread takes at most a fifth of \
         one over std's channel between threads on one core.",
        |r| {
            let ratio = r.ratios(PINNED_MPSC, PINNED_TASKS)?.at_least(5.0);
            Ok(judged(r, ratio, "std mpsc ÷ tokio mpsc")
                .likely("this system switches threads unusually fast"))
        },
    ),
    Claim::new(
        "pinning_is_nothing_to_tasks",
        "A round trip between tasks on one thread takes as long on any core \
         as pinned to one, within a third.",
        |r| {
            let ratio = r.ratios(UNPINNED_TASKS, PINNED_TASKS)?;
            Ok(judged(r, ratio.within(0.75, 1.0 / 0.75), "any core ÷ one")
                .likely(
                    "the system moved the one thread about, or the cores \
                         differ in speed",
                ))
        },
    ),
    Claim::new(
        "near_floor",
        "On one core std's two ways to sleep, `park` and the condition \
         variable, take at most 1.5 times as long as the floor program.",
        judges::near_floor,
    ),
    Claim::new(
        "a_channel_costs_more",
        "On one core std's channel takes at least 1.25 times as long as bare \
         `park`.",
        |r| {
            let ratio = r.ratios(PINNED_MPSC, PINNED_PARK)?.at_least(1.25);
            Ok(judged(r, ratio, "std mpsc ÷ park").likely(
                "this system lets the sender go on before the thread it \
                 woke, or this version of std wakes without a lock",
            ))
        },
    ),
    Claim::new(
        "looking_first_costs",
        "On one core crossbeam's channel, which lets others run before it \
         sleeps, takes at least 1.2 times as long as bare `park`.",
        |r| {
            let ratio = r.ratios(PINNED_CROSSBEAM, PINNED_PARK)?.at_least(1.2);
            Ok(judged(r, ratio, "crossbeam ÷ park")
                .likely("this version of crossbeam goes to sleep sooner"))
        },
    ),
    Claim::new(
        "waking_a_core_costs_most",
        "The same round trip takes at least twice as long between two cores \
         as on one.",
        |r| {
            r.needs_cores(2)?;
            let ratio = r.ratios(APART, PINNED_FUTEX)?.at_least(2.0);
            Ok(judged(r, ratio, "a core each ÷ one core").likely(
                "the cores don't sleep: others keep them busy, or this \
                 system polls before it halts a core",
            ))
        },
    ),
    Claim::new(
        "a_busy_core_is_awake",
        "Where busy threads leave one core free, the median trip between \
         unpinned threads takes at most half as long as on an idle machine.",
        judges::a_busy_core_is_awake,
    ),
    Claim::new(
        "spinning_needs_a_core",
        "Two threads that spin on one core take at least a hundred times as \
         long as two that park.",
        |r| {
            let ratio = r.ratios(PINNED_SPIN, PINNED_PARK)?.at_least(100.0);
            Ok(judged(r, ratio, "spinning ÷ park")
                .likely("this system's scheduler has very short slices"))
        },
    ),
    Claim::new(
        "block_on_is_no_worker",
        "A task that plays against `block_on` takes at least five times as \
         long a trip as two tasks on the same two workers.",
        |r| {
            let ratio = r.ratios(BLOCK_ON, TWO_WORKERS)?.at_least(5.0);
            Ok(judged(r, ratio, "`block_on` ÷ two tasks").likely(
                "the two tasks were on two workers that had to wake each \
                 other",
            ))
        },
    ),
    Claim::new(
        "rings_of_threads_grow",
        "From 2 to 1,000 workers on one core, a thread's hop grows by a \
         factor at least 1.2 times as large as a task's.",
        judges::rings_of_threads_grow,
    ),
    Claim::new(
        "a_lone_yield_asks_the_driver",
        "A task that yields to nobody takes at least three times as long a \
         yield as one of a hundred.",
        |r| {
            let ratio = r.ratios(YIELD_1, YIELD_100)?.at_least(3.0);
            Ok(judged(r, ratio, "1 task ÷ 100 tasks")
                .likely("this version of tokio asks its driver less often"))
        },
    ),
    Claim::new(
        "the_tail_is_a_slice",
        "Beside twice as many busy threads as cores, the slowest of a thousand \
         thread trips takes at least a millisecond, and at least fifty times \
         the median.",
        judges::the_tail_is_a_slice,
    ),
    Claim::new(
        "waking_up_goes_first",
        "On one core, beside twice as many busy threads as cores, the median \
         thread trip stays below twice that without.",
        |r| {
            let ids = [THREADS_TWICE_PINNED, THREADS_NONE_PINNED];
            let ratio = r.ratios(ids[0], ids[1])?.at_most(2.0);
            Ok(judged(r, ratio, "busy ÷ not busy")
                .seen(medians(r, &ids)?)
                .likely("this scheduler makes a thread that wakes up wait"))
        },
    ),
    Claim::new(
        "the_lock_moves_the_median",
        "Under the giant lock one busy thread moves the median thread trip \
         beyond one and a half intervals of 5 ms; without the lock it stays \
         below 1 ms.",
        |r| {
            let locked = r.rounds(LOCKED_ONE)?.at_least(1.5 * INTERVAL_S);
            let free = r.rounds(THREADS_ONE)?.at_most(1e-3);
            let both = locked.called("locked").and(free.called("not locked"));
            Ok(Judgement::by_rounds(r, &both.in_unit("s"))
                .likely("the busy thread did not run: others had its core"))
        },
    ),
    Claim::new(
        "the_lock_spares_the_median_task",
        "Under the giant lock one busy thread leaves the median trip between \
         tasks below twice that without; the longest takes more than half of \
         the interval of 5 ms.",
        |r| {
            let (one, none) = (LOCKED_TASKS_ONE, LOCKED_TASKS_NONE);
            let ratio = r.ratios(one, none)?.at_most(2.0);
            let longest = r.extra_rounds(one, MAX)?.at_least(INTERVAL_S / 2.0);
            let both = ratio
                .called("median, busy ÷ not busy")
                .and(longest.in_unit("s").called("longest"));
            Ok(Judgement::by_rounds(r, &both)
                .likely("other programs took the core of the tasks"))
        },
    ),
    Claim::new(
        "tasks_stay_calm",
        "With twice as many busy threads as cores, the median trip between \
         tasks stays below twice that without.",
        |r| {
            let ratio = r.ratios(TASKS_TWICE, TASKS_NONE)?.at_most(2.0);
            let longest = |id| r.extra(id, MAX).map(show::seconds);
            Ok(judged(r, ratio, "busy ÷ not busy")
                .seen(format!(
                    "longest {}, without busy threads {}",
                    longest(TASKS_TWICE)?,
                    longest(TASKS_NONE)?
                ))
                .likely("the tasks' thread shared its core's units"))
        },
    ),
];
