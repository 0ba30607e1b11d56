//! Names of the rows and of their further values, as rows, facts and claims
//! use them.

pub const POLL: &str = "floor/poll";
pub const APART: &str = "apart/futex";

pub const PINNED: &str = "pinned";
pub const PINNED_FUTEX: &str = "pinned/futex";
pub const PINNED_PARK: &str = "pinned/park";
pub const PINNED_CONDVAR: &str = "pinned/condvar";
pub const PINNED_MPSC: &str = "pinned/std_mpsc";
pub const PINNED_CROSSBEAM: &str = "pinned/crossbeam_1";
pub const PINNED_RENDEZVOUS: &str = "pinned/crossbeam_0";
pub const PINNED_SPIN: &str = "pinned/spin";
pub const PINNED_TASKS: &str = "pinned/mpsc_one";

pub const UNPINNED: &str = "unpinned";
pub const UNPINNED_MPSC: &str = "unpinned/std_mpsc";
pub const UNPINNED_CONDVAR: &str = "unpinned/condvar";
pub const UNPINNED_SPIN: &str = "unpinned/spin";
pub const UNPINNED_TASKS: &str = "unpinned/mpsc_one";
pub const UNPINNED_ONESHOT: &str = "unpinned/oneshot_one";
pub const UNPINNED_NOTIFY: &str = "unpinned/notify_one";
pub const TWO_WORKERS: &str = "unpinned/mpsc_two";
pub const BLOCK_ON: &str = "unpinned/block_on";

pub const RING_THREADS: &str = "ring_threads";
pub const RING_THREADS_1000: &str = "ring_threads/1000";
pub const RING_TASKS: &str = "ring_tasks";
pub const RING_TASKS_1000: &str = "ring_tasks/1000";
pub const RING_THREADS_PINNED: &str = "ring_threads_pinned";
pub const RING_TASKS_PINNED: &str = "ring_tasks_pinned";

pub const YIELD: &str = "yield";
pub const YIELD_1: &str = "yield/1";
pub const YIELD_100: &str = "yield/100";

/// Beside no busy thread, one, as many as leave one core free, as many as
/// there are cores, twice as many.
pub const BUSY: [&str; 5] = ["none", "one", SPARE, "cores", "twice"];
pub const SPARE: &str = "spare";

pub const THREADS_NONE: &str = "busy_threads/none";
pub const THREADS_ONE: &str = "busy_threads/one";
pub const THREADS_SPARE: &str = "busy_threads/spare";
pub const THREADS_TWICE: &str = "busy_threads/twice";
pub const THREADS_NONE_PINNED: &str = "busy_threads_pinned/none";
pub const THREADS_TWICE_PINNED: &str = "busy_threads_pinned/twice";
pub const TASKS_NONE: &str = "busy_tasks/none";
pub const TASKS_TWICE: &str = "busy_tasks/twice";
pub const LOCKED_ONE: &str = "busy_locked/one";
pub const LOCKED_TASKS_NONE: &str = "busy_locked_tasks/none";
pub const LOCKED_TASKS_ONE: &str = "busy_locked_tasks/one";

/// OS switches and processor seconds of a sample.
pub const SWITCHES: &str = "switches";
pub const CPU: &str = "cpu";
/// Trips timed alone, and how long they took.
pub const TRIPS: &str = "trips";
pub const P50: &str = "p50";
pub const P90: &str = "p90";
pub const P99: &str = "p99";
pub const P999: &str = "p999";
pub const MAX: &str = "max";
