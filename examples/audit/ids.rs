//! Names of the rows and of their further values. There is a row for each
//! published row: its value is the number of impossible cells.

pub const IO: &str = "io_bound";
pub const CPU: &str = "pools_cpu";
pub const WAIT: &str = "pools_wait";
pub const MICRO: &str = "pools_micro";
pub const CPU_PROCESS_ONE: &str = "pools_cpu/process_one_by_one";
pub const CPU_PROCESS_ALL: &str = "pools_cpu/process_submit_all";
pub const WAIT_PROCESS_ONE: &str = "pools_wait/process_one_by_one";
pub const WAIT_PROCESS_ALL: &str = "pools_wait/process_submit_all";
pub const WAIT_THREAD_ONE: &str = "pools_wait/thread_one_by_one";

/// How many cells of the row have a sum.
pub const CELLS: &str = "cells";

/// The published time for so many tasks, where it is a possible one.
pub fn possible_s(tasks: u64) -> String {
    format!("possible_{tasks}_s")
}
