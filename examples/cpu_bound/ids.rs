//! Names of the rows and of their further values, as rows, facts and claims
//! use them.

pub const SEQUENTIAL: &str = "sequential";
/// Groups: their rows are `<id>/<workers>`.
pub const THREADS: &str = "threads";
pub const PROCESSES: &str = "processes";
pub const LOCKED: &str = "locked";
pub const HALF_LOCKED: &str = "half_locked";

pub const THREADS_1: &str = "threads/1";
pub const THREADS_2: &str = "threads/2";
pub const THREADS_4: &str = "threads/4";
pub const PROCESSES_2: &str = "processes/2";
pub const RAYON: &str = "rayon";
pub const TASKS: &str = "tasks";
pub const TASKS_ALL_CORES: &str = "tasks_all_cores";

pub const PRIMES: &str = "primes";
pub const PUBLISHED: &str = "published";
pub const PUBLISHED_SEQUENTIAL: &str = "published/sequential";
pub const SHORT: &str = "short";
pub const SHORT_SEQUENTIAL: &str = "short/sequential";
pub const SHORT_PROCESSES: &str = "short/processes/2";
pub const START_8: &str = "start/8";

pub const UNLOCKED: &str = "unlocked";
pub const LOCKED_4: &str = "locked/4";
pub const HALF_LOCKED_4: &str = "half_locked/4";

pub const JOIN: &str = "join";
pub const JOIN_INSIDE: &str = "join/inside";
pub const JOIN_MAIN: &str = "join/main";

pub const FOLD: &str = "fold";
pub const FORMULA_1: &str = "fold/formula_1";
pub const FORMULA_10: &str = "fold/formula_10";
pub const KEPT_1: &str = "fold/kept_1";
pub const KEPT_10: &str = "fold/kept_10";
pub const TABLES_1: &str = "fold/tables_1";
pub const TABLES_10: &str = "fold/tables_10";

/// How long a task that came after the computing ones waited for its turn.
pub const WAITED_S: &str = "waited_s";
