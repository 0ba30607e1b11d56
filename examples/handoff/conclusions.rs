//! The sentences that the rows decide.

use measure::Claim;

use crate::judges;

pub(crate) fn claims() -> Vec<Claim> {
    let claim = Claim::new;
    vec![
        claim(
            "tasks_make_no_switch",
            "A round trip between two tasks on one thread makes no OS \
             switch: fewer than one in a hundred.",
            judges::tasks_make_no_switch,
        ),
        claim(
            "threads_make_two",
            "On one core a round trip between two threads over `park`, a \
             condition variable or std's channel makes two OS switches, \
             within 0.2.",
            judges::threads_make_two,
        ),
        claim(
            "tasks_are_cheaper",
            "A round trip between tasks on one thread takes at most a \
             fifteenth of one over std's channel between threads on one core.",
            judges::tasks_are_cheaper,
        ),
        claim(
            "near_floor",
            "On one core std's two ways to sleep, `park` and the condition \
             variable, take at most 1.5 times as long as the floor program.",
            judges::near_floor,
        ),
        claim(
            "a_channel_costs_more",
            "On one core std's channel takes at least 1.25 times as long as \
             bare `park`.",
            judges::a_channel_costs_more,
        ),
        claim(
            "looking_first_costs",
            "On one core crossbeam's channel, which lets others run before \
             it sleeps, takes at least 1.2 times as long as bare `park`.",
            judges::looking_first_costs,
        ),
        claim(
            "waking_a_core_costs_most",
            "The same round trip takes at least twice as long between two \
             cores as on one.",
            judges::waking_a_core_costs_most,
        ),
        claim(
            "a_busy_core_is_awake",
            "Beside one busy thread the median trip between unpinned threads \
             takes at most half as long as on an idle machine.",
            judges::a_busy_core_is_awake,
        ),
        claim(
            "spinning_needs_a_core",
            "Two threads that spin on one core take at least a hundred \
             times as long as two that park.",
            judges::spinning_needs_a_core,
        ),
        claim(
            "block_on_is_no_worker",
            "A task that plays against `block_on` takes at least five times \
             as long a trip as two tasks on the same two workers.",
            judges::block_on_is_no_worker,
        ),
        claim(
            "rings_of_threads_grow",
            "From 2 to 1,000 workers on one core, a thread's hop grows by a \
             larger factor than a task's.",
            judges::rings_of_threads_grow,
        ),
        claim(
            "a_lone_yield_asks_the_driver",
            "A task that yields to nobody takes at least three times as \
             long a yield as one of a hundred.",
            judges::a_lone_yield_asks_the_driver,
        ),
        claim(
            "the_tail_is_a_slice",
            "Where busy threads fill the cores, the slowest of a \
             thousand thread trips takes at least a millisecond, and at \
             least fifty times the median.",
            judges::the_tail_is_a_slice,
        ),
        claim(
            "the_lock_moves_the_median",
            "Under the giant lock one busy thread moves the median thread \
             trip to at least two intervals of 5 ms; without the lock it \
             stays below 1 ms.",
            judges::the_lock_moves_the_median,
        ),
        claim(
            "the_lock_spares_the_median_task",
            "Under the giant lock one busy thread leaves the median trip \
             between tasks below twice that without; the longest takes at \
             least the interval of 5 ms.",
            judges::the_lock_spares_the_median_task,
        ),
        claim(
            "tasks_stay_calm",
            "With twice as many busy threads as cores, the median trip \
             between tasks stays below twice that without.",
            judges::tasks_stay_calm,
        ),
    ]
}
