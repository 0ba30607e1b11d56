//! A task that wants to wake at a fixed pace and keeps when it really did.
//!
//! The gaps between its ticks are what every other task of the same runtime
//! has to put up with: a heartbeat sees a stall that a test of the stalling
//! handler can't see.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{Instant, sleep};

/// A running heartbeat; it ends when this is dropped.
#[derive(Debug)]
pub struct Heartbeat {
    task: JoinHandle<Beats>,
    count: watch::Receiver<usize>,
    stop: Arc<AtomicBool>,
}

impl Heartbeat {
    /// Starts a task that ticks, sleeps for `period`, ticks again …, on the
    /// runtime of the caller.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn start(period: Duration) -> Self {
        let (sender, count) = watch::channel(0);
        let stop = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(beat(period, sender, stop.clone()));
        Self { task, count, stop }
    }

    /// Waits until there were `ticks` ticks since the start.
    ///
    /// # Errors
    /// The heartbeat's task is gone.
    pub async fn reached(
        &mut self,
        ticks: usize,
    ) -> Result<(), watch::error::RecvError> {
        self.count.wait_for(|count| *count >= ticks).await.map(drop)
    }

    /// Waits for `ticks` ticks more.
    ///
    /// # Errors
    /// The heartbeat's task is gone.
    pub async fn more(
        &mut self,
        ticks: usize,
    ) -> Result<(), watch::error::RecvError> {
        let now = *self.count.borrow();
        self.reached(now + ticks).await
    }

    /// Waits for one tick more, so that the gap under way is counted to its
    /// end, and returns all ticks.
    ///
    /// # Errors
    /// The heartbeat's task is gone.
    pub async fn stop(mut self) -> Result<Beats, JoinError> {
        self.stop.store(true, Ordering::Relaxed);
        (&mut self.task).await
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn beat(
    period: Duration,
    count: watch::Sender<usize>,
    stop: Arc<AtomicBool>,
) -> Beats {
    let mut beats = Beats::default();
    loop {
        // Asked before the tick: a stop that comes later is for the next.
        let last = stop.load(Ordering::Relaxed);
        beats.ticks.push(Instant::now());
        count.send_replace(beats.ticks.len());
        if last {
            return beats;
        }
        sleep(period).await;
    }
}

/// When a heartbeat ticked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beats {
    ticks: Vec<Instant>,
}

impl Beats {
    /// The ticks, in order.
    pub fn ticks(&self) -> &[Instant] {
        &self.ticks
    }

    /// The times between each tick and the next.
    pub fn gaps(&self) -> impl Iterator<Item = Duration> {
        self.ticks.windows(2).map(|pair| pair[1] - pair[0])
    }

    /// The longest time without a tick; zero for fewer than two ticks.
    pub fn largest_gap(&self) -> Duration {
        self.gaps().max().unwrap_or_default()
    }

    /// How long ago the last tick was, at the moment `at`; nothing before the
    /// first.
    pub fn silence_at(&self, at: Instant) -> Option<Duration> {
        let before = self.ticks.partition_point(|tick| *tick <= at);
        before.checked_sub(1).map(|last| at - self.ticks[last])
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const PERIOD: Duration = Duration::from_millis(10);

    #[tokio::test(start_paused = true)]
    async fn an_undisturbed_heart_beats_at_its_pace() {
        let mut heart = Heartbeat::start(PERIOD);
        heart.reached(4).await.unwrap();
        let beats = heart.stop().await.unwrap();
        assert_eq!(beats.ticks().len(), 5);
        assert!(beats.gaps().all(|gap| gap == PERIOD), "{beats:?}");
        assert_eq!(beats.largest_gap(), PERIOD);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stall_is_counted_to_its_end() {
        let mut heart = Heartbeat::start(PERIOD);
        heart.reached(2).await.unwrap();
        // `advance` moves the clock before any other task is polled: to them
        // it looks like a blocked thread.
        advance(Duration::from_millis(500)).await;
        let beats = heart.stop().await.unwrap();
        assert_eq!(beats.largest_gap(), Duration::from_millis(500));
    }

    #[tokio::test(start_paused = true)]
    async fn more_ticks_are_counted_from_now() {
        let mut heart = Heartbeat::start(PERIOD);
        heart.reached(2).await.unwrap();
        heart.more(3).await.unwrap();
        let beats = heart.stop().await.unwrap();
        assert_eq!(beats.ticks().len(), 6);
    }

    #[tokio::test(start_paused = true)]
    async fn silence_grows_from_tick_to_tick() {
        let start = Instant::now();
        let ms = Duration::from_millis;
        let beats = Beats { ticks: vec![start + ms(10), start + ms(30)] };
        assert_eq!(beats.silence_at(start), None);
        assert_eq!(beats.silence_at(start + ms(10)), Some(ms(0)));
        assert_eq!(beats.silence_at(start + ms(29)), Some(ms(19)));
        assert_eq!(beats.silence_at(start + ms(35)), Some(ms(5)));
    }

    #[test]
    fn without_ticks_there_is_no_gap() {
        assert_eq!(Beats::default().largest_gap(), Duration::ZERO);
        assert_eq!(Beats::default().gaps().count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_heartbeat_ends_its_task() {
        let heart = Heartbeat::start(PERIOD);
        let mut count = heart.count.clone();
        drop(heart);
        // The sender lives in the task: an error says that it is gone. A
        // first tick may have come before.
        let gone = [count.changed().await, count.changed().await];
        assert!(gone[1].is_err(), "it still ticks");
    }
}
