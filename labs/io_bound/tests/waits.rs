//! Holds the client against a clock that jumps from one wake-up to the next,
//! so that a test of seconds takes no time and its result is exact.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use lab_io_bound::fetch_all;
use tokio::time::{self, Instant};

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn at_once(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// What the far end sees: requests asked, answered, and open together.
#[derive(Default)]
struct Server {
    asked: AtomicUsize,
    answered: AtomicUsize,
    most_open: AtomicUsize,
}

impl Server {
    async fn answer(self: Arc<Self>, delay: Duration) -> Result<(), ()> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let open = asked - self.answered.load(Ordering::SeqCst);
        self.most_open.fetch_max(open, Ordering::SeqCst);
        time::sleep(delay).await;
        self.answered.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

#[tokio::test(start_paused = true)]
async fn equal_waits_take_as_many_rounds_as_arithmetic_says() {
    for (count, limit, rounds) in [
        (9, 3, 3),
        (10, 3, 4),
        (2, 5, 1),
        (4, 1, 4),
        (0, 3, 0),
        (10_000, 100, 100),
    ] {
        let server = Arc::new(Server::default());
        let started = Instant::now();
        fetch_all(count, at_once(limit), |_| {
            Arc::clone(&server).answer(ms(100))
        })
        .await;
        assert_eq!(
            started.elapsed(),
            rounds * ms(100),
            "{count} waits of 100 ms, {limit} at once"
        );
        assert_eq!(server.asked(), count, "requests asked");
    }
}

#[tokio::test(start_paused = true)]
async fn the_limit_is_reached_and_not_passed() {
    for limit in [1, 2, 7] {
        let server = Arc::new(Server::default());
        fetch_all(30, at_once(limit), |place| {
            Arc::clone(&server).answer(ms(10 + place as u64 % 4))
        })
        .await;
        let most = server.most_open.load(Ordering::SeqCst);
        assert_eq!(most, limit, "most requests open at the same time");
    }
}

#[tokio::test(start_paused = true)]
async fn a_place_is_taken_again_as_soon_as_it_is_free() {
    let server = Arc::new(Server::default());
    let started = Instant::now();
    fetch_all(4, at_once(2), |place| {
        let delay = if place == 0 { ms(300) } else { ms(100) };
        Arc::clone(&server).answer(delay)
    })
    .await;
    assert_eq!(
        started.elapsed(),
        ms(300),
        "three waits of 100 ms fit beside one of 300 ms"
    );
}

#[tokio::test(start_paused = true)]
async fn answers_stand_in_the_order_of_the_requests() {
    let answers = fetch_all(5, at_once(5), |place| async move {
        time::sleep(ms(500 - 100 * place as u64)).await;
        Ok::<_, ()>(place)
    })
    .await;
    assert_eq!(answers, [Ok(0), Ok(1), Ok(2), Ok(3), Ok(4)]);
}

#[tokio::test(start_paused = true)]
async fn an_error_keeps_its_place_and_stops_nothing() {
    let answers = fetch_all(6, at_once(2), |place| async move {
        time::sleep(ms(10)).await;
        if place % 3 == 1 { Err("refused") } else { Ok(place) }
    })
    .await;
    let refused = Err("refused");
    assert_eq!(answers, [Ok(0), refused, Ok(2), Ok(3), refused, Ok(5)]);
}

#[tokio::test(start_paused = true)]
async fn whoever_stops_waiting_stops_the_requests() {
    let server = Arc::new(Server::default());
    let all =
        fetch_all(10, at_once(2), |_| Arc::clone(&server).answer(ms(100)));
    // Two requests are answered and the next two are open when time is up.
    let result = time::timeout(ms(150), all).await;
    assert!(result.is_err(), "ten waits, two at once, take 500 ms");
    time::sleep(ms(10_000)).await;
    assert_eq!(server.asked(), 4, "requests asked, also after the end");
    let answered = server.answered.load(Ordering::SeqCst);
    assert_eq!(answered, 2, "requests that went on to their answer");
}
