//! Names of the rows and of their further values.

/// Groups of times: `<group>/<workers started together>`.
pub const TASK: &str = "task";
pub const TASK_1: &str = "task/1";
pub const TASK_100: &str = "task/100";
pub const RAYON_100: &str = "rayon/100";
pub const BLOCKING_1: &str = "blocking/1";
pub const BLOCKING_100: &str = "blocking/100";
pub const THREAD_1: &str = "thread/1";
pub const THREAD_100: &str = "thread/100";
pub const THREAD_10000: &str = "thread/10000";
pub const PROCESS_1: &str = "process/1";

/// Id and name of each way to start a worker.
pub const WAYS: &[(&str, &str)] = &[
    (TASK, "task"),
    ("rayon", "job for rayon's pool"),
    ("blocking", "job for a blocking pool"),
    ("thread", "thread"),
    ("process", "process"),
];

/// Groups of memory: `<group>/<workers alive>`.
pub const MEMORY_TASK_10000: &str = "memory_task/10000";
pub const MEMORY_TASK_100000: &str = "memory_task/100000";
pub const MEMORY_TASK_1000000: &str = "memory_task/1000000";
pub const MEMORY_THREAD_100: &str = "memory_thread/100";
pub const MEMORY_THREAD_1000: &str = "memory_thread/1000";
pub const MEMORY_THREAD_10000: &str = "memory_thread/10000";
pub const MEMORY_PROCESS_10: &str = "memory_process/10";

/// 99th percentile of a row that is repeated often, in seconds.
pub const P99_S: &str = "p99_s";
/// For each worker: what of it lies in the resident set, in the kernel's
/// stacks, in page tables, and what is set aside and not used, in KiB.
pub const RESIDENT_KIB: &str = "resident_kib";
pub const STACK_KIB: &str = "kernel_stack_kib";
pub const TABLES_KIB: &str = "page_tables_kib";
pub const RESERVED_KIB: &str = "reserved_kib";
/// Workers that were alive together.
pub const ALIVE: &str = "alive";
