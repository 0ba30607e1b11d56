//! The games: who throws to whom.

use measure::BodyError;

use crate::meter::Meter;
use crate::{system, tasks, variants};

/// A game between two ends.
pub(crate) type Game = fn(Meter) -> Result<u64, BodyError>;

/// The games in the order of the table, with the sort of throw.
pub(crate) const GAMES: [(&str, &str, Sort, Game); 17] = [
    ("eventfd", "threads, eventfd", Sort::Thread, |mut meter| {
        system::eventfd(|| meter.more())
    }),
    ("std_mpsc", "threads, std mpsc", Sort::Thread, |mut meter| {
        variants::std_mpsc(|| meter.more())
    }),
    ("crossbeam_0", "threads, rendezvous", Sort::Thread, |mut meter| {
        variants::crossbeam(0, || meter.more())
    }),
    ("crossbeam_1", "threads, crossbeam", Sort::Thread, |mut meter| {
        variants::crossbeam(1, || meter.more())
    }),
    ("park", "threads, park", Sort::Thread, |mut meter| {
        variants::park(|| meter.more())
    }),
    ("condvar", "threads, condvar", Sort::Thread, |mut meter| {
        variants::condvar(|| meter.more())
    }),
    ("spin", "threads, spinning", Sort::Spin, |mut meter| {
        variants::spin(|| meter.more())
    }),
    ("pipe", "processes, pipe", Sort::Thread, |mut meter| {
        variants::pipe(|| meter.more())
    }),
    ("thread_task", "thread and task", Sort::Thread, |mut meter| {
        tasks::thread_and_task(|| meter.more())
    }),
    ("block_on", "task and block_on", Sort::Thread, |mut meter| {
        let game = tasks::over_mpsc(move || meter.more());
        tasks::in_block_on(&tasks::two_workers()?, game)
    }),
    ("block_on_one", "task, block_on, 1 thr.", Sort::Task, |mut meter| {
        let game = tasks::over_mpsc(move || meter.more());
        tasks::in_block_on(&tasks::one_thread()?, game)
    }),
    ("mpsc_two", "tasks, mpsc, 2 w.", Sort::Task, |mut meter| {
        let game = tasks::over_mpsc(move || meter.more());
        tasks::as_tasks(&tasks::two_workers()?, game)
    }),
    ("oneshot_two", "tasks, oneshot, 2 w.", Sort::Task, |mut meter| {
        let game = tasks::over_oneshot(move || meter.more());
        tasks::as_tasks(&tasks::two_workers()?, game)
    }),
    ("notify_two", "tasks, Notify, 2 w.", Sort::Task, |mut meter| {
        let game = tasks::over_notify(move || meter.more());
        tasks::as_tasks(&tasks::two_workers()?, game)
    }),
    ("mpsc_one", "tasks, mpsc, 1 thr.", Sort::Task, |mut meter| {
        let game = tasks::over_mpsc(move || meter.more());
        tasks::as_tasks(&tasks::one_thread()?, game)
    }),
    ("oneshot_one", "tasks, oneshot, 1 thr.", Sort::Task, |mut meter| {
        let game = tasks::over_oneshot(move || meter.more());
        tasks::as_tasks(&tasks::one_thread()?, game)
    }),
    ("notify_one", "tasks, Notify, 1 thr.", Sort::Task, |mut meter| {
        let game = tasks::over_notify(move || meter.more());
        tasks::as_tasks(&tasks::one_thread()?, game)
    }),
];

/// How expensive a throw is, and thus how many are thrown.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Sort {
    /// Microseconds.
    Thread,
    /// A fraction of a microsecond.
    Task,
    /// As little on two cores, a slice of the scheduler on one.
    Spin,
}
