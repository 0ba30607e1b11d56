//! Names of the rows and of their further values, as rows, facts and claims
//! use them.

pub const DEFAULT_POOL_10: &str = "default_pool/10";
pub const DEFAULT_POOL_100: &str = "default_pool/100";
pub const BLOCKING_POOL_1000: &str = "blocking_pool/1000";
pub const THREADS_1000: &str = "threads/1000";
pub const THREADS_10000: &str = "threads/10000";
pub const TASKS: &str = "tasks";
pub const TASKS_1000: &str = "tasks/1000";
pub const TASKS_10000: &str = "tasks/10000";
pub const TASKS_100000: &str = "tasks/100000";
pub const TASKS_ALL_CORES_10000: &str = "tasks_all_cores/10000";
pub const ALL_ALIVE: &str = "all_alive/10000";

pub const PEAK_MIB: &str = "peak_mib";
pub const ALIVE: &str = "alive";
pub const RESIDENT_MIB: &str = "resident_mib";
pub const PAGE_TABLES_MIB: &str = "page_tables_mib";
pub const KERNEL_STACKS_MIB: &str = "kernel_stacks_mib";

/// Id and name of each way to wait: its rows are `<id>/<count>`.
pub const MODES: &[(&str, &str)] = &[
    ("sequential", "sequential"),
    ("default_pool", "pool, a thread a core"),
    ("blocking_pool", "pool, 512 threads"),
    ("threads", "a thread each"),
    ("processes", "pool, 10 processes"),
    (TASKS, "tasks, 1 thread"),
    ("tasks_all_cores", "tasks, all cores"),
];
