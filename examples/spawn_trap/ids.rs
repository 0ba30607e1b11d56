//! Names of the rows and of their further values.

pub const TRAP_GUARDED: &str = "trap/guarded";
pub const TRAP_UNGUARDED: &str = "trap/unguarded";
pub const POOL_GUARDED: &str = "pool/guarded";
pub const POOL_UNGUARDED: &str = "pool/unguarded";
pub const PROCSPAWN_GUARDED: &str = "procspawn/guarded";
pub const PROCSPAWN_UNGUARDED: &str = "procspawn/unguarded";
pub const STATIC_SPAWNED: &str = "static/spawned";
pub const STATIC_FORKED: &str = "static/forked";
pub const LOCK_FREE: &str = "lock/free";
pub const LOCK_HELD: &str = "lock/held";
pub const SPAWN_SMALL: &str = "start/spawn/small";
pub const SPAWN_BIG: &str = "start/spawn/big";
pub const FORK_SMALL: &str = "start/fork/small";
pub const FORK_BIG: &str = "start/fork/big";

pub const GENERATIONS: &str = "generations";
pub const FAILED: &str = "failed";
pub const EXIT_CODE: &str = "exit_code";
pub const ERROR_LINES: &str = "error_lines";
/// 1 where a process was left when a demonstration was over, else 0.
pub const LEFT: &str = "left";
/// Until the parent goes on.
pub const CALL_MS: &str = "call_ms";
pub const RESIDENT_MIB: &str = "resident_mib";
pub const PAGE_TABLES_KIB: &str = "page_tables_kib";
pub const STDERR: &str = "stderr";
