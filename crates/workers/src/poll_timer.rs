//! Times each poll of a future and reports the slow ones by name.
//!
//! A task is run in polls: from one `.await` that has to wait to the next.
//! During a poll its thread does nothing else, so a long poll is a stall, and
//! the name of the task that was polled is the name of the culprit.

use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A poll that took at least the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowPoll {
    /// The name under which the future is watched.
    pub name: &'static str,
    /// How long the poll took.
    pub took: Duration,
}

/// Watches futures; its clones share threshold and report.
#[derive(Clone)]
pub struct PollTimer {
    threshold: Duration,
    report: Arc<dyn Fn(SlowPoll) + Send + Sync>,
    clock: fn() -> Instant,
}

impl PollTimer {
    /// A timer that calls `report` after each poll of `threshold` or more, on
    /// the thread that polled: `report` must not block in its turn.
    pub fn new(
        threshold: Duration,
        report: impl Fn(SlowPoll) + Send + Sync + 'static,
    ) -> Self {
        Self { threshold, report: Arc::new(report), clock: Instant::now }
    }

    /// Reads another clock than the system's, for tests.
    #[must_use]
    pub fn with_clock(mut self, clock: fn() -> Instant) -> Self {
        self.clock = clock;
        self
    }

    // ANCHOR: watch
    /// Runs `future`, and times each of its polls. What the future spends
    /// waiting is not counted: it is not polled then.
    pub async fn watch<F: Future>(
        self,
        name: &'static str,
        future: F,
    ) -> F::Output {
        let mut future = pin!(future);
        poll_fn(|context| {
            let start = (self.clock)();
            let poll = future.as_mut().poll(context);
            let took = (self.clock)().duration_since(start);
            if took >= self.threshold {
                (self.report)(SlowPoll { name, took });
            }
            poll
        })
        .await
    }
    // ANCHOR_END: watch
}

impl fmt::Debug for PollTimer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PollTimer")
            .field("threshold", &self.threshold)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::{LazyLock, Mutex};

    use tokio::task::yield_now;
    use tokio::time::sleep;

    use super::*;

    const THRESHOLD: Duration = Duration::from_millis(100);

    thread_local! {
        /// What this test's thread spent in polls, by its own account.
        static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    fn account() -> Instant {
        *START + SPENT.get()
    }

    fn spend(time: Duration) {
        SPENT.set(SPENT.get() + time);
    }

    fn virtual_time() -> Instant {
        tokio::time::Instant::now().into_std()
    }

    type Reports = Arc<Mutex<Vec<SlowPoll>>>;

    fn timer(clock: fn() -> Instant) -> (PollTimer, Reports) {
        let reports = Reports::default();
        let kept = reports.clone();
        let report = move |slow| kept.lock().unwrap().push(slow);
        (PollTimer::new(THRESHOLD, report).with_clock(clock), reports)
    }

    #[tokio::test]
    async fn a_slow_poll_is_reported_with_its_name_and_time() {
        let (timer, reports) = timer(account);
        let took = Duration::from_millis(150);
        let answer = timer
            .watch("hash", async {
                yield_now().await;
                spend(took);
                yield_now().await;
                7
            })
            .await;
        assert_eq!(answer, 7);
        assert_eq!(*reports.lock().unwrap(), [SlowPoll { name: "hash", took }]);
    }

    #[tokio::test]
    async fn the_last_poll_counts_too() {
        let (timer, reports) = timer(account);
        timer.watch("end", async { spend(THRESHOLD) }).await;
        assert_eq!(reports.lock().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn polls_under_the_threshold_do_not_add_up() {
        let (timer, reports) = timer(account);
        timer
            .watch("polite", async {
                for _ in 0..10 {
                    spend(THRESHOLD - Duration::from_nanos(1));
                    yield_now().await;
                }
            })
            .await;
        assert_eq!(*reports.lock().unwrap(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_is_not_polling() {
        let (timer, reports) = timer(virtual_time);
        let start = virtual_time();
        timer.watch("patient", sleep(100 * THRESHOLD)).await;
        assert!(virtual_time() - start >= 100 * THRESHOLD);
        assert_eq!(*reports.lock().unwrap(), []);
    }

    #[tokio::test]
    async fn each_future_is_reported_under_its_own_name() {
        let (timer, reports) = timer(account);
        let slow = async { spend(2 * THRESHOLD) };
        tokio::join!(
            timer.clone().watch("good", yield_now()),
            timer.clone().watch("bad", slow),
        );
        let names: Vec<_> =
            reports.lock().unwrap().iter().map(|slow| slow.name).collect();
        assert_eq!(names, ["bad"]);
    }
}
