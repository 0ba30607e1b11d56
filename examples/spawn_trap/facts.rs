//! Named values of the rows, for the prose.

use measure::Fact;

/// Children forked in each run. With their parent and its own they are the
/// eight processes that a demonstration may have.
pub(crate) const FORKED: usize = 6;

pub(crate) fn facts() -> Vec<Fact> {
    let fact = Fact::new;
    vec![
        fact("guarded_processes", "", "processes with the guard", |r| {
            r.median("trap/guarded")
        }),
        fact("unguarded_processes", "", "processes without the guard", |r| {
            r.median("trap/unguarded")
        }),
        fact("unguarded_generations", "", "generations without it", |r| {
            r.extra("trap/unguarded", "generations")
        }),
        fact("unguarded_error_lines", "", "lines of errors without it", |r| {
            r.extra("trap/unguarded", "error_lines")
        }),
        fact("pool_processes", "", "processes of a pool without init", |r| {
            r.median("pool/unguarded")
        }),
        fact("static_spawned", "", "the static, in a spawned child", |r| {
            r.median("static/spawned")
        }),
        fact("static_forked", "", "the static, in a forked child", |r| {
            r.median("static/forked")
        }),
        fact("forked_children", "", "forked while the lock was held", |r| {
            Ok((FORKED * r.samples("lock/held")?.len()) as f64)
        }),
        fact("stuck_children", "", "of these, stuck at the lock", |r| {
            Ok(r.samples("lock/held")?.iter().sum())
        }),
        fact("spawn_small_parent_ms", "ms", "spawn from 10 MiB", |r| {
            r.median("start/spawn/small")
        }),
        fact("spawn_big_parent_ms", "ms", "spawn from the big parent", |r| {
            r.median("start/spawn/big")
        }),
        fact("fork_small_parent_ms", "ms", "fork + exec from 10 MiB", |r| {
            r.median("start/fork/small")
        }),
        fact("fork_big_parent_ms", "ms", "fork + exec, big parent", |r| {
            r.median("start/fork/big")
        }),
        fact("fork_over_spawn", "×", "fork over spawn, big parent", |r| {
            Ok(r.ratio("start/fork/big", "start/spawn/big")?.median)
        }),
        fact("big_parent_mib", "MiB", "resident, the big parent", |r| {
            r.extra("start/fork/big", "resident_mib")
        }),
        fact("big_page_tables_kib", "KiB", "its page tables", |r| {
            r.extra("start/fork/big", "page_tables_kib")
        }),
    ]
}
