//! The published cells that arithmetic bounds, each with its sum.

use measure::{published, show};

use crate::sums::{Load, Submission, about, before_rounding};

/// A published figure and what no run can be below.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The published table.
    pub table: &'static str,
    /// The keys of the cell within it.
    pub keys: String,
    /// How many tasks there were.
    pub tasks: u64,
    /// The figure as published, in seconds.
    pub published_s: f64,
    /// The least time that arithmetic allows, in seconds.
    pub floor_s: f64,
    /// The arithmetic.
    pub sum: String,
}

impl Cell {
    /// The row of this program's own record that counts it:
    /// `pools_cpu/process_submit_all`.
    pub fn row(&self) -> String {
        let table = self.table.split('/').next().unwrap_or(self.table);
        let keys = self.keys.split(' ').next().unwrap_or(&self.keys);
        format!("{table}/{keys}")
    }

    /// Whether no run can have produced the figure, even if it was rounded
    /// down.
    pub fn is_impossible(&self) -> bool {
        before_rounding(self.published_s) < self.floor_s
    }
}

/// Rows of a published table that share one sum.
struct Group {
    table: &'static str,
    row: &'static str,
    counts: &'static [u64],
    each_s: f64,
    /// Whether the lecture says that a task takes *about* so long.
    about: bool,
    /// `None`: as many as there are tasks.
    workers: Option<u64>,
    submission: Submission,
}

const POOLS: &[u64] = &[100, 1_000, 10_000];
const WAITS: &[u64] = &[100, 1_000, 10_000];

const fn pool(
    table: &'static str,
    row: &'static str,
    each_s: f64,
    about: bool,
    submission: Submission,
) -> Group {
    let workers = Some(8);
    Group { table, row, counts: POOLS, each_s, about, workers, submission }
}

const fn waits(row: &'static str, workers: Option<u64>) -> Group {
    Group {
        table: "io_bound/A",
        row,
        counts: WAITS,
        each_s: 0.1,
        about: false,
        workers,
        submission: Submission::AllAtOnce,
    }
}

/// Every published row whose tasks have a known length. Threads of CPython
/// that compute would have a higher floor still, since one lock lets them
/// work one at a time; that is a fact about CPython and not arithmetic.
const GROUPS: &[Group] = &[
    waits("sequential", Some(1)),
    waits("default_pool_12", Some(12)),
    waits("thread_each", None),
    waits("async", None),
    pool("pools_cpu/C", "process_one_by_one", 0.08, true, ONE),
    pool("pools_cpu/C", "process_submit_all", 0.08, true, ALL),
    pool("pools_cpu/C", "thread_one_by_one", 0.08, true, ONE),
    pool("pools_cpu/C", "thread_submit_all", 0.08, true, ALL),
    pool("pools_wait/C", "process_one_by_one", 0.05, false, ONE),
    pool("pools_wait/C", "process_submit_all", 0.05, false, ALL),
    pool("pools_wait/C", "thread_one_by_one", 0.05, false, ONE),
    pool("pools_wait/C", "thread_submit_all", 0.05, false, ALL),
];

const ONE: Submission = Submission::OneByOne;
const ALL: Submission = Submission::AllAtOnce;

/// All cells that have a sum, in the order of the published tables.
pub fn all() -> Vec<Cell> {
    let micro = [micro("one_by_one", ONE), micro("submit_all", ALL)];
    let pools = GROUPS.iter().flat_map(cells_of);
    pools.chain(micro.into_iter().flatten()).collect()
}

fn cells_of(group: &Group) -> impl Iterator<Item = Cell> + '_ {
    group.counts.iter().filter_map(|count| {
        cell(group, *count, &format!("{} {count}", group.row))
    })
}

/// The hundred tasks of a millisecond have no count among their keys.
fn micro(row: &'static str, submission: Submission) -> Option<Cell> {
    let group = pool("pools_micro/C", row, 0.001, false, submission);
    cell(&group, 100, row)
}

fn cell(group: &Group, tasks: u64, keys: &str) -> Option<Cell> {
    let published = published::cell(&format!("{} {keys}", group.table))?;
    let each_s = match group.about {
        true => about(group.each_s),
        false => group.each_s,
    };
    let workers = group.workers.unwrap_or(tasks);
    let load = Load { tasks, each_s, workers };
    let times = match group.submission {
        Submission::AllAtOnce => load.rounds(),
        Submission::OneByOne => tasks,
    };
    let length = show::seconds(each_s);
    Some(Cell {
        table: group.table,
        keys: keys.to_owned(),
        tasks,
        published_s: published.value(),
        floor_s: load.floor_s(group.submission),
        sum: format!("{} × {length}", show::count(times as f64)),
    })
}
