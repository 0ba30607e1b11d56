//! Named values of the rows, for the prose.

use measure::Fact;

use crate::ids::*;

/// Children forked in each run. With their parent and its own they are the
/// eight processes that a demonstration may have.
pub(crate) const FORKED: usize = 6;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("guarded_processes", TRAP_GUARDED, "with the guard"),
    Fact::median("unguarded_processes", TRAP_UNGUARDED, "without the guard"),
    Fact::extra(
        "unguarded_generations",
        TRAP_UNGUARDED,
        GENERATIONS,
        "generations without it",
    ),
    Fact::extra(
        "unguarded_error_lines",
        TRAP_UNGUARDED,
        ERROR_LINES,
        "lines of errors without it",
    ),
    Fact::median("pool_processes", POOL_UNGUARDED, "a pool without init"),
    Fact::median("static_spawned", STATIC_SPAWNED, "the static, spawned child"),
    Fact::median("static_forked", STATIC_FORKED, "the static, forked child"),
    Fact::new("forked_children", "", "forked while the lock was held", |r| {
        Ok((FORKED * r.samples(LOCK_HELD)?.len()) as f64)
    }),
    Fact::new("stuck_children", "", "of these, stuck at the lock", |r| {
        Ok(r.samples(LOCK_HELD)?.iter().sum())
    }),
    Fact::median("spawn_small_parent_ms", SPAWN_SMALL, "spawn from 10 MiB"),
    Fact::median("spawn_big_parent_ms", SPAWN_BIG, "spawn, big parent"),
    Fact::median("fork_small_parent_ms", FORK_SMALL, "fork + exec, 10 MiB"),
    Fact::median("fork_big_parent_ms", FORK_BIG, "fork + exec, big parent"),
    Fact::ratio("fork_over_spawn", FORK_BIG, SPAWN_BIG, "fork over spawn"),
    Fact::extra("big_parent_mib", FORK_BIG, RESIDENT_MIB, "the big parent"),
    Fact::extra(
        "big_page_tables_kib",
        FORK_BIG,
        PAGE_TABLES_KIB,
        "its page tables",
    ),
];
